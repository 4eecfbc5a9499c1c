import type { LadderStep } from '../../shared/RunQuestions.ts';

export const RUNG = { width: 300, height: 74, gap: 22 } as const;
const LANE = 26;
const MARGIN = 10;
const BAR = 180;
const LEAST_BAR = 2;

export interface Rung {
  readonly step: LadderStep;
  readonly y: number;
  /** Of the records that came: taken, and waiting. Widths in the picture. */
  readonly takenWidth: number;
  readonly waitingWidth: number;
  readonly isLast: boolean;
}

/** Records that were sent from one rung to another, drawn on the right of them in a lane of its own. */
export interface Way {
  readonly from: string;
  readonly to: string;
  readonly records: number;
  readonly y1: number;
  readonly y2: number;
  readonly x: number;
}

export interface LadderLayout {
  readonly width: number;
  readonly height: number;
  readonly barWidth: number;
  readonly rungs: readonly Rung[];
  readonly ways: readonly Way[];
}

/**
 * A retry ladder from top to bottom: a rung for each topic, ways between those that records were or would be sent over. Bars have one
 * scale for all rungs, so that their lengths compare; what is there at all is seen.
 */
export function layoutLadder(steps: readonly LadderStep[]): LadderLayout {
  const most = Math.max(1, ...steps.map(({ records }) => records));
  const width = (count: number): number => (count === 0 ? 0 : Math.max(LEAST_BAR, (count / most) * BAR));
  const yOf = (i: number): number => i * (RUNG.height + RUNG.gap);
  const rungs = steps.map((step, i) => ({
    step,
    y: yOf(i),
    takenWidth: width(step.records - step.waiting),
    waitingWidth: width(step.waiting),
    isLast: step.consumers.length === 0,
  }));
  const places = new Map(steps.map(({ topic }, i) => [topic, i]));
  let lanes = 0;
  const ways = steps.flatMap(({ topic, sentOn }, i) =>
    sentOn.flatMap(({ topic: to, records }) => {
      const j = places.get(to);
      if (j === undefined || j === i) return [];
      // Neighbours have a straight way; who skips a rung goes around it.
      const isNext = j === i + 1;
      if (!isNext) lanes += 1;
      return [
        {
          from: topic,
          to,
          records,
          y1: isNext ? yOf(i) + RUNG.height : yOf(i) + RUNG.height / 2,
          y2: isNext ? yOf(j) : yOf(j) + RUNG.height / 2,
          x: isNext ? RUNG.width / 2 : RUNG.width + MARGIN + (lanes - 1) * LANE,
        },
      ];
    }),
  );
  return {
    width: RUNG.width + (lanes === 0 ? 0 : MARGIN * 2 + lanes * LANE + 40),
    height: steps.length === 0 ? 0 : yOf(steps.length - 1) + RUNG.height,
    barWidth: BAR,
    rungs,
    ways,
  };
}
