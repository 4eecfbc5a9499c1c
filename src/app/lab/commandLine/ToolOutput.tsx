import type { ToolInput } from '../../../export/tools/ToolInput.ts';
import type { ToolCall, ToolProblem } from '../../../export/tools/tools.ts';
import { commandLine as t } from '../../../i18n/en/commandLine.ts';
import { classNames } from '../../../ui/classNames.ts';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { CopyButton } from './CopyButton.tsx';

export interface ToolOutputProps {
  readonly call: ToolCall;
  readonly input: ToolInput;
  /** It takes the height that there is. */
  readonly fills?: boolean;
}

/** A line as it is typed, and what it prints. */
export function ToolOutput({ call, input, fills = false }: ToolOutputProps) {
  const printed = call.print(input);
  const text = typeof printed === 'string' ? printed.replace(/^\n/, '') : '';
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 text-[12px] [overflow-wrap:anywhere]">{call.command}</code>
        <CopyButton label={t.copyLine} text={call.command} />
        {text !== '' && <CopyButton label={t.copyOutput} text={text} />}
      </div>
      {text !== '' ? (
        <ScrollBox
          as="pre"
          role="region"
          label={call.line}
          className={classNames(
            'overflow-auto rounded-[8px] bg-sunken px-3 py-2 text-[12px] leading-[18px] [tab-size:4]',
            fills ? 'min-h-24 flex-1' : 'max-h-72',
          )}
        >
          {text}
        </ScrollBox>
      ) : (
        <p className="text-ink-3">{reason(printed, input.kafkaVersion)}</p>
      )}
    </>
  );
}

function reason(printed: string | ToolProblem, version: string): string {
  if (typeof printed === 'string') return t.empty;
  return printed.problem === 'timesOut' ? t.timesOut : t.unknownLayout(version);
}
