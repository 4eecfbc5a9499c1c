import { isTransactional } from './isTransactional.ts';
import { nearestName } from './nearestName.ts';
import { readTime } from './readCluster.ts';
import type { ReadReport } from './readConfigs.ts';
import type { ConsumerSpec } from './Scenario.ts';
import type { FileProducer, ScenarioFile } from './ScenarioFile.ts';
import { oneOf, pathTo, scenarioProblem, type ScenarioProblemCode } from './ScenarioProblem.ts';

/** The producer that sends what the n-th consumer has made of what it reads; nothing where the file names none. */
export function readOutput(
  { producers = [], consumers = [], ...file }: ScenarioFile,
  n: number,
  report: ReadReport,
): Pick<ConsumerSpec, 'output'> {
  const processing = consumers[n]?.processing;
  const output = processing?.output;
  if (!output) return {};
  const path = pathTo(pathTo(pathTo(pathTo('consumers', n), 'processing'), 'output'), 'producer');
  const tell = (code: ScenarioProblemCode): void => {
    report.problems.push(scenarioProblem(code, path, output.producer));
  };
  const producer = producers.find((one) => one['client.id'] === output.producer);
  if (!producer) {
    const names = producers.map((one) => one['client.id']);
    report.problems.push(
      scenarioProblem(
        'unknown-producer',
        path,
        output.producer,
        oneOf(names),
        nearestName(output.producer, names),
      ),
    );
  } else {
    if ((producer.workload ?? null) === null) tell('output-without-workload');
    if (sendsByItself(producer)) tell('output-of-its-own');
    const isFirst = consumers
      .slice(0, n)
      .every(
        ({ processing: other }) =>
          other?.output?.producer !== output.producer && other?.errors?.producer !== output.producer,
      );
    if (!isFirst) tell('output-of-two');
    const transacts = isTransactional({ ...file, producers }, output.producer, producer.configs ?? {});
    if (transacts && processing.commit !== undefined) tell('output-commits-twice');
  }
  const { restartAfter } = output;
  return {
    output: {
      producer: output.producer,
      restartAfterUs: restartAfter === undefined ? null : readTime(restartAfter, 0),
    },
  };
}

/** Its application is the consumer's: it sends nothing that comes from elsewhere. */
function sendsByItself({ workload }: FileProducer): boolean {
  return (workload?.arrivals ?? null) !== null || (workload?.transaction ?? null) !== null;
}
