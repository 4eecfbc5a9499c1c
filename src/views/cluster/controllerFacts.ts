import type { ControllerView } from '../../bridge/frame.ts';
import type { Catalogue } from '../../i18n/Catalogue.ts';

/** What the card of a controller shows by shape and in one word. */
export interface ControllerFacts {
  /** It decides. A quorum leader that has not caught up is not yet active. */
  readonly active: boolean;
  /** Its process takes part in the quorum. */
  readonly online: boolean;
  /** First letter of its Raft state; ✕ where no process runs. */
  readonly letter: string;
  /** `active`, `follower`, `prospective`, `crashed`. */
  readonly state: string;
  /** Its process stands still, or its clock is wrong. */
  readonly trouble: boolean;
}

export function controllerFacts(
  m: Catalogue['stage']['controller'],
  controller: ControllerView,
): ControllerFacts {
  const { active, raftState, process, pausedSinceUs, clockOffsetMs } = controller;
  const online = raftState !== null;
  const paused = online && pausedSinceUs !== null;
  return {
    active,
    online,
    letter: online ? raftState.charAt(0) : '✕',
    state: !online
      ? m.process[process]
      : paused
        ? m.paused
        : active
          ? m.active
          : raftState === 'Leader'
            ? m.catchingUp
            : m.raft[raftState],
    trouble: paused || (online && clockOffsetMs !== 0),
  };
}
