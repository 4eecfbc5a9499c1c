import { useMemo, useState } from 'react';
import { clusterFiles } from '../../export/cluster/clusterFiles.ts';
import { clusterFiles as words } from '../../i18n/en/clusterFiles.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText, downloadText } from '../../ui/clipboard.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { announce } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { Segments } from '../../ui/Segments.tsx';

export interface ClusterDialogProps {
  /** With everything that was done in the run. */
  readonly scenario: Scenario;
  readonly onClose: () => void;
}

const FILE_NAMES = ['run.sh', 'compose.yaml', 'README.md'] as const;
type FileName = (typeof FILE_NAMES)[number];

/** The scenario for a real cluster: one script to download, and what it holds. */
export function ClusterDialog({ scenario, onClose }: ClusterDialogProps) {
  const m = useMessages();
  const t = m.lab.cluster;
  const { script, compose, readme } = useMemo(() => clusterFiles(scenario, words), [scenario]);
  const [shown, setShown] = useState<FileName>('run.sh');
  const [copied, setCopied] = useState<FileName | null>(null);
  const texts: Readonly<Record<FileName, string>> = {
    'run.sh': script,
    'compose.yaml': compose,
    'README.md': readme,
  };
  const copy = async () => {
    if (!(await copyText(texts[shown]))) return;
    setCopied(shown);
    announce(m.app.copied);
  };
  return (
    <Dialog
      title={t.title}
      isOpen
      onClose={onClose}
      width="wide"
      footer={
        <>
          <Button onPress={onClose}>{m.app.close}</Button>
          <Button
            variant="primary"
            icon="download"
            onPress={() => downloadText('run.sh', script, 'application/x-sh')}
          >
            {t.downloadScript}
          </Button>
        </>
      }
    >
      <p className="text-[13.5px] leading-5">{t.lead}</p>
      <p className="type-row mt-1 mb-3 text-ink-3">{t.note}</p>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <Segments<FileName>
          label={t.files}
          mono
          value={shown}
          onChange={setShown}
          segments={FILE_NAMES.map((value) => ({ value, label: value }))}
        />
        <Button size="small" icon={copied === shown ? 'check' : 'copy'} onPress={() => void copy()}>
          {copied === shown ? m.app.copied : m.app.copy}
        </Button>
        {shown !== 'run.sh' && (
          <Button
            size="small"
            icon="download"
            onPress={() => downloadText(shown, texts[shown], 'text/plain')}
          >
            {t.downloadFile(shown)}
          </Button>
        )}
      </div>
      <ScrollBox
        as="pre"
        label={shown}
        className="max-h-[46vh] overflow-auto rounded-[8px] bg-sunken px-3 py-2 text-[12px] leading-[18px]"
      >
        {texts[shown]}
      </ScrollBox>
    </Dialog>
  );
}
