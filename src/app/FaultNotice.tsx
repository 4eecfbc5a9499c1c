import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { copyText } from '../ui/clipboard.ts';
import { ToneMark } from '../ui/Callout.tsx';
import { useMessages } from '../ui/messages.tsx';
import { LinkButton } from './LinkButton.tsx';

/** A fault of ours, told as such, with what is needed to report it. */
export function FaultNotice({
  error,
  part = 'page',
}: {
  readonly error: Error;
  readonly part?: 'page' | 'stage';
}) {
  const m = useMessages().app;
  const [copied, setCopied] = useState(false);
  const report = `${error.name}: ${error.message}\n${location.href}\n${error.stack ?? ''}`;
  const Heading = part === 'page' ? 'h1' : 'h2';
  return (
    <div className="mx-auto flex max-w-[620px] flex-col gap-4 px-6 py-12">
      <Heading className="flex items-center gap-3 text-[17px] leading-[23px] font-[630] tracking-[-0.015em]">
        <span className="text-error">
          <ToneMark tone="error" size={26} />
        </span>
        {part === 'page' ? m.fault.title : m.fault.stageTitle}
      </Heading>
      <p className="type-prose text-ink-2">{part === 'page' ? m.fault.body : m.fault.stageBody}</p>
      <div>
        <p className="type-label">{m.fault.report}</p>
        <pre className="mt-1 max-h-52 overflow-auto rounded-[8px] bg-sunken p-3 text-[12px] leading-[18px] break-words whitespace-pre-wrap">
          {`${error.name}: ${error.message}`}
        </pre>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onPress={() => location.reload()}>
          {m.fault.reload}
        </Button>
        <Button icon="copy" onPress={() => void copyText(report).then(setCopied)}>
          {copied ? m.copied : m.fault.copyReport}
        </Button>
        {part === 'page' && <LinkButton to="/">{m.fault.toCourse}</LinkButton>}
      </div>
    </div>
  );
}
