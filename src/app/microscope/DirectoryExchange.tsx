import { useRef, useState } from 'react';
import { microscope } from '../../i18n/en/microscope.ts';
import type { DirectorySource, ExportedDirectory } from '../../shared/LogDirectory.ts';
import type { Simulation } from '../../state/Simulation.ts';
import { Button } from '../../ui/Button.tsx';
import { downloadBytes } from '../../ui/clipboard.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { announce } from '../../ui/LiveRegion.tsx';
import { useMessages } from '../../ui/messages.tsx';
import type { DirectoryReadProblem, ReadDirectory } from './zipDirectory.ts';

const m = microscope.exchange;

export interface DirectoryExchangeProps {
  readonly simulation: Simulation;
  readonly source: DirectorySource;
  /** Of the directory: that of the folder in the zip. */
  readonly name: string;
  /** Files were opened, and are asked about as `opened` from now on. */
  readonly onOpened: (name: string) => void;
}

type Trouble =
  | { readonly kind: 'export'; readonly answer: Extract<ExportedDirectory, { readonly ok: false }> }
  | { readonly kind: 'failed' }
  | { readonly kind: 'read'; readonly problem: DirectoryReadProblem }
  | { readonly kind: 'choose'; readonly directories: readonly ReadDirectory[] };

/** Takes a directory away as a zip, and opens one that somebody has. */
export function DirectoryExchange({ simulation, source, name, onOpened }: DirectoryExchangeProps) {
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const exportAs = async (missingBytes: 'refuse' | 'uncompressed') => {
    setTrouble(null);
    try {
      const answer = await simulation.inspectDirectory({ kind: 'export', source, missingBytes });
      if (answer === null) return;
      if (!answer.ok) {
        setTrouble({ kind: 'export', answer });
        return;
      }
      const { zipDirectory } = await import('./zipDirectory.ts');
      downloadBytes(`${name}.zip`, zipDirectory(name, answer.files), 'application/zip');
      announce(m.exported(`${name}.zip`, answer.files.length));
    } catch {
      setTrouble({ kind: 'failed' });
    }
  };
  const open = async (directory: ReadDirectory) => {
    setTrouble(null);
    await simulation.inspectDirectory({ kind: 'open', ...directory });
    onOpened(directory.name);
  };
  const read = async (chosen: readonly File[]) => {
    const { readChosenFiles } = await import('./zipDirectory.ts');
    const result = await readChosenFiles(chosen);
    if (!result.ok) setTrouble({ kind: 'read', problem: result.problem });
    else if (result.directories.length === 1) await open(result.directories[0]!);
    else setTrouble({ kind: 'choose', directories: result.directories });
  };
  return (
    <>
      <Button icon="download" aria-label={m.exportLabel} onPress={() => void exportAs('refuse')}>
        {m.export}
      </Button>
      <Button icon="open" aria-label={m.importLabel} onPress={() => input.current?.click()}>
        {m.import}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={m.importLabel}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          if (chosen.length > 0) void read(chosen);
        }}
      />
      {trouble !== null && (
        <TroubleDialog
          trouble={trouble}
          onClose={() => setTrouble(null)}
          onUncompressed={() => void exportAs('uncompressed')}
          onChoose={(directory) => void open(directory)}
        />
      )}
    </>
  );
}

interface TroubleDialogProps {
  readonly trouble: Trouble;
  readonly onClose: () => void;
  readonly onUncompressed: () => void;
  readonly onChoose: (directory: ReadDirectory) => void;
}

function TroubleDialog({ trouble, onClose, onUncompressed, onChoose }: TroubleDialogProps) {
  const app = useMessages().app;
  const isRefused = trouble.kind === 'export' && trouble.answer.refusal === 'no-bytes';
  return (
    <Dialog
      title={trouble.kind === 'choose' ? m.choose : isRefused ? m.noBytes : m.notDone}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{app.close}</Button>
          {isRefused && (
            <Button variant="primary" icon="download" onPress={onUncompressed}>
              {m.uncompressed}
            </Button>
          )}
        </>
      }
    >
      {trouble.kind === 'choose' ? (
        <div className="flex flex-col items-start gap-2">
          {trouble.directories.map((directory) => (
            <Button key={directory.name} icon="open" onPress={() => onChoose(directory)}>
              {directory.name}
            </Button>
          ))}
        </div>
      ) : (
        <>
          <p className="text-[13.5px] leading-5">{troubleText(trouble)}</p>
          {isRefused && <p className="type-row mt-2 text-ink-2">{m.uncompressedNote}</p>}
        </>
      )}
    </Dialog>
  );
}

function troubleText(trouble: Exclude<Trouble, { readonly kind: 'choose' }>): string {
  if (trouble.kind === 'failed') return m.failed;
  if (trouble.kind === 'export')
    return trouble.answer.refusal === 'no-bytes'
      ? m.noBytesWhy(trouble.answer.batches, trouble.answer.firstOffset)
      : m.tooLarge(trouble.answer.sizeBytes, trouble.answer.limitBytes);
  const { problem } = trouble;
  switch (problem.kind) {
    case 'too-large':
      return m.readFailed[problem.kind](problem.limitBytes);
    case 'no-files':
      return m.readFailed[problem.kind]();
    case 'not-a-zip':
    case 'unreadable':
      return m.readFailed[problem.kind](problem.name);
  }
}
