import { IconButton } from '../ui/Button.tsx';
import { useMessages } from '../ui/messages.tsx';
import { usePanelState, useSimulation } from '../views/SimulationContext.tsx';

/** Back to just before the last deed. */
export function UndoButton() {
  const m = useMessages().lab;
  const simulation = useSimulation();
  const isEmpty = usePanelState((state) => state.commands.length === 0);
  return (
    <IconButton
      icon="undo"
      label={isEmpty ? m.nothingToUndo : m.undo}
      isDisabled={isEmpty}
      onPress={() => void simulation.undo()}
    />
  );
}
