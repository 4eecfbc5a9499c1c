import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareKafka } from './cluster/prepareKafka.ts';
import type { PreparedKafka } from './cluster/prepareKafka.ts';
import { complaintsOf, differencesOf } from './dump/checkDump.ts';
import { exportedDirectories } from './dump/exportedDirectories.ts';
import type { ExportedByEngine } from './dump/exportedDirectories.ts';
import { runDumpTool } from './dump/runDumpTool.ts';
import { BASELINE } from './kafkaVersions.ts';
import { parseDump } from './record/parseDump.ts';
import { runMain } from './runMain.ts';
import { decodeSegment } from '../src/engine/storage/format/segmentBytes.ts';

/** Which checks of an index the tool makes without printing its entries. */
const INDEX_CHECKS = ['--verify-index-only', '--index-sanity-check'];

/**
 * `conformance:dump [VERSION…]`: has Kafka's own `kafka-dump-log` read every kind of directory that the engine exports: each batch with
 * its checksum and its records (`--deep-iteration`), transaction indexes, snapshots, and each index against its log. What it reads must be
 * what was written, and it must have nothing to complain of.
 */
async function main(given: readonly string[]): Promise<number> {
  const directories = exportedDirectories();
  let refused = 0;
  for (const version of given.length > 0 ? given : [BASELINE]) {
    const kafka = await prepareKafka(version);
    for (const directory of directories) {
      const problems = readByKafka(directory, kafka, version);
      if (problems.length > 0) refused += 1;
      console.log(
        `Kafka ${version}, ${directory.run}, ${directory.partition}: ${summaryOf(directory, problems)}`,
      );
      for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`);
    }
  }
  return refused > 0 ? 1 : 0;
}

function summaryOf({ files }: ExportedByEngine, problems: readonly string[]): string {
  const logs = files.filter(([name]) => name.endsWith('.log'));
  const batches = logs.reduce((sum, [, bytes]) => sum + decodeSegment(bytes).batches.length, 0);
  const what = `${String(logs.length)} segments, ${String(batches)} batches, ${String(files.length)} files`;
  return `${what}: ${problems.length === 0 ? 'taken' : `${String(problems.length)} problems`}`;
}

function readByKafka(
  { partition, files }: ExportedByEngine,
  kafka: PreparedKafka,
  version: string,
): string[] {
  const folder = join(mkdtempSync(join(tmpdir(), 'highwater-dump-')), partition);
  mkdirSync(folder);
  try {
    for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
    const filesOf = (suffix: RegExp): string[] =>
      files.filter(([name]) => suffix.test(name)).map(([name]) => join(folder, name));
    const logs = files.filter(([name]) => name.endsWith('.log'));
    const written = new Map(
      logs.map(([name, bytes]) => [join(folder, name), decodeSegment(bytes).batches] as const),
    );
    const isCleaned = [...written.values()].flat().some(({ batch }, i, all) => {
      const next = all[i + 1]?.batch;
      return next !== undefined && next.baseOffset > batch.baseOffset + batch.lastOffsetDelta + 1;
    });
    const read = (suffix: RegExp, ...options: string[]) =>
      runDumpTool(kafka, toolClass(version), filesOf(suffix), options);
    const dumped = read(/\.(log|snapshot|txnindex)$/, '--deep-iteration', '--print-data-log');
    const batches = parseDump(dumped.stdout);
    return [
      ...complaintsOf(dumped, isCleaned),
      ...INDEX_CHECKS.flatMap((check) => complaintsOf(read(/\.(index|timeindex)$/, check), isCleaned)),
      ...[...written].flatMap(([file, own]) => differencesOf(own, batches.get(file) ?? [])),
    ];
  } finally {
    rmSync(join(folder, '..'), { recursive: true, force: true });
  }
}

/** It has moved in 4.4. */
function toolClass(version: string): string {
  const [, minor = '0'] = version.split('.');
  return Number(minor) >= 4 ? 'org.apache.kafka.tools.DumpLogSegments' : 'kafka.tools.DumpLogSegments';
}

await runMain(main);
