import { useMemo } from 'react';
import { deedLine } from '../../../export/tools/deedLine.ts';
import { commandLine as t } from '../../../i18n/en/commandLine.ts';
import type { CommandBody } from '../../../scenario/Scenario.ts';
import { usePanelState } from '../../../views/SimulationContext.tsx';
import { CopyButton } from './CopyButton.tsx';

/** What a deed is on a real cluster: the line that does it, or why there is none. */
export function DeedLines({ body }: { readonly body: CommandBody }) {
  const scenario = usePanelState((state) => state.scenario);
  const { lines, remark, files } = useMemo(() => deedLine(body, scenario), [body, scenario]);
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {lines.length > 0 && (
        <div className="flex flex-wrap items-start gap-2">
          <pre className="min-w-0 rounded-cell bg-sunken px-2 py-1 text-[11.5px] leading-[17px] [overflow-wrap:anywhere] whitespace-pre-wrap">
            {lines.join('\n')}
          </pre>
          <CopyButton label={t.copyLine} text={lines.join('\n')} />
        </div>
      )}
      {files.map(({ path, text }) => (
        <div key={path}>
          <p className="mono text-[11.5px] text-ink-3">{t.file(path)}</p>
          <pre className="rounded-cell bg-sunken px-2 py-1 text-[11.5px] leading-[17px] [overflow-wrap:anywhere] whitespace-pre-wrap">
            {text}
          </pre>
        </div>
      ))}
      {remark !== null && <p className="type-row text-ink-3">{t.byHand[remark]}</p>}
    </div>
  );
}
