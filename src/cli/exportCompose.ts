import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { clusterFiles } from '../export/cluster/clusterFiles.ts';
import { describeScenarioProblem } from '../i18n/describeScenarioProblem.ts';
import { cli } from '../i18n/en/cli.ts';
import { clusterFiles as words } from '../i18n/en/clusterFiles.ts';
import { commandsOf } from '../link/commandTree.ts';
import { decodeLink } from '../link/decodeLink.ts';
import { parseScenarioText } from '../scenario/parseScenario.ts';
import type { Scenario } from '../scenario/Scenario.ts';

const DONE = 0;
const ANYTHING_ELSE = 1;
const BAD_INPUT = 2;

type Read =
  { readonly ok: true; readonly scenario: Scenario } | { readonly ok: false; readonly message: string };

/** `export:compose FILE-OR-LINK [--out DIR]`: writes a scenario as Docker Compose and a script for a cluster of one's own. */
async function main(args: readonly string[]): Promise<number> {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], allowPositionals: true, options: { out: { type: 'string' } } });
  } catch (error) {
    return refuse(cli.badArgument({ detail: error instanceof Error ? error.message : String(error) }));
  }
  const [source, ...more] = parsed.positionals;
  if (source === undefined || more.length > 0) return refuse(cli.exportCompose.usage);
  const read = existsSync(source) ? readScenarioFile(source) : await readLink(source);
  if (!read.ok) return refuse(read.message);
  const { project, script, files } = clusterFiles(read.scenario, words);
  const folder = parsed.values.out ?? project;
  for (const { path, text } of [...files, { path: 'run.sh', text: script }]) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  chmodSync(join(folder, 'run.sh'), 0o755);
  process.stdout.write(`${cli.exportCompose.written({ script: join(folder, 'run.sh') })}\n`);
  return DONE;
}

function readScenarioFile(file: string): Read {
  const parsed = parseScenarioText(readFileSync(file, 'utf8'));
  if (parsed.ok) return parsed;
  const message = parsed.problems.map((problem) => `${file}: ${describeScenarioProblem(problem)}`).join('\n');
  return { ok: false, message };
}

/** The scenario of a link, with what was done to it on the open branch. */
async function readLink(text: string): Promise<Read> {
  const decoded = await decodeLink(text);
  if (!decoded.ok)
    return {
      ok: false,
      message:
        decoded.problem.kind === 'not-ours'
          ? cli.cannotRead({ file: text })
          : cli.exportCompose.brokenLink({ problem: decoded.problem.kind }),
    };
  const { scenario, tree } = decoded.link;
  return { ok: true, scenario: { ...scenario, commands: [...scenario.commands, ...commandsOf(tree)] } };
}

function refuse(message: string): number {
  process.stderr.write(`${message}\n`);
  return BAD_INPUT;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = ANYTHING_ELSE;
}
