import { LOCALE } from './format.ts';

const NARROW_NO_BREAK_SPACE = '\u202F';
const formats = new Map<string, Intl.NumberFormat>();

/** An amount in whole units of a currency: `€1 200`, `−€100`. @param currency ISO 4217. */
export function formatMoney(amount: number, currency: string, isSigned = false): string {
  const name = `${currency} ${isSigned}`;
  let format = formats.get(name);
  if (format === undefined) {
    format = new Intl.NumberFormat(LOCALE, {
      style: 'currency',
      currency,
      maximumFractionDigits: 0,
      signDisplay: isSigned ? 'exceptZero' : 'auto',
    });
    formats.set(name, format);
  }
  return format
    .formatToParts(amount)
    .map(({ type, value }) =>
      type === 'group' ? NARROW_NO_BREAK_SPACE : type === 'minusSign' ? '−' : value,
    )
    .join('');
}
