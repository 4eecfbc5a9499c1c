import { useMemo, useState } from 'react';
import type { Measurement } from '../../formulas/Formula.ts';
import { FORMULAS } from '../../formulas/formulas.ts';
import { formatBytes, formatNumber } from '../../i18n/format.ts';
import { producerFormulas } from '../../i18n/en/producerFormulas.ts';
import type { CompressionFigures } from '../../shared/RunQuestions.ts';
import { TextArea } from '../../ui/fields.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { useRunAnswer } from '../../views/useRunAnswer.ts';
import { FormulaCard, type MeasureState } from './FormulaCard.tsx';

const words = producerFormulas['compression-ratio'];
const formula = FORMULAS['compression-ratio'];
const MOST_VALUES = 2000;
const CODEC_NAMES = ['gzip', 'snappy', 'lz4', 'zstd'] as const;

/** The reader's own records, compressed for real, beside what the engine assumes of records that it cannot see. */
export function CompressionRatio() {
  const [text, setText] = useState(EXAMPLE);
  const [type, setType] = useState<CompressionFigures['type']>('lz4');
  const values = useMemo(() => valuesOf(text), [text]);
  const figures = useRunAnswer<'compression'>({ kind: 'compression', values }, false) ?? [];
  const own = figures.find((each) => each.type === type);
  const sizes = own?.all;
  const ratio = sizes === undefined ? null : sizes.originalBytes / sizes.compressedBytes;
  const state: MeasureState =
    ratio === null
      ? { kind: 'idle' }
      : {
          kind: 'done',
          measured: measurementOf(ratio, sizes),
        };
  return (
    <FormulaCard
      formula={formula}
      words={words}
      values={{ original: sizes?.originalBytes ?? 1, compressed: sizes?.assumedBytes ?? 1 }}
      onSymbol={{}}
      state={state}
      onMeasure={null}
      onStop={() => undefined}
      notMeasurable={words.note}
      lead={
        <div className="compression-lead">
          <TextArea label={words.paste} value={text} onChange={setText} rows={5} />
          <Segments<CompressionFigures['type']>
            label="compression.type"
            showLabel
            mono
            wraps
            value={type}
            onChange={setType}
            segments={CODEC_NAMES.map((name) => ({ value: name, label: name }))}
          />
        </div>
      }
    >
      <div className="formula-note compression-table">
        <table>
          <thead>
            <tr>
              {words.columns(values.length).map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {figures.map((each) => (
              <tr key={each.type} data-chosen={each.type === type}>
                <th scope="row" className="mono">
                  {each.type}
                </th>
                <td>
                  {formatBytes(each.all.originalBytes)} → {formatBytes(each.all.compressedBytes)}
                </td>
                <td>{times(each.all)}</td>
                <td>{times(each.first)}</td>
                <td>{formatNumber(each.all.originalBytes / each.all.assumedBytes, 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </FormulaCard>
  );
}

function times({ originalBytes, compressedBytes }: CompressionFigures['all']): string {
  return formatNumber(originalBytes / compressedBytes, 1);
}

/** Beside what the engine takes for records of that size; further off than this share, they compress in another way. */
const TOLERATED_SHARE = 0.15;

function measurementOf(ratio: number, sizes: CompressionFigures['all'] | undefined): Measurement {
  const assumed = sizes === undefined ? ratio : sizes.originalBytes / sizes.assumedBytes;
  const tolerance = TOLERATED_SHARE * assumed;
  return {
    value: ratio,
    interval: null,
    tolerance,
    trials: 1,
    failedAssumption: Math.abs(ratio - assumed) <= tolerance ? null : 'likeEvents',
  };
}

function valuesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, MOST_VALUES);
}

const STATES = ['authorised', 'captured', 'refused', 'refunded'];
/** Payments as a service might write them: the same names, other values. */
const EXAMPLE = Array.from({ length: 40 }, (_, n) =>
  JSON.stringify({
    paymentId: `pay-${(n * 7919 + 104729) % 1000003}`,
    account: `DE${String((n * 48271) % 99999999).padStart(8, '0')}`,
    amount: ((n * 1237) % 90000) / 100,
    currency: 'EUR',
    status: STATES[n % STATES.length],
    createdAt: `2026-11-30T10:${String(n % 60).padStart(2, '0')}:${String((n * 13) % 60).padStart(2, '0')}.000Z`,
  }),
).join('\n');
