/**
 * Version of the engine's behaviour. Links, results and saved runs carry it; equal versions promise equal digests. It is
 * the version of package.json, written out because the engine may not read files.
 */
export const ENGINE_VERSION = '0.10.0';
