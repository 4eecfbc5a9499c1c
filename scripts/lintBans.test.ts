import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { expect, test } from 'vitest';

// A ban that catches nothing looks like clean code. Each is tried on the sin that it is for.
const SINS = [
  'export const sin = Math.random();',
  'export const sin = Math.log(2);',
  "export const sin = Math['exp'](2);",
  'export const { sin } = Math;',
  'export const sin = (a: number, b: number) => a ** b;',
  'export const sin = Date.now();',
  'export const sin = new Date();',
  "export const sin = new Intl.NumberFormat('en');",
  "export const sin = 'a'.localeCompare('b');",
  'export const sin = (1).toLocaleString();',
  'export const sin = performance.now();',
  'export const sin = setTimeout(() => undefined, 1);',
  'export const sin = Promise.resolve(1);',
  'export const sin = async () => undefined;',
  'export function* sin() { yield 1; }',
  'export const sin = (o: object) => { for (const key in o) return key; return null; };',
  "console.log('sin');",
  'export enum Sin { A }',
  'export default 1;',
];

test('everyBanOfTheEngineCatchesItsSin', { timeout: 60_000 }, async () => {
  // The bans look at the syntax alone: no program is made, in which every file of ours would be read for the sake of types.
  const eslint = new ESLint({ overrideConfig: [tseslint.configs.disableTypeChecked] });
  for (const sin of SINS) {
    const [result] = await eslint.lintText(sin, { filePath: 'src/shared/assert.ts' });
    const bans = result?.messages.filter((message) => message.ruleId?.startsWith('no-restricted-'));
    expect(bans?.length, sin).toBeGreaterThan(0);
  }
  const [clean] = await eslint.lintText('export const clean = Math.floor(2.5) + 2 ** 31;', {
    filePath: 'src/shared/assert.ts',
  });
  expect(clean?.messages).toEqual([]);
});
