import { Button } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import type { LogArea } from '../log/placeLogArea.ts';
import { useStageViewStore } from '../SimulationContext.tsx';

/** Where somebody looks at older records: the way back to where the logs grow. */
export function ToTheEnd({ area }: { readonly area: LogArea }) {
  const m = useMessages().stage.log;
  const view = useStageViewStore();
  const isNarrow = area.size === 'phone';
  return (
    <div
      className="absolute z-[1]"
      style={
        isNarrow
          ? { right: 8, bottom: area.height - area.seaBottom + 6 }
          : { left: area.x1 + 4, top: area.seaBottom - 36 }
      }
    >
      <Button size="small" icon="stepForward" onPress={() => view.setState({ zoom: 1, end: null })}>
        {m.toTheEnd}
      </Button>
    </div>
  );
}
