import type { ByteField } from '../../shared/ByteField.ts';
import { microscope } from '../../i18n/en/microscope.ts';
import { classNames } from '../../ui/classNames.ts';
import { familyOf } from './byteFields.ts';
import { nameOf, valueOf } from './fieldText.ts';
import { RovingGroup } from './RovingGroup.tsx';

const m = microscope.batch;

export interface FieldListProps {
  /** The record or entry whose fields they are; left out: those of the whole. */
  readonly of?: ByteField;
  readonly fields: readonly ByteField[];
  readonly marks: readonly string[];
  readonly bytes: Uint8Array;
  readonly selected: number;
  readonly target: number | null;
  readonly onSelect: (index: number) => void;
  readonly onPoint?: (index: number | null) => void;
}

/** So many of the things of which there are many stand in the list, around the one that is chosen. */
const MOST_MANY = 12;

/** Each field with its letter and what it says; of many records those around the one that is chosen. */
export function FieldList({ of, fields, marks, bytes, selected, target, onSelect, onPoint }: FieldListProps) {
  const many = fields.flatMap(({ name }, i) =>
    name === 'record' || name === 'entry' || name === 'line' ? [i] : [],
  );
  const chosenAmongMany = many.indexOf(selected);
  const center =
    chosenAmongMany >= 0 ? chosenAmongMany : target === null ? 0 : Math.max(0, many.indexOf(target));
  const first = Math.max(0, Math.min(center - MOST_MANY / 2, many.length - MOST_MANY));
  const shownMany = new Set(many.slice(first, first + MOST_MANY));
  const shown = fields.flatMap((field, i) =>
    !many.includes(i) || shownMany.has(i) ? [{ field, index: i }] : [],
  );
  const before = first;
  const after = Math.max(0, many.length - first - MOST_MANY);
  return (
    <section aria-label={of === undefined ? m.fields : m.fieldsOf(nameOf(of))}>
      {of !== undefined && <h3 className="type-label mb-1">{m.fieldsOf(nameOf(of))}</h3>}
      <RovingGroup
        label={of === undefined ? m.fields : m.fieldsOf(nameOf(of))}
        className="mi-fields"
        itemClassName="mi-field"
        chosen={selected < 0 ? null : String(selected)}
        onChoose={(id) => onSelect(Number(id))}
        {...(onPoint === undefined ? {} : { onPoint: (id) => onPoint(id === null ? null : Number(id)) })}
        items={shown.map(({ field, index }) => {
          const value = valueOf(field, bytes);
          return {
            id: String(index),
            label: `${nameOf(field)}: ${value}`,
            content: (
              <>
                <span
                  className={classNames(
                    'mi-letter',
                    index === target ? 'mi-target' : `mi-${familyOf(field.name)}`,
                  )}
                >
                  {marks[index]}
                </span>
                <span className="mono truncate">{nameOf(field)}</span>
                <span className="mono truncate text-right text-ink-3">{value}</span>
              </>
            ),
          };
        })}
      />
      {(before > 0 || after > 0) && (
        <p className="type-row mt-1 text-ink-3">{m.moreRecords(before, after)}</p>
      )}
    </section>
  );
}
