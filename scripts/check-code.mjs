// Compiles everything (as `npm run types` does with tsconfig.json) and looks for mistakes (as `npm run lint` does), both in one program of
// TypeScript: the rules that ask for types find them worked out, and no file is read twice. Left to `npm run lint` and `npm run test:all`
// is what can only change with a new version of a library.

import { join } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { root } from './hash-files.mjs';

const host = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
    throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
  },
};
// Nothing is written, so nothing is kept for the next time.
const once = { noEmit: true, incremental: false, tsBuildInfoFile: undefined };
const { fileNames, options, errors } = ts.getParsedCommandLineOfConfigFile(
  join(root, 'tsconfig.json'),
  once,
  host,
);
// Rules walk from a node to its parent.
const program = ts.createProgram(fileNames, options, ts.createCompilerHost(options, true));
const diagnostics = [...errors, ...ts.getPreEmitDiagnostics(program)];
if (diagnostics.length > 0) {
  console.error(
    ts.formatDiagnostics(diagnostics, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => root,
      getNewLine: () => '\n',
    }),
  );
}

const ONLY_WITH_ALL = ['@typescript-eslint/no-deprecated'];
const isAll = process.env.HIGHWATER_TEST_ALL === '1';
const eslint = new ESLint({
  cwd: root,
  // Without its cache: a rule that knows types may judge a file anew when another one changed.
  cache: false,
  overrideConfig: {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: false, programs: [program] } },
    rules: isAll ? {} : Object.fromEntries(ONLY_WITH_ALL.map((rule) => [rule, 'off'])),
  },
});
const results = await eslint.lintFiles(['.']);
const { format } = await eslint.loadFormatter('stylish');
const told = await format(results);
if (told !== '') console.error(told);

const complaints = results.reduce((sum, { errorCount, warningCount }) => sum + errorCount + warningCount, 0);
console.log(
  `${fileNames.length} files compiled, ${diagnostics.length} errors; ${results.length} files looked through, ${complaints} complaints.`,
);
process.exitCode = diagnostics.length > 0 || complaints > 0 || results.length < fileNames.length / 2 ? 1 : 0;
