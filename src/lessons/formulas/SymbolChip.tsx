import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { FormulaSymbol } from '../../formulas/Formula.ts';
import { useMessages } from '../../ui/messages.tsx';

export interface SymbolChipProps {
  readonly symbol: FormulaSymbol;
  readonly typeset: string;
  readonly name: string;
  readonly value: number;
  /** Left out: the cluster sets it, and it can only be read. */
  readonly onChange: ((value: number) => void) | undefined;
}

/** So many pixels of a drag are one step. */
const PIXELS_PER_STEP = 12;

/** A symbol with its live value: drag it, use the arrow keys, or type. */
export function SymbolChip({ symbol, typeset, name, value, onChange }: SymbolChipProps) {
  const m = useMessages().formulas;
  const [typed, setTyped] = useState<string | null>(null);
  const drag = useRef<{ readonly x: number; readonly value: number } | null>(null);
  const shown = symbol.unit === 'probability' ? String(value) : m.value(symbol.unit, value);
  const change = (wanted: number) => {
    const inside = Math.min(symbol.max, Math.max(symbol.min, roundToStep(wanted, symbol.step)));
    if (inside !== value) onChange?.(inside);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (direction !== undefined && typed === null) {
      event.preventDefault();
      change(value + direction * symbol.step);
    } else if (event.key === 'Enter' && typed !== null) {
      take();
    } else if (event.key === 'Escape') {
      setTyped(null);
    }
  };
  const take = () => {
    const wanted = Number(typed?.replace(',', '.'));
    setTyped(null);
    if (typed !== null && typed.trim() !== '' && Number.isFinite(wanted)) {
      const inside = Math.min(symbol.max, Math.max(symbol.min, wanted));
      // A typed share may be finer than a step of the arrow keys.
      const fit = symbol.unit === 'probability' ? inside : Math.round(inside);
      if (fit !== value) onChange?.(fit);
    }
  };
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current === null) return;
    const steps = Math.trunc((event.clientX - drag.current.x) / PIXELS_PER_STEP);
    if (steps !== 0) change(drag.current.value + steps * symbol.step);
  };
  return (
    <span className="inline-flex items-baseline gap-1.5">
      {/* KaTeX made this from our own formula when the product was built. */}
      <span aria-hidden="true" dangerouslySetInnerHTML={{ __html: typeset }} />
      <input
        role="spinbutton"
        aria-label={name}
        aria-valuenow={value}
        aria-valuemin={symbol.min}
        aria-valuemax={symbol.max}
        aria-valuetext={m.value(symbol.unit, value)}
        aria-readonly={onChange === undefined}
        readOnly={onChange === undefined}
        title={onChange === undefined ? m.fixedSymbol : m.symbolHint}
        inputMode="decimal"
        className="symbol-chip"
        style={{ width: `${Math.max(1, (typed ?? shown).length)}ch` }}
        value={typed ?? shown}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (onChange === undefined) return;
          drag.current = { x: event.clientX, value };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => (drag.current = null)}
        onPointerCancel={() => (drag.current = null)}
      />
    </span>
  );
}

function roundToStep(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toFixed(6));
}
