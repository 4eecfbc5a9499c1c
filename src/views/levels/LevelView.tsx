import { lazy, Suspense, useCallback, useRef, type KeyboardEvent } from 'react';
import { useStageViewStore } from '../SimulationContext.tsx';
import { useTakenFocus } from '../useTakenFocus.ts';
import { fartherLevel, type SideLevel } from './stageLevels.ts';

const GroupPanel = lazy(async () => ({ default: (await import('../group/GroupPanel.tsx')).GroupPanel }));
const TransactionsPanel = lazy(async () => ({
  default: (await import('../transactions/TransactionsPanel.tsx')).TransactionsPanel,
}));
const QuorumView = lazy(async () => ({ default: (await import('./QuorumView.tsx')).QuorumView }));
const RequestPathView = lazy(async () => ({
  default: (await import('../requests/RequestPathView.tsx')).RequestPathView,
}));
const SpaceTime = lazy(async () => ({ default: (await import('../spaceTime/SpaceTime.tsx')).SpaceTime }));
const EventLog = lazy(async () => ({ default: (await import('../events/EventLog.tsx')).EventLog }));

const VIEWS: Readonly<Record<SideLevel, React.ComponentType>> = {
  groups: GroupPanel,
  transactions: TransactionsPanel,
  quorum: QuorumView,
  requests: RequestPathView,
  spaceTime: SpaceTime,
  events: EventLog,
};

const TAB_STOP = '[tabindex="0"], button:not([tabindex="-1"]), input, select';

/** The cluster looked at from another side than where its replicas stand. Escape goes back to those. */
export function LevelView({ level }: { readonly level: SideLevel }) {
  const view = useStageViewStore();
  const View = VIEWS[level];
  const root = useRef<HTMLDivElement>(null);
  useTakenFocus(root, TAB_STOP);
  const onKeyDown = useCallback(
    (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      if (view.getState().outlineVisible) view.setState({ outlineVisible: false });
      else view.setState({ level: fartherLevel(level), takesFocus: true });
    },
    [view, level],
  );
  return (
    // Keys of what is inside come here when nothing there took them.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={root} className="hw-level" data-level={level} onKeyDown={onKeyDown}>
      <Suspense fallback={null}>
        <View />
      </Suspense>
    </div>
  );
}
