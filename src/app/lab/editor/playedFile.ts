import { formatCommand, formatScenario } from '../../../scenario/formatScenario.ts';
import type { Command, Scenario } from '../../../scenario/Scenario.ts';
import type { Plain } from './fileChanges.ts';

/** A scenario as a file, and what was done in its run by hand in order of time among what was planned: as it is read again. */
export function playedFile(scenario: Scenario, byHand: readonly Command[] = []): Plain {
  const commands = [...scenario.commands, ...byHand].sort(
    (a, b) => a.atUs - b.atUs || (a.after ?? 0) - (b.after ?? 0),
  );
  // Without what only a type knows: keys that are there and undefined.
  return JSON.parse(JSON.stringify(formatScenario({ ...scenario, commands }))) as Plain;
}

export interface SplitRun {
  readonly scenario: Scenario;
  readonly commands: readonly Command[];
}

/** What was done by hand stays so where the text still has it: it can be undone one by one. Everything else is planned. */
export function splitPlayed(written: Scenario, byHand: readonly Command[]): SplitRun {
  const planned = [...written.commands];
  const kept: Command[] = [];
  for (const command of byHand) {
    const wanted = JSON.stringify(formatCommand(command));
    const at = planned.findIndex((one) => JSON.stringify(formatCommand(one)) === wanted);
    if (at < 0) return { scenario: written, commands: [] };
    kept.push(command);
    planned.splice(at, 1);
  }
  return { scenario: { ...written, commands: planned }, commands: kept };
}
