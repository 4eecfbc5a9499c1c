import { useState } from 'react';
import type { DirectoryView, FileView, SegmentView } from '../../shared/LogDirectory.ts';
import { microscope } from '../../i18n/en/microscope.ts';
import { Button } from '../../ui/Button.tsx';
import { logName, segmentOfFile, shortName } from './fileNames.ts';
import { RovingGroup } from './RovingGroup.tsx';

const m = microscope.files;
/** Of many segments those around the chosen one are shown, the first and the last. */
const MOST_SEGMENTS = 9;

export interface FileListProps {
  readonly directory: DirectoryView;
  /** Base offset of the segment that is looked into. */
  readonly segment: number | null;
  /** Name of the file whose bytes are shown. */
  readonly file: string | null;
  /** Of the run, for what goes at some time; null for files of no run. */
  readonly nowUs: number | null;
  readonly onSegment: (baseOffset: number) => void;
  readonly onFile: (name: string) => void;
}

/** The directory: its segments with what they hold, and every other file. */
export function FileList({ directory, segment, file, nowUs, onSegment, onFile }: FileListProps) {
  const [showsAll, setShowsAll] = useState(false);
  const { segments } = directory;
  const shown = showsAll ? segments : around(segments, segment);
  const largest = Math.max(1, ...segments.map(({ sizeBytes }) => sizeBytes));
  const allocated = directory.files.find(
    (view) => belongs(view, segment) && view.allocatedBytes > view.sizeBytes,
  );
  const others = directory.files.filter((view) => view.kind !== '.log' && belongs(view, segment));
  return (
    <>
      <RovingGroup
        label={m.segments}
        className="flex flex-col gap-1.5"
        itemClassName="mi-segment"
        chosen={segment === null ? null : String(segment)}
        onChoose={(id) => onSegment(Number(id))}
        items={shown.map((view) => ({
          id: String(view.baseOffset),
          label: m.segment({
            name: logName(view.baseOffset),
            offsets: m.offsets(view.baseOffset, view.lastOffset),
            size: view.sizeBytes,
            isActive: view.isActive,
          }),
          content: (
            <>
              <span className="mono mi-segment-name">
                <FileName name={logName(view.baseOffset)} />
              </span>
              <span className="mi-bar" aria-hidden="true">
                <span style={{ width: `${(view.sizeBytes / largest) * 100}%` }} />
              </span>
              <span className="flex justify-between gap-2 text-[11.5px] leading-4 text-ink-3">
                <span>
                  {m.offsets(view.baseOffset, view.lastOffset)}
                  {view.isActive && <span className="font-[560] text-ink-2"> · {m.active}</span>}
                </span>
                <span>{microscope.bytes(view.sizeBytes)}</span>
              </span>
            </>
          ),
        }))}
      />
      {shown.length < segments.length && (
        <p className="type-row mt-1.5 flex items-center justify-between gap-2 text-ink-3">
          {m.folded(segments.length - shown.length)}
          <Button size="small" variant="ghost" onPress={() => setShowsAll(true)}>
            {m.showAll}
          </Button>
        </p>
      )}
      <RovingGroup
        label={m.others}
        className="mt-3 flex flex-col"
        itemClassName="mi-file"
        chosen={file}
        onChoose={onFile}
        items={others.map((view) => {
          const text = m.file(view, nowUs);
          return {
            id: view.name,
            label: `${view.name}: ${text}`,
            content: (
              <>
                <span className="mono text-[11.5px] whitespace-nowrap">{shortName(view.name)}</span>
                <span className="min-w-0 text-right text-ink-3">{text}</span>
              </>
            ),
          };
        })}
      />
      {allocated !== undefined && (
        <p className="type-row mt-1.5 text-ink-3">{m.allocated(allocated.allocatedBytes)}</p>
      )}
    </>
  );
}

/** The digits that only fill up are quiet. */
function FileName({ name }: { readonly name: string }) {
  const filler = /^0*(?=\d)/.exec(name)?.[0].length ?? 0;
  return (
    <span className="min-w-0 truncate">
      <span className="text-ink-3">{name.slice(0, filler)}</span>
      {name.slice(filler)}
    </span>
  );
}

/** Files of the chosen segment, and those of no segment. */
function belongs({ name, kind }: FileView, segment: number | null): boolean {
  if (kind === '.index' || kind === '.timeindex' || kind === '.txnindex')
    return segment !== null && segmentOfFile(name) === segment;
  return true;
}

function around(segments: readonly SegmentView[], chosen: number | null): readonly SegmentView[] {
  if (segments.length <= MOST_SEGMENTS) return segments;
  const last = segments.length - 1;
  const found = segments.findIndex(({ baseOffset }) => baseOffset === chosen);
  const center = found < 0 ? last : found;
  const from = Math.max(0, Math.min(center - 3, last - (MOST_SEGMENTS - 2)));
  return segments.filter((_, i) => i === 0 || i === last || (i >= from && i < from + MOST_SEGMENTS - 2));
}

/** How near the active segment is to each limit at which it rolls. */
export function RollLimits({ directory }: { readonly directory: DirectoryView }) {
  if (directory.roll === null) return null;
  return (
    <section className="mt-5" aria-label={m.roll}>
      <h3 className="type-panel mb-2 text-[13px]">{m.roll}</h3>
      <dl>
        {m.rollRows(directory.roll).map(([name, share, now, limit]) => (
          <div key={name} className="mi-limit">
            <dt className="mono">{name}</dt>
            <dd className="text-right text-ink-3">{m.rollOf(now, limit)}</dd>
            <dd className="mi-bar mi-thin" aria-hidden="true">
              <span style={{ width: `${Math.max(1, Math.min(1, share) * 100)}%` }} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
