import { useId, useMemo, useState } from 'react';
import type { ImportedTopics } from '../../import/kafkaTopics.ts';
import { importKafkaTopics } from '../../import/kafkaTopics.ts';
import { formatNumber } from '../../i18n/format.ts';
import type { ImportNotice, NoticeLevel } from '../../scenario/ImportReport.ts';
import { parseScenario } from '../../scenario/parseScenario.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { Button } from '../../ui/Button.tsx';
import { ToneMark, type CalloutTone } from '../../ui/Callout.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { addClients } from './addClients.ts';

export interface PasteDialogProps {
  readonly onClose: () => void;
  readonly onRun: (scenario: Scenario) => void;
}

/** A real cluster as a scenario: paste, read what was found and what was ignored, run. */
export function PasteDialog({ onClose, onRun }: PasteDialogProps) {
  const m = useMessages();
  const t = m.lab.pasteDialog;
  const [paste, setPaste] = useState('');
  const [withClients, setWithClients] = useState(true);
  const report = useMemo(() => (paste.trim() === '' ? null : importKafkaTopics(paste)), [paste]);
  const clientsFor = report === null ? null : topicWithoutClients(report.notices);
  const file = report?.scenario ?? null;
  const run = () => {
    if (file === null) return;
    const parsed = parseScenario(withClients && clientsFor !== null ? addClients(file, clientsFor) : file);
    if (!parsed.ok) throw new Error(`imported scenario: ${JSON.stringify(parsed.problems)}`);
    onRun(parsed.scenario);
  };
  return (
    <Dialog
      title={t.title}
      isOpen
      onClose={onClose}
      width="wide"
      footer={
        <>
          {clientsFor !== null && file !== null && (
            <label className="mr-auto flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                className="size-4 accent-ink"
                checked={withClients}
                onChange={(event) => setWithClients(event.currentTarget.checked)}
              />
              {t.addClients(clientsFor)}
            </label>
          )}
          <Button onPress={onClose}>{m.lab.dialog.cancel}</Button>
          <Button variant="primary" isDisabled={file === null} onPress={run}>
            {t.run}
          </Button>
        </>
      }
    >
      <TextArea label={t.label} value={paste} onChange={setPaste} rows={8} placeholder={t.placeholder} />
      <p className="type-row mt-1.5 text-ink-3">{t.note}</p>
      {report !== null && <Report report={report} />}
    </Dialog>
  );
}

function topicWithoutClients(notices: readonly ImportNotice[]): string | null {
  const notice = notices.find((one) => one.code === 'add-clients');
  return notice?.code === 'add-clients' ? notice.topic : null;
}

function Report({ report }: { readonly report: ImportedTopics }) {
  const m = useMessages();
  const t = m.lab.pasteDialog;
  const { found, ignored, notices } = report;
  const partitions = found.topics.reduce((sum, topic) => sum + topic.partitionCount, 0);
  return (
    <div className="mt-4 grid gap-x-8 gap-y-4 md:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Section title={t.found}>
          <p role="status" className="text-[13.5px] leading-5">
            {found.topics.length === 0
              ? t.nothingFound
              : t.foundSummary({ topics: found.topics.length, partitions, brokers: found.brokers.length })}
          </p>
          <ul className="mt-1 max-h-40 overflow-y-auto">
            {found.topics.map((topic) => (
              <li key={topic.name} className="flex justify-between gap-3 border-t border-line py-1">
                <span className="mono min-w-0 break-all">{topic.name}</span>
                <span className="shrink-0 text-ink-3">
                  {t.topicFacts(topic.partitionCount, topic.replicationFactor)}
                </span>
              </li>
            ))}
          </ul>
        </Section>
        {notices.length > 0 && (
          <Section title={t.notices}>
            <ul className="flex flex-col gap-1.5">
              {notices.map((notice) => (
                <li key={JSON.stringify(notice)} className="flex gap-2">
                  <span className={`mt-0.5 ${NOTICE_COLOUR[notice.level]}`}>
                    <ToneMark tone={NOTICE_TONE[notice.level]} size={14} />
                  </span>
                  <span className="type-row min-w-0 break-words text-ink-2">
                    {m.importing.notice(notice)}
                  </span>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
      <Section title={ignored.length === 0 ? t.nothingIgnored : m.importing.ignoredHeading(ignored.length)}>
        <ul className="max-h-72 overflow-y-auto">
          {ignored.map((one, i) => (
            <li key={i} className="border-t border-line py-1">
              <p className="flex justify-between gap-3 text-ink-3">
                <span>{t.ignoredLine(formatNumber(one.line))}</span>
                <span className="text-ink-2">{m.importing.ignored(one.why)}</span>
              </p>
              <p className="mono truncate text-ink-2" title={one.text}>
                {one.text}
              </p>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

const NOTICE_TONE: Readonly<Record<NoticeLevel, CalloutTone>> = {
  error: 'error',
  warn: 'wait',
  info: 'info',
};
const NOTICE_COLOUR: Readonly<Record<NoticeLevel, string>> = {
  error: 'text-error',
  warn: 'text-wait',
  info: 'text-water',
};

function Section({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="type-label mb-1">
        {title}
      </h3>
      {children}
    </section>
  );
}
