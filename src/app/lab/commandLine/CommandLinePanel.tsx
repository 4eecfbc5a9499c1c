import { useState } from 'react';
import { toolCalls } from '../../../export/tools/tools.ts';
import { commandLine as t } from '../../../i18n/en/commandLine.ts';
import { formatTime } from '../../../i18n/format.ts';
import { SelectField } from '../../../ui/fields.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { usePanelState } from '../../../views/SimulationContext.tsx';
import { DeedLines } from './DeedLines.tsx';
import { ToolOutput } from './ToolOutput.tsx';
import { useToolInput } from './useToolInput.ts';

const DONE = 'done';

/** Kafka’s own tools as they would answer now, and what was done as lines for a real cluster. */
export function CommandLinePanel() {
  const input = useToolInput();
  const nowUs = usePanelState((state) => state.nowUs);
  const commands = usePanelState((state) => state.commands);
  const [chosen, setChosen] = useState('');
  const calls = input === null ? [] : toolCalls({ kind: 'cluster' }, input);
  const call = calls.find(({ line }) => line === chosen) ?? calls[0];
  return (
    <Panel title={t.title} className="flex h-full min-h-0 flex-col gap-2">
      <SelectField
        label={t.tool}
        hideLabel
        mono
        value={chosen === DONE ? DONE : (call?.line ?? '')}
        onChange={setChosen}
        options={[...calls.map(({ line }) => ({ value: line, label: line })), { value: DONE, label: t.done }]}
        className="max-w-[560px]"
      />
      {chosen === DONE ? (
        <div className="min-h-0 flex-1 overflow-auto">
          {commands.length === 0 ? (
            <p className="text-ink-3">{t.nothingDone}</p>
          ) : (
            <ol className="flex flex-col gap-2">
              {commands.map((command, index) => (
                <li key={index}>
                  <p className="type-row text-ink-3">
                    {formatTime(command.atUs)} <span className="mono">{command.kind}</span>
                  </p>
                  <DeedLines body={command} />
                </li>
              ))}
            </ol>
          )}
        </div>
      ) : (
        <>
          {input !== null && call !== undefined && <ToolOutput call={call} input={input} fills />}
          <p className="type-row text-ink-3">
            {t.note(formatTime(nowUs))} {t.simplified}
          </p>
        </>
      )}
    </Panel>
  );
}
