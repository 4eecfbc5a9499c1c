import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { ByteField } from '../../shared/ByteField.ts';
import { microscope } from '../../i18n/en/microscope.ts';
import { classNames } from '../../ui/classNames.ts';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { familyOf, fieldsAt, indexAt, leavesOf, type FieldFamily } from './byteFields.ts';
import { nameOf } from './fieldText.ts';

const m = microscope.batch;
const ROW_HEIGHT = 34;
/** For a finger: with the letter above it a byte is as high. */
const TOUCH_ROW_HEIGHT = 44;
/** Rows above and below what is seen that are drawn too. */
const SPARE_ROWS = 6;
/** What comes into sight from below has a few rows after it. */
const ROWS_BELOW = 4;

export interface ByteGridProps {
  /** What it shows, for the name of the grid. */
  readonly title: string;
  readonly bytes: Uint8Array;
  readonly fields: readonly ByteField[];
  /** Letter or number of each of these fields. */
  readonly marks: readonly string[];
  /** Where the first of these bytes stands in its file; the numbers of the rows count from the bytes' own beginning. */
  readonly from: number;
  readonly columns: 16 | 8;
  readonly as: 'hex' | 'text';
  readonly selected: number;
  readonly onSelect: (byte: number) => void;
  /** Index of the field that is pointed at elsewhere. */
  readonly pointed: number | null;
  readonly onPoint: (field: number | null) => void;
  /** Index of the field that is looked for: in ink. */
  readonly target: number | null;
}

/** Every byte with the colour and the letter of its field. One tab stop; arrows go from byte to byte, N and P from field to field. */
export function ByteGrid(props: ByteGridProps) {
  const { title, bytes, fields, marks, from, columns, as, selected, onSelect, pointed, onPoint, target } =
    props;
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useMediaQuery('(pointer: coarse)') ? TOUCH_ROW_HEIGHT : ROW_HEIGHT;
  const [scrollTop, setScrollTop] = useState(0);
  const [height, setHeight] = useState(400);
  const wantsFocus = useRef(false);
  const rowCount = Math.ceil(bytes.length / columns);
  const selectedRow = Math.floor(selected / columns);
  useLayoutEffect(() => {
    setHeight(scroller.current?.clientHeight ?? 400);
  }, [rowCount]);
  // What was chosen elsewhere comes into sight.
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const top = selectedRow * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + 2 * rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + ROWS_BELOW * rowHeight - element.clientHeight;
  }, [selectedRow, bytes, rowHeight]);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-byte="${selected}"]`)?.focus();
  });
  const firstRow = Math.max(0, Math.floor(scrollTop / rowHeight) - SPARE_ROWS);
  const endRow = Math.min(rowCount, Math.ceil((scrollTop + height) / rowHeight) + SPARE_ROWS);
  const rows = new Set(Array.from({ length: Math.max(0, endRow - firstRow) }, (_, i) => firstRow + i));
  // The tab stop is always there, wherever the view stands.
  if (selectedRow < rowCount) rows.add(selectedRow);

  const onKeyDown = (event: KeyboardEvent) => {
    const to = keyTarget(event, selected, bytes.length, columns, fields);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    wantsFocus.current = true;
    onSelect(Math.max(0, Math.min(bytes.length - 1, to)));
  };
  const byteOf = (event: MouseEvent): number | null => {
    const byte = (event.target as HTMLElement).dataset['byte'];
    return byte === undefined ? null : Number(byte);
  };
  const leaf = fieldsAt(fields, selected).at(-1) ?? null;
  return (
    <div
      ref={scroller}
      className="mi-bytes hw-rows"
      onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
    >
      <div
        role="grid"
        tabIndex={-1}
        aria-label={m.grid(title)}
        aria-rowcount={rowCount}
        aria-colcount={columns + 1}
        className="relative"
        style={{ height: rowCount * rowHeight }}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const byte = byteOf(event);
          if (byte === null) return;
          wantsFocus.current = true;
          onSelect(byte);
        }}
        onMouseMove={(event) => {
          const byte = byteOf(event);
          onPoint(byte === null ? null : indexAt(fields, byte));
        }}
        onMouseLeave={() => onPoint(null)}
      >
        {[...rows]
          .sort((a, b) => a - b)
          .map((row) => (
            <div
              key={row}
              role="row"
              aria-rowindex={row + 1}
              className="mi-row"
              data-columns={columns}
              style={{ top: row * rowHeight, height: rowHeight }}
            >
              <span role="rowheader" aria-colindex={1} className="mi-at">
                {String(from + row * columns).padStart(4, '0')}
              </span>
              {Array.from({ length: Math.min(columns, bytes.length - row * columns) }, (_, column) => {
                const byte = row * columns + column;
                const at = indexAt(fields, byte);
                const field = fields[at];
                const value = bytes[byte] ?? 0;
                const isFirst = field?.start === byte;
                const isLast = field !== undefined && field.end - 1 === byte;
                return (
                  <span
                    key={byte}
                    role="gridcell"
                    aria-colindex={column + 2}
                    aria-selected={byte === selected}
                    aria-label={m.byte({
                      byte: from + byte,
                      value,
                      names: fieldsAt(fields, byte).map(nameOf),
                    })}
                    tabIndex={byte === selected ? 0 : -1}
                    data-byte={byte}
                    data-mark={isFirst ? marks[at] : undefined}
                    data-first={isFirst || undefined}
                    data-last={isLast || undefined}
                    data-pointed={at === pointed || undefined}
                    data-leaf={(leaf !== null && byte >= leaf.start && byte < leaf.end) || undefined}
                    className={classNames(
                      'mi-byte',
                      at === target ? 'mi-target' : `mi-${colourOf(fields, byte)}`,
                    )}
                  >
                    {as === 'hex' ? value.toString(16).padStart(2, '0') : printable(value)}
                  </span>
                );
              })}
            </div>
          ))}
      </div>
    </div>
  );
}

/** Entries are all alike, so theirs are the colours of what they are made of; a record is one thing. */
function colourOf(fields: readonly ByteField[], byte: number): FieldFamily {
  const path = fieldsAt(fields, byte);
  const field = path[0]?.name === 'entry' ? path.at(-1) : path[0];
  return field === undefined ? 'records' : familyOf(field.name);
}

function printable(value: number): string {
  return value > 32 && value < 127 ? String.fromCharCode(value) : '·';
}

function keyTarget(
  event: KeyboardEvent,
  selected: number,
  length: number,
  columns: number,
  fields: readonly ByteField[],
): number | null {
  if (event.metaKey || event.altKey) return null;
  const rowStart = selected - (selected % columns);
  switch (event.key) {
    case 'ArrowRight':
      return selected + 1;
    case 'ArrowLeft':
      return selected - 1;
    case 'ArrowDown':
      return selected + columns < length ? selected + columns : selected;
    case 'ArrowUp':
      return selected >= columns ? selected - columns : selected;
    case 'PageDown':
      return Math.min(length - 1, selected + columns * 8);
    case 'PageUp':
      return Math.max(0, selected - columns * 8);
    case 'Home':
      return event.ctrlKey ? 0 : rowStart;
    case 'End':
      return event.ctrlKey ? length - 1 : rowStart + columns - 1;
    case 'n':
    case 'p':
      return event.ctrlKey ? null : nextField(leavesOf(fields), selected, event.key === 'n' ? 1 : -1);
    default:
      return null;
  }
}

function nextField(leaves: readonly ByteField[], selected: number, direction: 1 | -1): number {
  const at = indexAt(leaves, selected);
  return leaves[at + direction]?.start ?? selected;
}
