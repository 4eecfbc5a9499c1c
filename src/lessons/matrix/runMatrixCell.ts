import type { Scenario } from '../../scenario/Scenario.ts';
import { EngineDriver } from '../EngineDriver.ts';
import type { EngineLike } from '../EngineLike.ts';
import { rowsLike } from '../predicates.ts';
import { scenarioForStep } from '../playActs.ts';
import { onlyPartition, onlyProducer } from '../trials/trialScenario.ts';

export const MATRIX_ACKS = ['0', '1', 'all'] as const;
export const MATRIX_MINIMA = [1, 2, 3] as const;
export const MATRIX_FAILURES = [0, 1, 2] as const;

export interface MatrixCell {
  readonly acks: (typeof MATRIX_ACKS)[number];
  readonly minInsyncReplicas: (typeof MATRIX_MINIMA)[number];
  readonly failures: (typeof MATRIX_FAILURES)[number];
}

export const MATRIX_CELLS: readonly MatrixCell[] = MATRIX_ACKS.flatMap((acks) =>
  MATRIX_MINIMA.flatMap((minInsyncReplicas) =>
    MATRIX_FAILURES.map((failures) => ({ acks, minInsyncReplicas, failures })),
  ),
);

export interface MatrixCellResult {
  readonly cell: MatrixCell;
  /** The error that an attempt gets once the controller knows of the failures; null: none. */
  readonly attemptError: string | null;
  /** What callbacks say of records sent from then on: success, the error in the end, or success without a word from a broker. */
  readonly callback: 'success' | 'success-unseen' | 'timeout';
  readonly callbackError: string | null;
  /** Whether a consumer gets what is written from then on, before anybody is back. */
  readonly readable: boolean;
  /** After everybody is back. */
  readonly acked: number;
  readonly lostAfterAck: number;
  readonly storedThoughFailed: number;
  readonly lost: number;
  /** Replicas in the ISR at the end: all of them, or somebody did not find the way back. */
  readonly isrAfter: number;
  /** From each kill to the election of its successor. */
  readonly leaderlessMs: readonly number[];
}

const WARM_UP_MS = 2000;
/** The second failure comes this long after the first successor was elected. */
const SECOND_AFTER_MS = 15_000;
const DELIVERY_TIMEOUT_MS = 120_000;
/** How long a healthy cell is looked at. */
const HEALTHY_MS = 5000;

/**
 * One cell of the matrix, run: the leader is killed after an ack and before its successor's next fetch; for two failures the
 * successor too. Nobody restarts before delivery.timeout.ms has passed; then all return.
 */
export async function runMatrixCell(
  engine: EngineLike,
  scenario: Scenario,
  cell: MatrixCell,
): Promise<MatrixCellResult> {
  const driver = new EngineDriver(engine);
  const producer = onlyProducer(scenario);
  const partition = onlyPartition(scenario);
  const topic = scenario.topics[0]!.name;
  await driver.load(
    scenarioForStep(scenario, {
      id: 'cell',
      from: 'scenario',
      configs: {
        producers: { [producer]: { acks: cell.acks } },
        topics: { [topic]: { 'min.insync.replicas': String(cell.minInsyncReplicas) } },
      },
    }),
  );
  await driver.advanceTo(WARM_UP_MS * 1000);
  const killed: number[] = [];
  const leaderlessMs: number[] = [];
  for (let i = 0; i < cell.failures; i++) {
    if (i > 0) await driver.advanceTo(driver.nowUs() + SECOND_AFTER_MS * 1000);
    const leader = leaderOf(driver, partition);
    await awaitAck(driver, leader);
    killed.push(leader);
    const killedAtUs = driver.nowUs();
    await driver.apply({ kind: 'KillBroker', broker: leader });
    await driver.advanceUntil(
      { event: 'LeaderElected', where: { previousLeader: leader } },
      killedAtUs + 11_000_000,
    );
    leaderlessMs.push((driver.nowUs() - killedAtUs) / 1000);
  }

  // From here on the cell is in its steady state.
  await driver.advanceTo(driver.nowUs() + 2_000_000);
  driver.run.startHere();
  const lastOffsetBefore = logEndOf(driver, partition);
  const steadyMs = cell.failures === 0 ? HEALTHY_MS : DELIVERY_TIMEOUT_MS + 5000;
  await driver.advanceTo(driver.nowUs() + steadyMs * 1000);
  const { rows } = driver.run.facts();
  const refusals = rowsLike({ event: 'ProduceRefused' }, rows);
  const failed = rowsLike({ event: 'RecordsFailed' }, rows);
  const acknowledged = rowsLike({ event: 'RecordsAcknowledged' }, rows);
  const delivered = rowsLike({ event: 'RecordsDelivered' }, rows).filter(
    ({ event }) => event.kind === 'RecordsDelivered' && event.baseOffset + event.count > lastOffsetBefore,
  );

  for (const broker of killed) await driver.apply({ kind: 'StartBroker', broker });
  if (killed.length > 0) {
    const limitUs = driver.nowUs() + 60_000_000;
    while (isrOf(driver, partition) < scenario.brokers.length && driver.nowUs() < limitUs)
      if (!(await driver.advanceUntil({ event: 'IsrExpanded' }, limitUs))) break;
  }
  await driver.apply({ kind: 'PauseWorkload', producer });
  await driver.advanceTo(driver.nowUs() + 5_000_000);

  const { ledger } = driver.run.facts();
  const refusal = refusals.at(-1)?.event;
  const failure = failed.at(-1)?.event;
  return {
    cell,
    attemptError: refusal?.kind === 'ProduceRefused' ? refusal.error : null,
    callback:
      cell.acks === '0'
        ? 'success-unseen'
        : failed.length > 0 && acknowledged.length === 0
          ? 'timeout'
          : 'success',
    callbackError: failure?.kind === 'RecordsFailed' ? failure.error : null,
    readable: delivered.length > 0,
    acked: ledger.acked,
    lostAfterAck: ledger.lostAfterAck,
    storedThoughFailed: ledger.storedThoughFailed,
    lost: ledger.lost,
    isrAfter: isrOf(driver, partition),
    leaderlessMs,
  };
}

/** The kill is placed after an ack; records come faster than a fetch goes round, so the newest was fetched by nobody. */
async function awaitAck(driver: EngineDriver, leader: number): Promise<void> {
  const limitUs = driver.nowUs() + 2_000_000;
  const { ledger } = driver.run.facts();
  // acks=0 has no ack of its own: the append on the leader stands for it.
  if (
    await driver.advanceUntil(
      { event: 'RecordsAppended', where: { role: 'leader', broker: leader }, times: 2 },
      limitUs,
    )
  )
    if (driver.run.facts().ledger.acked === ledger.acked)
      await driver.advanceUntil({ event: 'RecordsAcknowledged' }, driver.nowUs() + 200_000);
}

function partitionView(driver: EngineDriver, name: string) {
  for (const entity of driver.run.facts().entities.values())
    if (entity.kind === 'partition' && entity.name === name) return entity;
  throw new Error(`there is no partition ${name}`);
}

const leaderOf = (driver: EngineDriver, partition: string): number => partitionView(driver, partition).leader;
const isrOf = (driver: EngineDriver, partition: string): number =>
  partitionView(driver, partition).isr.length;

function logEndOf(driver: EngineDriver, partition: string): number {
  let end = 0;
  for (const entity of driver.run.facts().entities.values())
    if (entity.kind === 'replica' && entity.partition === partition && entity.role !== 'offline')
      end = Math.max(end, entity.logEndOffset);
  return end;
}
