import { transactions as m } from '../../i18n/en/transactions.ts';
import { classNames } from '../../ui/classNames.ts';

interface PlacedState {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

const WIDTH = 112;
const HEIGHT = 22;
const ROWS = [12, 40, 68];
/** Kafka's names. Dead and PrepareEpochFence are passed in an instant, and shown by their name alone. */
const STATES: readonly PlacedState[] = [
  { name: 'Empty', x: 0, y: ROWS[1]! },
  { name: 'Ongoing', x: 136, y: ROWS[1]! },
  { name: 'PrepareCommit', x: 272, y: ROWS[0]! },
  { name: 'CompleteCommit', x: 408, y: ROWS[0]! },
  { name: 'PrepareAbort', x: 272, y: ROWS[2]! },
  { name: 'CompleteAbort', x: 408, y: ROWS[2]! },
];
const WAYS: readonly (readonly [string, string])[] = [
  ['Empty', 'Ongoing'],
  ['Ongoing', 'PrepareCommit'],
  ['PrepareCommit', 'CompleteCommit'],
  ['Ongoing', 'PrepareAbort'],
  ['PrepareAbort', 'CompleteAbort'],
];

/** Where a transactional.id stands, and where it is going. A finished one begins the next transaction as Ongoing. */
export function StateMachine({
  state,
  pendingState,
}: {
  readonly state: string;
  readonly pendingState: string | null;
}) {
  const text = `${m.state}: ${state}${pendingState === null ? '' : `, ${m.writes(pendingState)}`}`;
  return (
    <>
      <svg viewBox="-1 -2 522 84" className="hw-svg transaction-states" role="img" aria-label={text}>
        {WAYS.map(([from, to]) => (
          <Way key={`${from} ${to}`} from={placeOf(from)} to={placeOf(to)} />
        ))}
        {STATES.map(({ name, x, y }) => (
          <g
            key={name}
            transform={`translate(${x} ${y - HEIGHT / 2})`}
            className={classNames(
              'transaction-state',
              name === state && 'is-here',
              name === pendingState && 'is-next',
            )}
          >
            <rect width={WIDTH} height={HEIGHT} rx="4" />
            <text x={WIDTH / 2} y="15" className="m mid">
              {name}
            </text>
          </g>
        ))}
      </svg>
      <p className="transaction-state-text">
        {m.state}: <b className="hw-mono">{state}</b>
        {pendingState !== null && <span className="text-wait"> {m.writes(pendingState)}</span>}
      </p>
    </>
  );
}

function placeOf(name: string): PlacedState {
  return STATES.find((state) => state.name === name) ?? STATES[0]!;
}

function Way({ from, to }: { readonly from: PlacedState; readonly to: PlacedState }) {
  const x1 = from.x + WIDTH;
  const x2 = to.x - 4;
  return (
    <g className="transaction-way">
      <path d={`M${x1} ${from.y} L${x2} ${to.y}`} />
      <path
        d={`M${x2 - 5} ${to.y - 3.5 + (from.y - to.y) / 8} L${x2} ${to.y} L${x2 - 5} ${to.y + 3.5 + (from.y - to.y) / 8}`}
      />
    </g>
  );
}
