import { lazy, Suspense, useCallback } from 'react';
import { outline as o } from '../../i18n/en/outline.ts';
import type { SimulationState } from '../../state/Simulation.ts';
import { IconButton } from '../../ui/Button.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { selectCluster } from '../clusterModel.ts';
import { usePanelFacts, useStageView, useStageViewStore } from '../SimulationContext.tsx';
import '../views.css';
import './outline.css';
import { OutlineText } from './OutlineText.tsx';
import { outlineTree, type OutlineFolds, type OutlineNode } from './outlineTree.ts';

const OutlineTree = lazy(async () => ({ default: (await import('./OutlineTree.tsx')).OutlineTree }));

/** Nothing that a reader has opened: nobody sees what would be gone through. */
const AS_AT_FIRST: OutlineFolds = {};

export interface OutlineProps {
  /** For everybody to see and to walk over; the words are always there for a screen reader. */
  readonly visible: boolean;
}

/** The picture in words. It stands beside the canvas for assistive technology; O shows it to everybody, as a tree. */
export function Outline({ visible }: OutlineProps) {
  const view = useStageViewStore();
  const folds = useStageView((state) => state.outlineFolds);
  const m = useMessages().stage;
  const shownFolds = visible ? folds : AS_AT_FIRST;
  const grow = useCallback(
    ({ entities }: SimulationState) => outlineTree(m, selectCluster(entities), shownFolds),
    [m, shownFolds],
  );
  const nodes = usePanelFacts(grow);
  if (!visible)
    return (
      <section aria-label={o.title} className="sr-only">
        <PlainLines nodes={nodes} />
      </section>
    );
  return (
    <section aria-label={o.title} className="hw-outline">
      <div className="flex shrink-0 items-center pr-2 pl-5">
        <h2 className="type-label flex-1">{o.title}</h2>
        <IconButton
          icon="close"
          label={o.close}
          onPress={() => view.setState({ outlineVisible: false, takesFocus: true })}
        />
      </div>
      <Suspense
        fallback={
          <div className="type-row overflow-y-auto px-5 pb-2">
            <PlainLines nodes={nodes} />
          </div>
        }
      >
        <OutlineTree nodes={nodes} />
      </Suspense>
    </section>
  );
}

/** Without a tree: for who only reads, and until the tree has been fetched. */
function PlainLines({ nodes }: { readonly nodes: readonly OutlineNode[] }) {
  return (
    <ul>
      {nodes.map(({ key, line, children }) => (
        <li key={key}>
          <OutlineText line={line} />
          {children.length > 0 && <PlainLines nodes={children} />}
        </li>
      ))}
    </ul>
  );
}
