import { useId } from 'react';
import { conformanceRows } from 'virtual:conformance';
import { formatNumber } from '../../i18n/format.ts';
import { useMessages } from '../../ui/messages.tsx';
import { ScrollingTable } from './ScrollingTable.tsx';

/** Which scenarios were run on Apache Kafka itself, and how the engine's runs compare. */
export function ConformanceTable() {
  const t = useMessages().fidelity;
  const id = useId();
  if (conformanceRows.length === 0) return null;
  const equal = conformanceRows.filter(({ differs }) => differs.length === 0).length;
  return (
    <div className="mb-8">
      <h2 id={id} className="type-panel mb-2">
        {t.conformance}
      </h2>
      <p className="type-prose mb-3 max-w-[72ch] text-ink-2">
        {t.conformanceLead(conformanceRows.length, equal)}
      </p>
      <ScrollingTable
        labelledBy={id}
        heads={[
          t.conformanceScenario,
          t.conformanceAsks,
          t.conformanceVersions,
          t.conformanceVerdict,
          t.conformanceWindow,
        ]}
      >
        {conformanceRows.map(({ scenario, asks, kafkaVersions, differs, windowMs }) => (
          <tr key={scenario} className="border-b border-line align-top">
            <th scope="row" className="px-2 py-2 font-normal">
              {scenario}
            </th>
            <td className="px-2 py-2">{asks}</td>
            <td className="px-2 py-2 whitespace-nowrap">
              {kafkaVersions.map(({ version, runs }) => (
                <div key={version}>{t.conformanceVersion(version, runs)}</div>
              ))}
            </td>
            <td className="px-2 py-2">
              {differs.length === 0
                ? t.conformanceEqual
                : differs.map(({ lane, because }) => (
                    <div key={lane}>{t.conformanceDiffers(lane, because)}</div>
                  ))}
            </td>
            <td className="px-2 py-2 whitespace-nowrap">
              {t.conformanceSeconds(formatNumber(windowMs.early / 1000), formatNumber(windowMs.late / 1000))}
            </td>
          </tr>
        ))}
      </ScrollingTable>
    </div>
  );
}
