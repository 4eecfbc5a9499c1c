import { formatCommand } from '../../../scenario/formatScenario.ts';
import type { Command } from '../../../scenario/Scenario.ts';
import type { SavedLab } from '../../../state/labStore.ts';

/** A change of the scenario itself: what was open before it, and the commands that were there right after it. */
export interface LabEdit {
  readonly before: SavedLab;
  readonly commandsAfter: readonly Command[];
}

/**
 * Whether undo takes the edit back, and not a command: nothing was done by hand since. A command given in the past of the run
 * replaces later ones, so their number alone says nothing.
 */
export function isUndoneNext(edit: LabEdit | undefined, commands: readonly Command[]): edit is LabEdit {
  return (
    edit !== undefined &&
    commands.length <= edit.commandsAfter.length &&
    commands.every((command, i) => {
      const other = edit.commandsAfter[i];
      return other !== undefined && isSameCommand(command, other);
    })
  );
}

function isSameCommand(a: Command, b: Command): boolean {
  return JSON.stringify(formatCommand(a)) === JSON.stringify(formatCommand(b));
}
