import { useState } from 'react';
import { formatNumber, formatTime } from '../../i18n/format.ts';
import { group as m } from '../../i18n/en/group.ts';
import type { GroupHistory, MemberStep } from './groupHistory.ts';
import type { TimeWindow } from './layoutGroupTimeline.ts';

interface StepRow {
  readonly atUs: number;
  readonly who: string;
  readonly letter: string;
  readonly text: string;
  readonly detail: string;
  readonly epoch: number | null;
}

const MOST_ROWS = 80;

/** The protocol step by step: what the members sent and were told, and what the coordinator made of the group. */
export function GroupSteps({
  history,
  window,
}: {
  readonly history: GroupHistory;
  readonly window: TimeWindow;
}) {
  const [withHeartbeats, setWithHeartbeats] = useState(false);
  const rows = stepRows(history, window, withHeartbeats);
  const shown = rows.slice(0, MOST_ROWS);
  return (
    <>
      <label className="type-row inline-flex min-h-7 items-center gap-1.5 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="accent-[var(--accent)]"
          checked={withHeartbeats}
          onChange={(event) => setWithHeartbeats(event.currentTarget.checked)}
        />
        {m.steps.heartbeats}
      </label>
      {rows.length === 0 ? (
        <p className="type-row py-2 text-ink-2">{m.steps.none}</p>
      ) : (
        <table className="group-table">
          <caption className="sr-only">{m.steps.caption(history.groupId)}</caption>
          <thead>
            <tr>
              {[m.steps.time, m.steps.member, m.steps.step, m.steps.epoch].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, i) => (
              <tr key={i}>
                <td className="hw-mono text-ink-3">{formatTime(row.atUs)}</td>
                <th scope="row">
                  {row.letter !== '' && <span className="group-letter">{row.letter}</span>} {row.who}
                </th>
                <td>
                  {row.text} <span className="text-ink-2">{row.detail}</span>
                </td>
                <td className="hw-mono">{row.epoch === null ? '' : formatNumber(row.epoch)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > shown.length && (
        <p className="type-row text-ink-3">{m.steps.older(rows.length - shown.length)}</p>
      )}
    </>
  );
}

function stepRows(
  { members, states }: GroupHistory,
  { fromUs, toUs }: TimeWindow,
  withHeartbeats: boolean,
): readonly StepRow[] {
  const rows: StepRow[] = [];
  for (const { clientId, letter, steps } of members)
    for (const step of steps) {
      if (step.kind === 'heartbeat' && !withHeartbeats) continue;
      const { atUs, epoch } = step;
      rows.push({
        atUs,
        who: clientId,
        letter,
        text: m.steps.word(step.kind),
        detail: detailOf(step),
        epoch,
      });
    }
  for (const { fromUs: atUs, state, reason, generation } of states)
    rows.push({ atUs, who: m.steps.coordinator, letter: '', text: state, detail: reason, epoch: generation });
  return rows
    .filter(({ atUs }) => atUs >= fromUs && atUs <= toUs)
    .map((row, i) => ({ row, i }))
    .sort((a, b) => b.row.atUs - a.row.atUs || b.i - a.i)
    .map(({ row }) => row);
}

function detailOf({ kind, partitions, detail }: MemberStep): string {
  if (kind === 'assigned' && partitions.length === 0) return m.steps.nothingNew;
  return [partitions.join(', '), detail].filter((part) => part !== '').join('; ');
}
