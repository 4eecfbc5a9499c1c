import { formatNumber, LOCALE } from './format.ts';

type PluralForms = { readonly other: string } & Partial<Readonly<Record<Intl.LDMLPluralRule, string>>>;

const rules = new Intl.PluralRules(LOCALE);

/** `plural(3, { one: '# record', other: '# records' })`: `#` is the number, formatted. */
export function plural(count: number, forms: PluralForms): string {
  return (forms[rules.select(count)] ?? forms.other).replace('#', formatNumber(count));
}

const lists = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

/** `1, 2, and 3`. */
export function joinAnd(items: readonly string[]): string {
  return lists.format(items);
}
