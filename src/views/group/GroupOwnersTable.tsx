import { group as m } from '../../i18n/en/group.ts';
import { formatDuration, formatTime } from '../../i18n/format.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import type { GroupHistory } from './groupHistory.ts';
import type { TimeWindow } from './layoutGroupTimeline.ts';
import { ownedStretches } from './ownedStretches.ts';

const MOST_ROWS = 80;

/** The bars of the picture in figures, for who cannot see or cannot measure them. */
export function GroupOwnersTable({
  histories,
  window,
}: {
  readonly histories: readonly GroupHistory[];
  readonly window: TimeWindow;
}) {
  return (
    <Disclosure title={m.owners.table.open} level={3}>
      {histories.map((history) => (
        <Stretches key={history.groupId} history={history} window={window} />
      ))}
    </Disclosure>
  );
}

function Stretches({ history, window }: { readonly history: GroupHistory; readonly window: TimeWindow }) {
  const t = m.owners.table;
  const rows = ownedStretches(history, window);
  const shown = rows.slice(0, MOST_ROWS);
  return (
    <>
      <table className="group-table">
        <caption className="py-1 text-left text-[12px] font-[560]">{t.caption(history.groupId)}</caption>
        <thead>
          <tr>
            {[t.partition, t.reader, t.from, t.to].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            <th scope="col" className="text-right">
              {t.length}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ partition, owner, fromUs, toUs }) => (
            <tr key={`${partition} ${fromUs}`}>
              <th scope="row" className="hw-mono">
                {partition}
              </th>
              {owner === null ? (
                <td className="font-[620] text-wait">{t.nobody}</td>
              ) : (
                <td>
                  {owner.letter !== '' && <span className="group-letter">{owner.letter}</span>}{' '}
                  {owner.clientId}
                </td>
              )}
              <td className="hw-mono text-ink-2">{formatTime(fromUs)}</td>
              <td className="hw-mono text-ink-2">{toUs === window.toUs ? t.now : formatTime(toUs)}</td>
              <td className="hw-mono text-right">{formatDuration(toUs - fromUs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown.length && (
        <p className="type-row text-ink-3">{t.older(rows.length - shown.length)}</p>
      )}
    </>
  );
}
