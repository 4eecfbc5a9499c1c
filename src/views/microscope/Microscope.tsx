import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import type {
  BatchView,
  DirectorySource,
  DirectoryView,
  LookUpTarget,
  LookUpView,
  TransactionsView,
} from '../../shared/LogDirectory.ts';
import { MAX_TIMESTAMP } from '../../shared/maxTimestamp.ts';
import { bytesOfLogs } from '../../i18n/en/bytes.ts';
import { microscope } from '../../i18n/en/microscope.ts';
import { formatNumber, formatTimestamp } from '../../i18n/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { announce } from '../../ui/LiveRegion.tsx';
import { useShortcuts, type Shortcut } from '../../ui/shortcuts.ts';
import '../views.css';
import { usePanelState } from '../SimulationContext.tsx';
import { BatchScan } from './BatchScan.tsx';
import { BytePane } from './BytePane.tsx';
import { CoordinatorRecords } from './CoordinatorRecords.tsx';
import { segmentOfFile } from './fileNames.ts';
import { FileList, RollLimits } from './FileList.tsx';
import { FindBar, type FindBy } from './FindBar.tsx';
import { IndexSearch } from './IndexSearch.tsx';
import { lookUpSteps, shownAfter, type LookUpStep } from './lookUpSteps.ts';
import './microscope.css';
import { LATEST } from './readTarget.ts';
import { StepBar } from './StepBar.tsx';
import { Transactions } from './Transactions.tsx';
import { useDirectoryAnswer } from './useDirectoryAnswer.ts';

const m = microscope;

export interface MicroscopeProps {
  readonly source: DirectorySource;
  /** What is looked up first; left out: the last record of the log. */
  readonly initialTarget?: LookUpTarget;
  /** Told of what else is looked up. */
  readonly onTarget?: (target: LookUpTarget) => void;
  /** Given, Escape calls it. */
  readonly onClose?: () => void;
}

/**
 * The directory of one partition on one broker, to the byte: which file, which entry of its index, which batches, and what each byte
 * of the batch says.
 *
 * Stands anywhere below a `SimulationProvider` and asks its simulation, for a replica as the run stands:
 *
 *     <Microscope source={{ kind: 'replica', broker: 1, partition: 'payments-0' }} />
 *
 * It fills the width that it is given: four steps beside each other from 1000 px on, else below each other. Whoever shows another
 * directory gives it another `key`. The text of a rule comes from `RuleDetails`, if the page has it.
 */
export function Microscope(props: MicroscopeProps) {
  const directory = useDirectoryAnswer<'overview'>({ kind: 'overview', source: props.source });
  const [last, setLast] = useState<DirectoryView | null>(null);
  if (directory !== undefined && directory !== null && directory !== last) setLast(directory);
  if (directory === null)
    return (
      <p className="type-ui p-5 text-ink-2" role="status">
        {m.gone}
      </p>
    );
  const shown = directory ?? last;
  if (shown === null)
    return (
      <p className="type-row p-5 text-ink-3" role="status">
        {m.loading}
      </p>
    );
  return <MicroscopeBody {...props} directory={shown} />;
}

/** What the last pane shows. */
type Shown =
  | { readonly kind: 'batch'; readonly segment: number; readonly position: number }
  | { readonly kind: 'file'; readonly file: string; readonly from: number };

const FILE_WINDOW_BYTES = 768;
const BATCHES_A_PAGE = 40;

function MicroscopeBody({
  source,
  initialTarget,
  onTarget,
  onClose,
  directory,
}: MicroscopeProps & { readonly directory: DirectoryView }) {
  const nowUs = usePanelState((state) => state.nowUs);
  const [by, setBy] = useState<FindBy>(initialTarget?.by ?? 'offset');
  /** Whose transactions are shown instead of a look-up; null: a look-up is. */
  const [producer, setProducer] = useState<string | null>(null);
  const [target, setTarget] = useState<LookUpTarget | null>(() => initialTarget ?? lastRecord(directory));
  const [text, setText] = useState(() => textOfTarget(target));
  /** So many steps of the look-up are shown; null: all. */
  const [done, setDone] = useState<number | null>(null);
  /** The segment that is leafed through instead of a look-up. */
  const [browsed, setBrowsed] = useState<{ readonly segment: number; readonly from: number } | null>(null);
  const [picked, setPicked] = useState<Shown | null>(null);
  const lookUp = useDirectoryAnswer<'lookUp'>(target && { kind: 'lookUp', source, target }) ?? null;
  const transactions =
    useDirectoryAnswer<'transactions'>(
      producer === null ? null : { kind: 'transactions', source, producer },
    ) ?? null;
  const steps = useMemo(() => (lookUp === null ? [] : lookUpSteps(lookUp)), [lookUp]);
  const stepsDone = Math.min(done ?? steps.length, steps.length);
  const isLookUp = browsed === null && producer === null;
  const shownSteps = lookUp && isLookUp ? shownAfter(lookUp, steps, stepsDone) : null;
  const found = shownSteps?.isComplete === true ? (lookUp?.found ?? null) : null;
  const scanned = shownSteps && lookUp ? lookUp.scanned.slice(0, shownSteps.batches) : [];
  const ofTransaction = producer === null ? null : firstOf(transactions);
  const shown = picked ?? ofTransaction ?? batchOfStep(lookUp, scanned, found?.batch ?? null);
  const segment =
    producer !== null
      ? segmentOf(picked, ofTransaction, directory)
      : (browsed?.segment ?? (shownSteps?.hasSegment === true ? (lookUp?.segment ?? null) : null));
  const lastNumber = isLookUp && lookUp !== null ? 2 + panesOf(lookUp) : 3;

  const find = (next: LookUpTarget) => {
    setTarget(next);
    onTarget?.(next);
    setProducer(null);
    setBrowsed(null);
    setPicked(null);
    setDone(null);
  };
  const step = useCallback(
    (to: number) => {
      setDone(to);
      setPicked(null);
      setBrowsed(null);
      setProducer(null);
      if (lookUp !== null) announce(sentenceOf(steps[to - 1], lookUp));
    },
    [lookUp, steps],
  );
  const box = useRef<HTMLDivElement>(null);
  useShortcuts(
    m.keys.title,
    [
      one('.', '.', m.keys.next, () => step(Math.min(steps.length, stepsDone + 1))),
      one(',', ',', m.keys.previous, () => step(Math.max(0, stepsDone - 1))),
      { keys: '← ↑ → ↓', label: m.keys.bytes, match: never, run: nothing },
      { keys: 'N P', label: m.keys.field, match: never, run: nothing },
      { keys: 'Home End', label: m.keys.ends, match: never, run: nothing },
      ...(onClose === undefined ? [] : [one('Esc', 'Escape', m.keys.close, onClose)]),
    ],
    box,
  );
  return (
    <div ref={box} className="microscope">
      <FindBar
        by={by}
        onBy={(next) => {
          setBy(next);
          setText(
            next === 'offset'
              ? textOfTarget(lastRecord(directory))
              : next === 'timestamp'
                ? timeOf(directory, lookUp)
                : '',
          );
        }}
        text={text}
        onText={setText}
        clockOriginMs={directory.clockOriginMs}
        onFind={find}
        onFindTransactions={(next) => {
          setProducer(next);
          setBrowsed(null);
          setPicked(null);
        }}
        lookUp={isLookUp ? lookUp : null}
        logBytes={directory.logBytes}
      >
        {directory.roll !== null && (
          <>
            <span className="mi-chip mono">
              index.interval.bytes {formatNumber(directory.roll.indexIntervalBytes)}
            </span>
            <span className="mi-chip mono">segment.bytes {formatNumber(directory.roll.segmentBytes)}</span>
          </>
        )}
      </FindBar>
      {producer === null && (
        <StepBar
          done={stepsDone}
          count={steps.length}
          onStep={step}
          sentence={lookUp === null ? m.steps.none : sentenceOf(steps[stepsDone - 1], lookUp)}
        />
      )}
      <div className="mi-panes">
        <section aria-labelledby="microscope-files" className="mi-pane">
          <PaneHeading id="microscope-files" number={1}>
            {m.files.heading(isLookUp ? target : null)}
          </PaneHeading>
          <Problems directory={directory} />
          <FileList
            directory={directory}
            segment={segment}
            file={picked?.kind === 'file' ? picked.file : null}
            nowUs={source.kind === 'replica' ? nowUs : null}
            onSegment={(baseOffset) => {
              setBrowsed({ segment: baseOffset, from: 0 });
              setProducer(null);
              setPicked(null);
            }}
            onFile={(file) => setPicked({ kind: 'file', file, from: 0 })}
          />
          <p className="type-row mt-3 text-ink-2">
            {target?.by === 'timestamp' && isLookUp ? m.files.timeNote : m.files.note}
          </p>
          <RollLimits directory={directory} />
        </section>
        <section aria-label={m.steps.label} className="mi-pane">
          {producer !== null ? (
            <>
              <PaneHeading number={2}>{m.transactions.heading(producer)}</PaneHeading>
              <Transactions
                source={source}
                found={transactions}
                chosen={shown?.kind === 'batch' ? shown : null}
                onBatch={({ segment: of, batch }) =>
                  setPicked({ kind: 'batch', segment: of, position: batch.position })
                }
                onFile={(file, from) => setPicked({ kind: 'file', file, from })}
              />
            </>
          ) : browsed !== null ? (
            <Browse
              source={source}
              segment={browsed.segment}
              from={browsed.from}
              chosen={shown?.kind === 'batch' ? shown.position : null}
              onFrom={(from) => setBrowsed({ ...browsed, from })}
              onChoose={({ position }) => setPicked({ kind: 'batch', segment: browsed.segment, position })}
            />
          ) : (
            lookUp !== null && (
              <LookUpPane
                lookUp={lookUp}
                done={stepsDone}
                steps={steps}
                logStart={directory.logStartOffset}
                logEnd={directory.logEndOffset}
                chosen={shown?.kind === 'batch' ? shown.position : null}
                onChoose={({ position }) =>
                  setPicked({ kind: 'batch', segment: lookUp.segment ?? 0, position })
                }
              />
            )
          )}
        </section>
        <section aria-labelledby="microscope-bytes" className="mi-pane mi-surface">
          {shown === null ? (
            <>
              <PaneHeading id="microscope-bytes" number={lastNumber}>
                {m.batch.format}
              </PaneHeading>
              <p className="type-row text-ink-2">{m.batch.nothing}</p>
            </>
          ) : shown.kind === 'batch' ? (
            <BatchPane
              source={source}
              segment={shown.segment}
              position={shown.position}
              targetOffset={found?.batch.position === shown.position ? found.offset : null}
              number={lastNumber}
            />
          ) : (
            <FilePane
              source={source}
              file={shown.file}
              from={shown.from}
              onFrom={(from) => setPicked({ ...shown, from })}
              number={lastNumber}
            />
          )}
        </section>
      </div>
    </div>
  );
}

/** Whose files are listed beside transactions: those of what is shown, else of the first transaction, else of the newest segment. */
function segmentOf(
  picked: Shown | null,
  ofTransaction: Shown | null,
  { segments }: DirectoryView,
): number | null {
  for (const shown of [picked, ofTransaction]) {
    if (shown === null) continue;
    const segment = shown.kind === 'batch' ? shown.segment : segmentOfFile(shown.file);
    if (segment !== null) return segment;
  }
  return segments.at(-1)?.baseOffset ?? null;
}

/** What is shown of transactions before somebody chooses: the first batch in the list, or the marker where its records are gone. */
function firstOf(found: TransactionsView | null): Shown | null {
  const transaction = found?.transactions[0];
  const first = transaction?.batches[0] ?? transaction?.marker ?? null;
  return first && { kind: 'batch', segment: first.segment, position: first.batch.position };
}

/** How many headings a look-up has between those of the files and of the bytes. */
function panesOf({ timeIndex, offsetIndex }: LookUpView): number {
  return (timeIndex === null ? 0 : 1) + (offsetIndex === null ? 1 : 2);
}

const never = () => false;
const nothing = () => undefined;

function one(keys: string, key: string, label: string, run: () => void): Shortcut {
  return {
    keys,
    label,
    match: (event) => event.key === key && !event.ctrlKey && !event.metaKey && !event.altKey,
    run,
  };
}

function PaneHeading({
  id,
  number,
  children,
}: {
  readonly id?: string;
  readonly number: number;
  readonly children: ReactNode;
}) {
  return (
    <h2 id={id} className="mi-heading">
      <span className="mi-number" aria-hidden="true">
        {number}
      </span>
      <span className="min-w-0">{children}</span>
    </h2>
  );
}

interface LookUpPaneProps {
  readonly lookUp: LookUpView;
  readonly steps: readonly LookUpStep[];
  readonly done: number;
  readonly logStart: number;
  readonly logEnd: number;
  readonly chosen: number | null;
  readonly onChoose: (batch: BatchView) => void;
}

function LookUpPane({ lookUp, steps, done, logStart, logEnd, chosen, onChoose }: LookUpPaneProps) {
  const shown = shownAfter(lookUp, steps, done);
  const { timeIndex, offsetIndex, outcome } = lookUp;
  /** By time there is an index more. */
  const first = timeIndex === null ? 2 : 3;
  return (
    <>
      {timeIndex !== null && (
        <div className="mb-5">
          <PaneHeading number={2}>{m.index.heading(timeIndex.file, timeIndex.target)}</PaneHeading>
          <IndexSearch index={timeIndex} shown={shown.timeProbes} hasEntry={shown.hasTimeEntry} />
        </div>
      )}
      {offsetIndex === null ? (
        <PaneHeading number={2}>{m.index.none}</PaneHeading>
      ) : (
        <>
          <PaneHeading number={first}>{m.index.heading(offsetIndex.file, offsetIndex.target)}</PaneHeading>
          <IndexSearch index={offsetIndex} shown={shown.offsetProbes} hasEntry={shown.hasOffsetEntry} />
        </>
      )}
      {offsetIndex !== null && (
        <div className="mt-5">
          <PaneHeading number={first + 1}>
            {m.scan.heading(shown.hasOffsetEntry ? lookUp.scanFrom : null)}
          </PaneHeading>
          {shown.batches === 0 ? (
            <p className="type-row text-ink-3">{m.scan.none}</p>
          ) : (
            <BatchScan batches={lookUp.scanned.slice(0, shown.batches)} chosen={chosen} onChoose={onChoose} />
          )}
          <p className="type-row mt-2 text-ink-2">{m.scan.note(lookUp.target)}</p>
        </div>
      )}
      {shown.isComplete && outcome !== 'found' && (
        <Callout tone="info" className="mt-3" live>
          {outcome === 'below-log-start'
            ? m.find.outcome[outcome](logStart)
            : outcome === 'beyond-log-end'
              ? m.find.outcome[outcome](logEnd)
              : m.find.outcome[outcome](lookUp.target)}
        </Callout>
      )}
    </>
  );
}

interface BrowseProps {
  readonly source: DirectorySource;
  readonly segment: number;
  readonly from: number;
  readonly chosen: number | null;
  readonly onFrom: (from: number) => void;
  readonly onChoose: (batch: BatchView) => void;
}

/** The batches of a segment, leafed through. */
function Browse({ source, segment, from, chosen, onFrom, onChoose }: BrowseProps) {
  const batches = useDirectoryAnswer<'batches'>({
    kind: 'batches',
    source,
    segment,
    from,
    limit: BATCHES_A_PAGE + 1,
  });
  const page = (batches ?? []).slice(0, BATCHES_A_PAGE);
  const hasMore = (batches?.length ?? 0) > BATCHES_A_PAGE;
  return (
    <>
      <PaneHeading number={2}>{m.scan.plain}</PaneHeading>
      {batches?.length === 0 ? (
        <p className="type-row text-ink-3">{m.scan.empty}</p>
      ) : (
        <BatchScan batches={page} chosen={chosen} onChoose={onChoose} />
      )}
      {(from > 0 || hasMore) && (
        <Pager
          earlier={m.scan.earlier}
          later={m.scan.later}
          text={m.scan.range(from + 1, from + page.length)}
          onEarlier={from > 0 ? () => onFrom(Math.max(0, from - BATCHES_A_PAGE)) : null}
          onLater={hasMore ? () => onFrom(from + BATCHES_A_PAGE) : null}
        />
      )}
    </>
  );
}

interface PagerProps {
  readonly earlier: string;
  readonly later: string;
  readonly text: string;
  readonly onEarlier: (() => void) | null;
  readonly onLater: (() => void) | null;
}

function Pager({ earlier, later, text, onEarlier, onLater }: PagerProps) {
  return (
    <p className="mt-2 flex flex-wrap items-center gap-2">
      <Button size="small" icon="back" isDisabled={onEarlier === null} onPress={() => onEarlier?.()}>
        {earlier}
      </Button>
      <Button size="small" iconAfter="next" isDisabled={onLater === null} onPress={() => onLater?.()}>
        {later}
      </Button>
      <span className="type-row text-ink-3">{text}</span>
    </p>
  );
}

interface BatchPaneProps {
  readonly source: DirectorySource;
  readonly segment: number;
  readonly position: number;
  readonly targetOffset: number | null;
  readonly number: number;
}

function BatchPane({ source, segment, position, targetOffset, number }: BatchPaneProps) {
  const read = useDirectoryAnswer<'batch'>({ kind: 'batch', source, segment, position });
  const [showsUnpacked, setShowsUnpacked] = useState(false);
  if (read === undefined || read === null)
    return (
      <PaneHeading id="microscope-bytes" number={number}>
        {m.batch.format}
      </PaneHeading>
    );
  const { batch, isMadeUp, bytes, fields, problem, unpacked } = read;
  const title = m.batch.heading(batch.sizeBytes, batch.position);
  const content = showsUnpacked && unpacked !== null ? unpacked : { bytes, fields, problem };
  return (
    <>
      <PaneHeading id="microscope-bytes" number={number}>
        {title} <span className="ml-1 font-[400] text-ink-3">{m.batch.format}</span>
      </PaneHeading>
      {unpacked !== null && bytes !== null && (
        <p className="type-row mb-2 flex flex-wrap items-center gap-2 text-ink-2">
          {m.batch.unpacked(codecOf(fields), bytes.length - HEADER_BYTES, unpacked.bytes.length)}
          <Button size="small" onPress={() => setShowsUnpacked(!showsUnpacked)}>
            {showsUnpacked ? m.batch.packed.packed : m.batch.packed.unpacked}
          </Button>
        </p>
      )}
      {content.bytes === null ? (
        <Callout tone="info" title={m.batch.noBytes}>
          {m.batch.noBytesWhy}
        </Callout>
      ) : (
        <BytePane
          key={`${segment} ${position} ${showsUnpacked} ${targetOffset}`}
          title={title}
          bytes={content.bytes}
          fields={content.fields}
          from={0}
          problem={content.problem}
          targetOffset={targetOffset}
        />
      )}
      {read.coordinatorRecords !== null && <CoordinatorRecords records={read.coordinatorRecords} />}
      {isMadeUp && bytes !== null && <p className="type-row mt-3 text-ink-3">{m.batch.madeUp}</p>}
    </>
  );
}

const HEADER_BYTES = 61;

function codecOf(
  fields: readonly { readonly name: string; readonly reading: { readonly kind: string } }[],
): string {
  const reading = fields.find(({ name }) => name === 'attributes')?.reading;
  return reading?.kind === 'words'
    ? ((reading as { readonly words?: readonly string[] }).words?.[0] ?? '')
    : '';
}

interface FilePaneProps {
  readonly source: DirectorySource;
  readonly file: string;
  readonly from: number;
  readonly onFrom: (from: number) => void;
  readonly number: number;
}

function FilePane({ source, file, from, onFrom, number }: FilePaneProps) {
  const read = useDirectoryAnswer<'file'>({ kind: 'file', source, file, from, limit: FILE_WINDOW_BYTES });
  if (read === undefined || read === null)
    return (
      <PaneHeading id="microscope-bytes" number={number}>
        {file}
      </PaneHeading>
    );
  const end = read.from + read.bytes.length;
  return (
    <>
      <PaneHeading id="microscope-bytes" number={number}>
        <span className="[overflow-wrap:anywhere]">{m.batch.file(file, read.sizeBytes)}</span>
      </PaneHeading>
      {read.bytes.length === 0 ? (
        <p className="type-row text-ink-2">{m.batch.emptyFile}</p>
      ) : (
        <BytePane
          key={`${file} ${read.from}`}
          title={file}
          bytes={read.bytes}
          fields={read.fields}
          from={read.from}
          problem={null}
          targetOffset={null}
        />
      )}
      {read.bytes.length < read.sizeBytes && (
        <Pager
          earlier={m.batch.earlier}
          later={m.batch.later}
          text={m.batch.window(read.from, end - 1, read.sizeBytes)}
          onEarlier={read.from > 0 ? () => onFrom(Math.max(0, read.from - FILE_WINDOW_BYTES)) : null}
          onLater={end < read.sizeBytes ? () => onFrom(end) : null}
        />
      )}
    </>
  );
}

/** What is wrong with the files, where, and what mends it. */
function Problems({ directory }: { readonly directory: DirectoryView }) {
  const { problems, batchesWithoutBytes } = directory;
  return (
    <>
      {problems.length > 0 && (
        <Callout tone="error" title={m.problems.title(problems.length)} className="mb-3">
          <ul>
            {problems.map((problem) => (
              <li key={`${problem.file} ${problem.position} ${problem.code}`} className="mt-1">
                <span className="mono [overflow-wrap:anywhere]">{m.problems.in(problem.file)}</span>{' '}
                {bytesOfLogs.problem(problem)}{' '}
                <span className="text-ink-2">{m.problems.mend[mendOf(problem.code, problem.file)]}</span>
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {batchesWithoutBytes > 0 && (
        <Callout tone="info" className="mb-3">
          {m.withoutBytes(batchesWithoutBytes)}
        </Callout>
      )}
    </>
  );
}

function mendOf(code: string, file: string): keyof typeof m.problems.mend {
  if (code === 'unknown-file') return 'other';
  if (code === 'missing-file') return 'missing';
  if (file.endsWith('.log')) return 'log';
  if (file.endsWith('index')) return 'index';
  if (file.endsWith('.snapshot')) return 'snapshot';
  return file === 'partition.metadata' ? 'metadata' : 'checkpoint';
}

function lastRecord({ logStartOffset, logEndOffset }: DirectoryView): LookUpTarget | null {
  return logEndOffset > logStartOffset ? { by: 'offset', offset: logEndOffset - 1 } : null;
}

function textOfTarget(target: LookUpTarget | null): string {
  if (target === null) return '';
  if (target.by === 'timestamp' && target.timestampMs === MAX_TIMESTAMP) return LATEST;
  return target.by === 'offset' ? formatNumber(target.offset) : formatTimestamp(target.timestampMs);
}

/** A time to begin with: that of the record that is shown. */
function timeOf({ segments }: DirectoryView, lookUp: LookUpView | null): string {
  const timestampMs = lookUp?.found?.timestampMs ?? segments.at(-1)?.largestTimestampMs ?? null;
  return timestampMs === null || timestampMs < 0 ? '' : formatTimestamp(timestampMs);
}

function batchOfStep(
  lookUp: LookUpView | null,
  scanned: readonly BatchView[],
  found: BatchView | null,
): Shown | null {
  const batch = found ?? scanned.at(-1) ?? null;
  return lookUp === null || lookUp.segment === null || batch === null
    ? null
    : { kind: 'batch', segment: lookUp.segment, position: batch.position };
}

function sentenceOf(step: LookUpStep | undefined, lookUp: LookUpView): string {
  switch (step?.kind) {
    case undefined:
      return m.steps.none;
    case 'segment':
      return m.steps.segment(lookUp);
    case 'probe':
      return m.steps.probe(step.index.file, step.probe, step.index.target);
    case 'entry':
      return m.steps.entry(step.index.file, step.index.slot, step.index.entry);
    case 'scan':
      return m.steps.scan(step.batch);
    case 'end':
      return m.steps.end(lookUp);
  }
}
