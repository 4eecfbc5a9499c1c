/** How wide each part of the table is, in CSS pixels. */
export interface TopicColumns {
  readonly name: number;
  /** Of each broker. */
  readonly broker: number;
  /** A log has room beside the badge. */
  readonly hasBars: boolean;
  readonly hasEnds: boolean;
  readonly isr: number;
  readonly isIsrShort: boolean;
  readonly lag: number;
  /** Groups whose lag has room. */
  readonly groups: number;
}

const NAME = 104;
const NARROW_NAME = 88;
const ENDS = 104;
const ISR = 84;
const NARROW_ISR = 40;
const LAG = 88;
const MOST_GROUPS = 3;
const BAR_FROM = 92;
const WIDEST_BROKER = 220;
const BADGE_ONLY = 30;
const NARROW = 560;

/** What has room: bars first, then lags of groups, then the ends in figures. Badges alone need the least, and are always there. */
export function topicColumns(width: number, brokers: number, groups: number): TopicColumns {
  const isNarrow = width < NARROW;
  const name = isNarrow ? NARROW_NAME : NAME;
  const isr = isNarrow ? NARROW_ISR : ISR;
  const count = Math.max(1, brokers);
  const perBroker = (lags: number, hasEnds: boolean) =>
    (width - name - isr - lags * LAG - (hasEnds ? ENDS : 0)) / count;
  const most = Math.min(groups, MOST_GROUPS);
  for (const hasEnds of [true, false])
    for (let lags = most; lags >= 0; lags -= 1) {
      const broker = perBroker(lags, hasEnds && !isNarrow);
      if (broker < BAR_FROM) continue;
      return {
        name,
        broker: Math.min(WIDEST_BROKER, Math.floor(broker)),
        hasBars: true,
        hasEnds: hasEnds && !isNarrow,
        isr,
        isIsrShort: isNarrow,
        lag: LAG,
        groups: lags,
      };
    }
  const lags = perBroker(Math.min(1, most), false) >= BADGE_ONLY ? Math.min(1, most) : 0;
  return {
    name,
    broker: Math.max(BADGE_ONLY, Math.floor(perBroker(lags, false))),
    hasBars: false,
    hasEnds: false,
    isr,
    isIsrShort: isNarrow,
    lag: LAG,
    groups: lags,
  };
}
