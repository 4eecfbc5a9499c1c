import { useId } from 'react';
import { vectorRows } from 'virtual:conformance';
import { useMessages } from '../../ui/messages.tsx';

/** Which vectors were run on Kafka's own classes, and how many gave the same. */
export function VectorTable() {
  const t = useMessages().fidelity;
  const id = useId();
  if (vectorRows.length === 0) return null;
  const executed = vectorRows.reduce((sum, row) => sum + row.executed, 0);
  const same = vectorRows.reduce((sum, row) => sum + row.same, 0);
  return (
    <div className="mb-8">
      <h2 id={id} className="type-panel mb-2">
        {t.vectors}
      </h2>
      <p className="type-prose mb-3 max-w-[72ch] text-ink-2">{t.vectorsLead(executed, same)}</p>
      {/* A table that is wider than the page scrolls by itself: it must be reachable with the keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="overflow-x-auto" role="region" aria-labelledby={id} tabIndex={0}>
        <table className="type-row w-full border-t border-ink text-left">
          <thead>
            <tr>
              {[
                t.vectorsGroup,
                t.vectorsClasses,
                t.vectorsVersion,
                t.vectorsCases,
                t.vectorsExecuted,
                t.vectorsSame,
                t.vectorsDiffers,
              ].map((head) => (
                <th key={head} scope="col" className="border-b border-line px-2 py-2 align-bottom">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {vectorRows.map((row) => (
              <tr key={`${row.group} ${row.kafkaVersion}`} className="border-b border-line align-top">
                <th scope="row" className="px-2 py-2 font-normal">
                  {row.group}
                </th>
                <td className="px-2 py-2">{row.classes}</td>
                <td className="px-2 py-2 whitespace-nowrap">{row.kafkaVersion}</td>
                <td className="px-2 py-2">{row.cases}</td>
                <td className="px-2 py-2">{row.executed}</td>
                <td className="px-2 py-2">{row.same}</td>
                <td className="px-2 py-2">
                  {row.differs.length === 0
                    ? t.vectorsNone
                    : row.differs.map(({ ids, because }) => (
                        <div key={because}>{t.vectorsBecause(ids, because)}</div>
                      ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
