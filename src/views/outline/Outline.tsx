import { useMemo } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { selectCluster } from '../clusterModel.ts';
import { withOlderFacts } from '../olderFacts.ts';
import { usePanelState, useStageViewStore } from '../SimulationContext.tsx';
import '../views.css';
import { outlineRows } from './outlineRows.ts';

export interface OutlineProps {
  /** For everybody to see; it is always there for a screen reader. */
  readonly visible: boolean;
}

/** The picture in words. It stands beside the canvas for assistive technology; O shows it to everybody. */
export function Outline({ visible }: OutlineProps) {
  const m = useMessages().stage;
  const view = useStageViewStore();
  const entities = usePanelState((state) => state.entities);
  const rowsOfTrace = usePanelState((state) => state.trace);
  const marks = usePanelState((state) => state.marks);
  const nowUs = usePanelState((state) => state.nowUs);
  const trace = useMemo(() => withOlderFacts(rowsOfTrace, marks, nowUs), [rowsOfTrace, marks, nowUs]);
  const rows = useMemo(() => outlineRows(m, selectCluster(entities), trace), [m, entities, trace]);
  const list = (
    <ul>
      {rows.map((row) => (
        <li key={row.key} className="py-0.5">
          {row.text}
          {row.children.length > 0 && (
            <ul className="pl-4">
              {row.children.map((child) => (
                <li key={child.key} className="text-ink-2">
                  {child.text}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
  return (
    <section
      aria-label={m.outline.title}
      className={
        visible ? 'max-h-[45%] overflow-y-auto border-t border-line bg-surface px-5 py-2' : 'sr-only'
      }
    >
      {visible && (
        <div className="flex items-center">
          <h2 className="type-label flex-1">{m.outline.title}</h2>
          <IconButton
            icon="close"
            label={m.outline.close}
            onPress={() => view.setState({ outlineVisible: false })}
          />
        </div>
      )}
      <div className="type-row">{list}</div>
    </section>
  );
}
