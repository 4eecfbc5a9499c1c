import { tuningFormulas } from '../../i18n/en/tuningFormulas.ts';
import { Button } from '../../ui/Button.tsx';
import { announce } from '../../ui/LiveRegion.tsx';
import { useQueueFigures } from '../tuning/useQueueFigures.ts';
import { whatBinds } from '../tuning/whatBinds.ts';

/** The checklist: reads the cluster on the stage, and says what is used up and what to do about it. */
export function WhatBinds() {
  const m = tuningFormulas.whatBinds;
  const { figures, isAsking, hasFailed, ask } = useQueueFigures();
  const findings = figures === null ? [] : whatBinds(figures);
  return (
    <section aria-label={m.title} className="formula-card">
      <div className="flex items-center gap-2">
        <h2 className="min-w-0 flex-1 text-[13px] leading-5 font-[600]">{m.title}</h2>
        <Button
          size="small"
          isDisabled={ask === null || isAsking}
          onPress={() => {
            announce(m.asking);
            ask?.();
          }}
        >
          {isAsking ? m.asking : figures === null ? m.ask : m.again}
        </Button>
      </div>
      {hasFailed && <p className="formula-note">{m.failed}</p>}
      {figures !== null && (
        <>
          <p className="formula-note" role="status">
            {m.summary(findings)}
          </p>
          <div className="formula-note compression-table">
            <table>
              <thead>
                <tr>
                  {m.columns.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {findings.map((finding) => (
                  <tr key={finding.kind} data-chosen={finding.verdict === 'binds'}>
                    <th scope="row">{m.nameOf(finding)}</th>
                    <td>{m.share(finding.share)}</td>
                    <td>{m.verdict[finding.verdict]}</td>
                    <td>{m.advice[finding.kind]}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  );
}
