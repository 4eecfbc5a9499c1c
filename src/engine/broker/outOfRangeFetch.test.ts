import { expect, test } from 'vitest';
import { outOfRangeFetch } from './outOfRangeFetch.ts';

test('[F10] every position of the own log against the leader log ends inside the leader log', () => {
  for (let logEnd = 0; logEnd <= 6; logEnd += 1) {
    for (let leaderStart = 0; leaderStart <= 6; leaderStart += 1) {
      for (let leaderEnd = leaderStart; leaderEnd <= 6; leaderEnd += 1) {
        const next = outOfRangeFetch(logEnd, leaderEnd, leaderStart);
        expect(next.fetchOffset).toBeGreaterThanOrEqual(leaderStart);
        expect(next.fetchOffset).toBeLessThanOrEqual(leaderEnd);
        if (logEnd > leaderEnd) expect(next).toEqual({ action: 'truncate', fetchOffset: leaderEnd });
        else if (logEnd < leaderStart)
          expect(next).toEqual({ action: 'startAfresh', fetchOffset: leaderStart });
        else expect(next).toEqual({ action: 'keep', fetchOffset: logEnd });
      }
    }
  }
});
