// Correctness rules only; layout is Prettier's, layers are dependency-cruiser's.

import js from '@eslint/js';
import globals from 'globals';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const TESTS = ['**/*.test.ts', '**/*.test.tsx', 'test/**', 'e2e/**', 'conformance/**', 'bench/**'];

// no-restricted-syntax is replaced, not merged, by a later block: hence these lists.
const everywhere = [
  {
    selector: 'TSEnumDeclaration',
    message: "No enum: a union of string literals, type State = 'Open' | 'Shut'.",
  },
];
const noDefaultExport = [
  {
    selector: 'ExportDefaultDeclaration, ExportSpecifier[exported.name="default"]',
    message: 'No default export: a name that is the same everywhere can be searched for.',
  },
];

// The engine gives the same bits in every browser and in Node, for ever. All that could differ is banned
// and its replacement named.
const SAFE_MATH = 'abs|ceil|floor|round|trunc|min|max|sign|sqrt|imul|clz32|fround';
const deterministicSyntax = [
  {
    selector: `MemberExpression[object.name="Math"]:not([computed=false][property.name=/^(${SAFE_MATH})$/])`,
    message: `Only Math.{${SAFE_MATH.replaceAll('|', ',')}} are exact in every browser. Draw from ctx.rng, take distributions from kernel/Distribution, other functions from integer tables.`,
  },
  {
    selector: 'VariableDeclarator[init.name="Math"]',
    message: 'Call the allowed functions as Math.x(), so that the ban list can see them.',
  },
  {
    selector: 'BinaryExpression[operator="**"]:not([left.type="Literal"][right.type="Literal"])',
    message: '`**` on variables may differ in the last bit: multiply in a loop, or take a table.',
  },
  {
    selector: 'AssignmentExpression[operator="**="]',
    message: '`**=` may differ in the last bit: multiply.',
  },
  {
    selector: 'MemberExpression[property.name=/^(localeCompare|toLocale\\w*)$/]',
    message:
      "Depends on the reader's locale: compare with < and > (UTF-16 code units, as Java does); format in the page.",
  },
  {
    selector: ':function[async=true], AwaitExpression, ForOfStatement[await=true]',
    message:
      'No async: the kernel is the only scheduler. Set a timer (ctx.setTimer) or send an RPC (ctx.send).',
  },
  {
    selector: ':function[generator=true]',
    message:
      'No generators: pending work must be plain data that a checkpoint can hold. Return an array, or use a state field and a timer.',
  },
  {
    selector: 'ForInStatement',
    message: 'No for…in: its order depends on the keys. Iterate an array or a Map, or sort the keys first.',
  },
];
const deterministicGlobals = [
  ['Date', 'wall time is unknown here: ctx.nowUs for simulated time, ctx.clock for what a node believes.'],
  ['performance', 'wall time is unknown here: bridge/EngineSession measures.'],
  ['Intl', "depends on the reader's locale: format in the page (i18n)."],
  ['Promise', 'the kernel is the only scheduler: ctx.setTimer or ctx.send.'],
  ['setTimeout', 'ctx.setTimer.'],
  ['setInterval', 'ctx.setTimer, set again in onTimer.'],
  ['queueMicrotask', 'ctx.setTimer with a delay of 0.'],
  ['structuredClone', 'write checkpoint() and restore() by hand: they are checked against the digest.'],
  ['console', 'ctx.trace for facts, assert for what must hold.'],
  ['crypto', 'ctx.rng.'],
  ['globalThis', 'the engine knows no surroundings; everything comes through ctx.'],
].map(([name, message]) => ({ name, message: `Not in the engine: ${message}` }));

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'coverage/',
      'test-results/',
      'playwright-report/',
      'test/vectors/',
      'test/cases/',
      'test/field/',
      'public/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Numbers and booleans print as expected; the rule is for objects and undefined.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // With noUncheckedIndexedAccess every read of a typed array is `number | undefined`. `!` after an
      // index that is known to be in range is how a hot loop says so, at no cost.
      '@typescript-eslint/no-non-null-assertion': 'off',
      // `onPress={() => select(id)}` is clear.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // `while (true)` with a return inside is clear.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
      // A new kind of RPC or trace event must be thought of wherever kinds are told apart.
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // A tenth of the time of all rules each, for nothing: there are no enums here (see `everywhere`), and where an object of the same
      // shape stands for an instance, as in tests, TypeScript has compared the two.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      'no-restricted-syntax': ['error', ...everywhere, ...noDefaultExport],
      eqeqeq: 'error',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: { globals: globals.node },
    rules: { 'no-restricted-syntax': ['error', ...noDefaultExport], eqeqeq: 'error' },
  },
  {
    // These tools look for a default export.
    files: ['*.config.ts', '*.config.js', '.dependency-cruiser.cjs'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere] },
  },
  {
    files: ['src/**/*.tsx', 'content/**/*.tsx'],
    extends: [reactHooks.configs.flat.recommended, jsxA11y.flatConfigs.recommended],
  },
  {
    files: ['src/engine/**/*.ts', 'src/shared/**/*.ts'],
    ignores: TESTS,
    rules: {
      'no-restricted-syntax': ['error', ...everywhere, ...noDefaultExport, ...deterministicSyntax],
      'no-restricted-globals': ['error', ...deterministicGlobals],
      // Without a comparator numbers are sorted as text.
      '@typescript-eslint/require-array-sort-compare': ['error', { ignoreStringArrays: true }],
    },
  },
  {
    // dependency-cruiser checks the whole table; this one shows in the editor.
    files: ['src/{views,ui,app,lessons}/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['**/engine/**', '!**/bridge/**'],
              message:
                'The page never touches the engine: read frames and state; ask the worker through bridge/engineClient.',
            },
          ],
        },
      ],
    },
  },
  {
    files: TESTS,
    rules: {
      // expect(object.method) and describe(function.name) are how tests talk.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
