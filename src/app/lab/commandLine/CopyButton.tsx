import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/clipboard.ts';
import { announce } from '../../../ui/LiveRegion.tsx';
import { useMessages } from '../../../ui/messages.tsx';

const COPIED_FOR_MS = 2000;

export function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const m = useMessages().app;
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return;
    setCopied(true);
    announce(m.copied);
    setTimeout(() => setCopied(false), COPIED_FOR_MS);
  };
  return (
    <Button size="small" icon={copied ? 'check' : 'copy'} onPress={() => void copy()}>
      {copied ? m.copied : label}
    </Button>
  );
}
