import { useId } from 'react';
import { vectorRows } from 'virtual:conformance';
import { useMessages } from '../../ui/messages.tsx';
import { ScrollingTable } from './ScrollingTable.tsx';

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
      <ScrollingTable
        labelledBy={id}
        heads={[
          t.vectorsGroup,
          t.vectorsClasses,
          t.vectorsVersion,
          t.vectorsCases,
          t.vectorsExecuted,
          t.vectorsSame,
          t.vectorsDiffers,
        ]}
      >
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
      </ScrollingTable>
    </div>
  );
}
