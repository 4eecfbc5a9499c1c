import type { Scenario } from '../../src/scenario/Scenario.ts';

/** Nobody was told to do anything for this long: followers have fetched what there was, and the high watermark that came of it. */
const QUIET_MS = 1_500;
/** An instant lies this long before the command that ends the quiet, so that the look is over by then. */
const BEFORE_COMMAND_MS = 300;

/**
 * When the replicas of a scenario are looked at, in ms: shortly before each command that comes after a quiet while, and before the end. A pause
 * that ends by itself disturbs as a command does.
 */
export function quietInstantsOf({ commands, untilUs }: Pick<Scenario, 'commands' | 'untilUs'>): number[] {
  const disturbances = commands.flatMap((command) => [
    command.atUs / 1000,
    ...(command.kind === 'PauseProcess' && command.forUs !== null
      ? [(command.atUs + command.forUs) / 1000]
      : []),
  ]);
  const ends = [...new Set([...disturbances, (untilUs ?? 0) / 1000])].sort((a, b) => a - b);
  return ends.flatMap((endMs, index) => {
    const sinceMs = ends[index - 1] ?? 0;
    const atMs = Math.round(endMs - BEFORE_COMMAND_MS);
    return atMs - sinceMs >= QUIET_MS ? [atMs] : [];
  });
}
