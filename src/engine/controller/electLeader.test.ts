import { describe, expect, test } from 'vitest';
import { electLeader, isValidLeader, type Candidates, type ElectionType } from './electLeader.ts';

const REPLICAS = [2, 1, 3];
const ELECTIONS: ElectionType[] = ['ONLINE', 'PREFERRED', 'UNCLEAN'];

function subsets(of: readonly number[]): number[][] {
  return of.reduce<number[][]>((all, member) => all.concat(all.map((set) => [...set, member])), [[]]);
}

/** Every state of three replicas: ISR and ELR disjoint, any set alive, any leader or none. */
function everyState(): { state: Candidates; alive: number[] }[] {
  const states = [];
  for (const isr of subsets(REPLICAS)) {
    for (const elr of subsets(REPLICAS.filter((replica) => !isr.includes(replica)))) {
      for (const alive of subsets(REPLICAS)) {
        for (const currentLeader of [-1, ...REPLICAS]) {
          for (const lastKnownElr of [[], [1], [3], [1, 3]]) {
            const isAcceptableLeader = (broker: number) => alive.includes(broker);
            const state = { replicas: REPLICAS, isr, elr, lastKnownElr, currentLeader, isAcceptableLeader };
            states.push({ state: { ...state, lastKnownLeaderMayLead: true }, alive });
          }
        }
      }
    }
  }
  return states;
}

describe('over every state of three replicas', () => {
  const states = everyState();

  test('[L2] a clean winner is alive and in the ISR, or in the ELR of an empty ISR', () => {
    for (const { state, alive } of states) {
      for (const election of ELECTIONS) {
        const { leader, unclean } = electLeader(election, state);
        if (leader === -1 || unclean) continue;
        expect(alive).toContain(leader);
        expect(state.isr.length > 0 ? state.isr : state.elr).toContain(leader);
      }
    }
    expect(states).toHaveLength(27 * 8 * 4 * 4);
  });

  test('[L3] keeps a valid leader, else elects the first valid replica in assignment order', () => {
    for (const { state } of states) {
      const valid = REPLICAS.filter((replica) => isValidLeader(replica, state));
      if (valid.length === 0) continue;
      const expected = valid.includes(state.currentLeader) ? state.currentLeader : valid[0];
      expect(electLeader('ONLINE', state)).toEqual({ leader: expected, unclean: false });
      expect(electLeader('UNCLEAN', state)).toEqual({ leader: expected, unclean: false });
    }
  });

  test('[L4] a preferred election takes replicas[0] if valid, and is an online election otherwise', () => {
    for (const { state } of states) {
      const online = electLeader('ONLINE', state);
      const expected = isValidLeader(2, state) ? { leader: 2, unclean: false } : online;
      expect(electLeader('PREFERRED', state)).toEqual(expected);
    }
  });

  test('[L6] the only last-known leader wins if alive while ISR and ELR are empty, whatever the election', () => {
    for (const { state, alive } of states) {
      const { isr, elr, lastKnownElr } = state;
      const only = lastKnownElr.length === 1 ? lastKnownElr[0]! : -1;
      if (isr.length > 0 || elr.length > 0 || !alive.includes(only)) continue;
      for (const election of ELECTIONS)
        expect(electLeader(election, state)).toEqual({ leader: only, unclean: true });
    }
  });

  test('[L6] never elects the last-known leader with eligible leader replicas off', () => {
    for (const { state } of states) {
      const { unclean } = electLeader('ONLINE', { ...state, lastKnownLeaderMayLead: false });
      expect(unclean).toBe(false);
    }
  });

  test('[L3] only an unclean election turns to the first live replica, and only if nothing better is there', () => {
    for (const { state, alive } of states) {
      const online = electLeader('ONLINE', state);
      if (online.leader !== -1) continue;
      const first = REPLICAS.find((replica) => alive.includes(replica));
      const expected =
        first === undefined ? { leader: -1, unclean: false } : { leader: first, unclean: true };
      expect(electLeader('UNCLEAN', state)).toEqual(expected);
    }
  });
});
