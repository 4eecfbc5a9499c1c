import { useContext } from 'react';
import type { ByteField } from '../../shared/ByteField.ts';
import { bytesOfLogs } from '../../i18n/en/bytes.ts';
import { microscope } from '../../i18n/en/microscope.ts';
import { familyOf } from './byteFields.ts';
import { hex32, nameOf, valueOf } from './fieldText.ts';
import { RuleDetails } from '../RuleDetails.ts';

const m = microscope.field;

export interface ByteDetailsProps {
  /** The field of the byte, with all that it is part of, the widest first. */
  readonly path: readonly ByteField[];
  readonly bytes: Uint8Array;
  readonly byte: number;
  readonly from: number;
}

/** Of the byte that is chosen: its field, what that says and means, and the rule that says so. */
export function ByteDetails({ path, bytes, byte, from }: ByteDetailsProps) {
  const rule = useContext(RuleDetails);
  const field = path.at(-1);
  if (field === undefined) return null;
  const value = bytes[byte] ?? 0;
  return (
    <section aria-label={m.label} className="mi-details">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <b className="mono font-[620]">{path.map(nameOf).join(' › ')}</b>
        <span className="type-row text-ink-3">
          {m.range({ ...field, start: field.start + from, end: field.end + from })},{' '}
          {m.families[familyOf(field.name)]}
        </span>
      </p>
      <p className="mono mt-0.5 [overflow-wrap:anywhere]">
        {valueOf(field, bytes, true)}
        {field.reading.kind === 'crc' && !field.reading.isValid && (
          <span className="text-error"> {m.crcWrong(hex32(field.reading.computed))}</span>
        )}
      </p>
      <p className="type-row mt-1 text-ink-2">{bytesOfLogs.meaning(field)}</p>
      <div className="type-row mt-1 text-ink-3">{rule?.(field.rule) ?? `${m.rule} ${field.rule}`}</div>
      <p className="type-row text-ink-3">
        {microscope.batch.byte({
          byte: byte + from,
          value,
          names: [`0b${value.toString(2).padStart(8, '0')}`],
        })}
      </p>
    </section>
  );
}
