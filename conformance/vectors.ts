import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { formatVectorResults, readVectorResults, resultsFile } from './vectors/VectorResults.ts';
import { runVectors } from './vectors/runVectors.ts';

/** `conformance:vectors [VERSION…]`: runs vectors-2.json on Kafka's classes and writes conformance/vectors/results; without versions, on those that are there. */
function main(given: readonly string[]): number {
  const versions = given.length > 0 ? given : readVectorResults().map(({ kafkaVersion }) => kafkaVersion);
  for (const version of versions) {
    const results = runVectors(version);
    const groups = Object.values(results.groups);
    const same = groups.reduce((sum, group) => sum + group.same.length, 0);
    const file = resultsFile(version);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, formatVectorResults(results));
    console.log(`Kafka ${version}: ${String(same)} same`);
    for (const [name, { differs, notExecuted }] of Object.entries(results.groups)) {
      for (const [id, { at, vector, kafka }] of Object.entries(differs))
        console.log(
          `  ${name} ${id} differs at ${at}: the vector has ${JSON.stringify(vector)}, Kafka gives ${JSON.stringify(kafka)}`,
        );
      for (const [id, because] of Object.entries(notExecuted))
        console.log(`  ${name} ${id} was not executed: ${because}`);
    }
  }
  return versions.length > 0 ? 0 : 1;
}

process.exitCode = main(process.argv.slice(2));
