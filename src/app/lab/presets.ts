/** Ready clusters: `content/scenarios/presets/<id>.json`, each loaded when it is chosen. */
const files = import.meta.glob<unknown>('../../../content/scenarios/presets/*.json', { import: 'default' });

export interface Preset {
  readonly id: string;
  readonly load: () => Promise<unknown>;
}

export const PRESETS: readonly Preset[] = Object.entries(files)
  .map(([path, load]) => ({ id: (path.split('/').at(-1) ?? path).replace(/\.json$/, ''), load }))
  .sort((a, b) => (a.id < b.id ? -1 : 1));

/** What an empty Lab begins with. */
export const FIRST_PRESET_ID = 'three-brokers';
/** There the producer has begun and the logs hold something to look at. */
export const FIRST_INSTANT = { timeUs: 1_000_000, after: 0 };
