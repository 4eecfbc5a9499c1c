import { outside as m } from '../../i18n/en/outside.ts';
import type { LadderStep } from '../../shared/RunQuestions.ts';
import { MICROS_PER_MILLI } from '../../shared/units.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { layoutLadder, RUNG, type Rung, type Way } from './layoutLadder.ts';

/** From the topic that everything comes from down to the one that nobody reads: how many records stand where, since when and until when. */
export function RetryLadder({
  steps,
  nowUs,
}: {
  readonly steps: readonly LadderStep[];
  readonly nowUs: number;
}) {
  const { width, height, rungs, ways } = layoutLadder(steps);
  const text = m.ladderText([
    ...steps.map(({ topic, records, waiting }) => m.step(topic, records, waiting)),
    ...ways.map(({ from, to, records }) => m.way(from, to, records)),
  ]);
  return (
    <section aria-label={m.ladder} className="retry-ladder">
      <h3>{m.ladder}</h3>
      <svg
        viewBox={`-2 -2 ${width + 4} ${height + 4}`}
        style={{ maxWidth: width + 4 }}
        className="hw-svg"
        role="img"
        aria-label={text}
      >
        {ways.map((way) => (
          <WayBetween key={`${way.from} ${way.to}`} way={way} />
        ))}
        {rungs.map((rung) => (
          <RungOf key={rung.step.topic} rung={rung} nowUs={nowUs} />
        ))}
      </svg>
      {steps
        .filter(({ headers, consumers }) => headers.length > 0 && consumers.length === 0)
        .map(({ topic, headers }) => (
          <Disclosure key={topic} title={m.headers(topic)} level={4}>
            <dl className="ladder-headers">
              {headers.map(({ name, value }) => (
                <div key={name}>
                  <dt className="hw-mono">{name}</dt>
                  <dd className={value === null ? 'text-ink-3' : 'hw-mono'}>{value ?? m.unknown}</dd>
                </div>
              ))}
            </dl>
          </Disclosure>
        ))}
    </section>
  );
}

function RungOf({ rung, nowUs }: { readonly rung: Rung; readonly nowUs: number }) {
  const { step, y, takenWidth, waitingWidth, isLast } = rung;
  const { atHand, dueUs, delayMs } = step;
  const first = atHand[0];
  const what = [
    ...(delayMs > 0 ? [m.delay(delayMs * MICROS_PER_MILLI)] : []),
    ...(dueUs === null ? [] : [m.due(dueUs - nowUs)]),
    ...(first ? [m.atHand(first.offset, first.attempt)] : []),
  ];
  return (
    <g transform={`translate(0 ${y})`} className="ladder-rung" data-last={isLast}>
      <rect width={RUNG.width} height={RUNG.height} rx="6" />
      <text x="12" y="20" className="ladder-name">
        {step.topic}
      </text>
      <text x={RUNG.width - 12} y="20" className="m end">
        {m.records(step.records)}
      </text>
      <rect x="12" y="29" width={takenWidth} height="9" className="ladder-taken" />
      <rect x={12 + takenWidth} y="29" width={waitingWidth} height="9" className="ladder-waiting" />
      <text x={RUNG.width - 12} y="38" className="m end">
        {step.waiting > 0 ? m.waiting(step.waiting) : ''}
      </text>
      <text x="12" y="53" className="ladder-note">
        {isLast ? m.nobody : m.tries(step.failedTries, step.done, step.skipped)}
      </text>
      <text x="12" y="67" className="ladder-note">
        {what.join(' · ')}
      </text>
    </g>
  );
}

function WayBetween({ way: { records, y1, y2, x } }: { readonly way: Way }) {
  const isAround = x > RUNG.width;
  const path = isAround ? `M${RUNG.width} ${y1} H${x} V${y2} H${RUNG.width + 6}` : `M${x} ${y1} V${y2 - 6}`;
  const [headX, headY] = isAround ? [RUNG.width, y2] : [x, y2];
  const head = isAround ? `M${headX} ${headY} l8 -4 v8 z` : `M${headX} ${headY} l-4 -8 h8 z`;
  return (
    <g className="ladder-way">
      <path d={path} />
      <path d={head} className="ladder-head" />
      <text x={x + 6} y={isAround ? (y1 + y2) / 2 + 4 : y1 + (y2 - y1) / 2 + 4} className="m">
        {records}
      </text>
    </g>
  );
}
