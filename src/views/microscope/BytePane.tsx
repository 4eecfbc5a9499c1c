import { useState } from 'react';
import type { ByteField } from '../../shared/ByteField.ts';
import type { FormatProblem } from '../../shared/FormatProblem.ts';
import { bytesOfLogs } from '../../i18n/en/bytes.ts';
import { microscope } from '../../i18n/en/microscope.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { ByteDetails } from './ByteDetails.tsx';
import { ByteGrid } from './ByteGrid.tsx';
import { fieldsAt, indexAt, marksOf } from './byteFields.ts';
import { FieldList } from './FieldList.tsx';
import { recordLine, recordOffset } from './fieldText.ts';

const m = microscope.batch;
/** Below this there is room for eight bytes beside each other. */
const NARROW = '(max-width: 479px)';

export interface BytePaneProps {
  readonly title: string;
  readonly bytes: Uint8Array;
  readonly fields: readonly ByteField[];
  readonly from: number;
  readonly problem: FormatProblem | null;
  /** The record that was looked for: in ink, and chosen first. */
  readonly targetOffset: number | null;
  /** Eight bytes beside each other also where the page is wide. */
  readonly narrow?: boolean;
}

/** Bytes with their fields: the grid, the list of fields with what they say, and the one byte that is chosen. */
export function BytePane({
  title,
  bytes,
  fields,
  from,
  problem,
  targetOffset,
  narrow = false,
}: BytePaneProps) {
  const target = fields.findIndex((field) => targetOffset !== null && recordOffset(field) === targetOffset);
  const [selected, setSelected] = useState(() => fields[target]?.start ?? 0);
  const [pointed, setPointed] = useState<number | null>(null);
  const [as, setAs] = useState<'hex' | 'text'>('hex');
  const isOnPhone = useMediaQuery(NARROW);
  // Eight of them in a row are as wide as a finger needs.
  const isTouched = useMediaQuery('(pointer: coarse)');
  const isNarrow = narrow || isOnPhone || isTouched;
  const marks = marksOf(fields);
  const byte = Math.min(selected, Math.max(0, bytes.length - 1));
  const at = indexAt(fields, byte);
  const path = fieldsAt(fields, byte);
  const record = fields[at];
  const line = record === undefined ? null : recordLine(record, bytes);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex justify-end">
        <Segments<'hex' | 'text'>
          label={m.show}
          value={as}
          onChange={setAs}
          segments={[
            { value: 'hex', label: m.as.hex },
            { value: 'text', label: m.as.text },
          ]}
        />
      </div>
      <ByteGrid
        title={title}
        bytes={bytes}
        fields={fields}
        marks={marks}
        from={from}
        columns={isNarrow ? 8 : 16}
        as={as}
        selected={byte}
        onSelect={setSelected}
        pointed={pointed}
        onPoint={setPointed}
        target={target < 0 ? null : target}
      />
      {problem !== null && <Callout tone="error">{bytesOfLogs.problem(problem)}</Callout>}
      <ByteDetails path={path} bytes={bytes} byte={byte} from={from} />
      <FieldList
        fields={fields}
        marks={marks}
        bytes={bytes}
        selected={at}
        target={target < 0 ? null : target}
        onSelect={(index) => setSelected(fields[index]?.start ?? 0)}
        onPoint={setPointed}
      />
      {record !== undefined && record.fields.length > 0 && (
        <FieldList
          of={record}
          fields={record.fields}
          marks={record.fields.map(() => '')}
          bytes={bytes}
          selected={indexAt(record.fields, byte)}
          target={null}
          onSelect={(index) => setSelected(record.fields[index]?.start ?? 0)}
        />
      )}
      {line !== null && <p className="mi-record mono">{line}</p>}
    </div>
  );
}
