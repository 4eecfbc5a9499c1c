import { IconButton } from '../ui/Button.tsx';
import { useMessages } from '../ui/messages.tsx';
import { usePanelState, useSimulation } from '../views/SimulationContext.tsx';

export interface UndoButtonProps {
  /** Where more than commands can be undone. */
  readonly edits?: {
    readonly canUndo: boolean;
    readonly undo: () => Promise<void>;
    readonly canRedo: boolean;
    readonly redo: () => Promise<void>;
  };
}

/** Back to just before the last deed; where futures are kept, on again to right after it. */
export function UndoButton({ edits }: UndoButtonProps) {
  const m = useMessages().lab;
  const simulation = useSimulation();
  const hasCommands = usePanelState((state) => state.commands.length > 0);
  const canUndo = edits?.canUndo ?? hasCommands;
  return (
    <>
      <IconButton
        icon="undo"
        label={canUndo ? m.undo : m.nothingToUndo}
        isDisabled={!canUndo}
        onPress={() => void (edits ?? simulation).undo()}
      />
      {edits !== undefined && (
        <IconButton
          icon="redo"
          label={edits.canRedo ? m.redo : m.nothingToRedo}
          isDisabled={!edits.canRedo}
          onPress={() => void edits.redo()}
        />
      )}
    </>
  );
}
