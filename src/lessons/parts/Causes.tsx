import { Button } from 'react-aria-components';
import { useMessages } from '../../ui/messages.tsx';
import { useStageViewStore } from '../../views/SimulationContext.tsx';
import { useLessonState } from '../LessonContext.tsx';

/** Opens, beside the trace, why it came so: from the fact back to the command or the scenario. */
export function Causes() {
  const m = useMessages().lesson;
  const view = useStageViewStore();
  const seq = useLessonState((state) => state.explainSeq);
  if (seq === null) return null;
  return (
    <Button className="lesson-link" onPress={() => view.setState({ panel: 'now', whySeq: seq })}>
      {m.showCauses}
    </Button>
  );
}
