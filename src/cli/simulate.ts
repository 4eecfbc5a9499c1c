import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { EngineSession } from '../bridge/EngineSession.ts';
import { describeScenarioProblem } from '../i18n/describeScenarioProblem.ts';
import { parseScenarioText } from '../scenario/parseScenario.ts';
import { parseTime } from '../scenario/quantity.ts';
import type { MetricColumns } from '../bridge/frame.ts';
import type { Scenario } from '../scenario/Scenario.ts';
import { cli } from '../i18n/en/cli.ts';

const DONE = 0;
const ANYTHING_ELSE = 1;
const BAD_INPUT = 2;
const INVARIANT_BROKE = 3;
const REPLICAS_LOOKED_AT_PER_EVENT = 20;

/** `simulate FILE.json [--seed N] [--until 60s] [--out FILE] [--trace FILE] [--metrics FILE]`: runs a scenario and prints what came of it. */
function main(args: readonly string[]): number {
  const asked = readArguments(args);
  if (typeof asked === 'string') return refuse(asked);
  let text: string;
  try {
    text = readFileSync(asked.file, 'utf8');
  } catch {
    return refuse(cli.cannotRead({ file: asked.file }));
  }
  const parsed = parseScenarioText(text);
  if (!parsed.ok)
    return refuse(
      parsed.problems.map((problem) => `${asked.file}: ${describeScenarioProblem(problem)}`).join('\n'),
    );
  const untilUs = asked.untilUs ?? parsed.scenario.untilUs;
  if (untilUs === null) return refuse(cli.untilIsMissing);
  const scenario: Scenario = { ...parsed.scenario, seed: asked.seed ?? parsed.scenario.seed };

  const session = new EngineSession({
    invariantInterval: invariantInterval(scenario),
    checkpointInterval: 0,
    ...(asked.trace === undefined ? { traceRows: 1000 } : { traceRows: Infinity }),
  });
  session.load(scenario, []);
  // The end is an instant as in a link or on the page: it stands before the events of its time.
  session.seek({ timeUs: untilUs, after: 0 });
  const result = session.result();
  const document = `${JSON.stringify(result, null, 2)}\n`;
  if (asked.trace !== undefined)
    writeFileSync(
      asked.trace,
      session
        .allRows()
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    );
  if (asked.metrics !== undefined) writeFileSync(asked.metrics, metricsFile(session.allMetrics()));
  if (asked.out === undefined) process.stdout.write(document);
  else writeFileSync(asked.out, document);
  return result.violations.length > 0 ? INVARIANT_BROKE : DONE;
}

/** One line a sample: when, and each metric that somebody reported then. */
function metricsFile({ names, timesUs, values }: MetricColumns): string {
  return [...timesUs]
    .map((timeUs, sample) => {
      const reported = names.flatMap((name, column) => {
        const value = values[column]?.[sample] ?? NaN;
        return Number.isNaN(value) ? [] : [[name, value] as const];
      });
      return `${JSON.stringify({ timeMs: timeUs / 1000, metrics: Object.fromEntries(reported) })}\n`;
    })
    .join('');
}

/** After every event, but in large clusters, where one look at all replicas costs more than many events, less often. */
function invariantInterval(scenario: Scenario): number {
  let replicas = 0;
  for (const topic of scenario.topics)
    for (const partition of topic.partitions) replicas += partition.replicas.length;
  return Math.max(1, Math.floor(replicas / REPLICAS_LOOKED_AT_PER_EVENT));
}

interface Asked {
  readonly file: string;
  readonly seed?: number;
  readonly untilUs?: number;
  readonly out?: string;
  readonly trace?: string;
  readonly metrics?: string;
}

/** The arguments, or what is wrong with them. */
function readArguments(args: readonly string[]): Asked | string {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        seed: { type: 'string' },
        until: { type: 'string' },
        out: { type: 'string' },
        trace: { type: 'string' },
        metrics: { type: 'string' },
      },
    });
  } catch (error) {
    return cli.badArgument({ detail: error instanceof Error ? error.message : String(error) });
  }
  const [file, ...more] = parsed.positionals;
  if (file === undefined || more.length > 0) return cli.usage;
  const { seed, until, out, trace, metrics } = parsed.values;
  const seedNumber = seed === undefined ? undefined : Number(seed);
  if (seedNumber !== undefined && !(Number.isInteger(seedNumber) && seedNumber >= 0 && seedNumber < 2 ** 32))
    return cli.badSeed({ value: seed ?? '' });
  const untilTime = until === undefined ? undefined : parseTime(until);
  if (untilTime !== undefined && !untilTime.ok) return cli.badUntil({ value: until ?? '' });
  return {
    file,
    ...(seedNumber === undefined ? {} : { seed: seedNumber }),
    ...(untilTime === undefined ? {} : { untilUs: untilTime.value }),
    ...(out === undefined ? {} : { out }),
    ...(trace === undefined ? {} : { trace }),
    ...(metrics === undefined ? {} : { metrics }),
  };
}

function refuse(message: string): number {
  process.stderr.write(`${message}\n`);
  return BAD_INPUT;
}

// Whoever reads the document may have enough of it before its end (`| head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = ANYTHING_ELSE;
}
