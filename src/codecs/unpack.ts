import type { CompressionType } from '../shared/Codec.ts';
import { FormatError, refuseBytes } from '../shared/FormatProblem.ts';

/** What a library unpacked; whatever it throws becomes a FormatError. */
export function unpack(type: CompressionType, run: () => Uint8Array): Uint8Array {
  try {
    return run();
  } catch (error) {
    if (error instanceof FormatError) throw error;
    return refuseBytes('codec-failed', 0, type, error instanceof Error ? error.message : String(error));
  }
}
