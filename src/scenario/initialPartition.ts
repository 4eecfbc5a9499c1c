import { NO_LEADER, type BrokerId, type Offset } from '../shared/units.ts';
import { parseTime } from './quantity.ts';
import type { InitialPartition } from './Scenario.ts';
import type { FileInitial, FileReplica } from './ScenarioFile.ts';
import { pathTo, scenarioProblem, type ScenarioProblem } from './ScenarioProblem.ts';

/** What the defaults of a partition depend on. */
export interface PartitionSetting {
  readonly replicas: readonly BrokerId[];
  readonly isRunning: (broker: BrokerId) => boolean;
  readonly elrOn: boolean;
}

/**
 * Where a partition stands at time 0, every default filled in. A partition of which no replica runs is left as Kafka leaves
 * it: the last member stays electable, in the ISR or (with KIP-966) in the ELR.
 */
export function resolveInitial(file: FileInitial, setting: PartitionSetting): InitialPartition {
  const running = setting.replicas.filter(setting.isRunning);
  const lastOne = running.length === 0 ? setting.replicas.slice(0, 1) : [];
  const nothingSaid = file.isr === undefined && file.elr === undefined;
  const elr = file.elr ?? (nothingSaid && setting.elrOn ? lastOne : []);
  const isr =
    file.isr ??
    (nothingSaid && !setting.elrOn && running.length === 0
      ? lastOne
      : running.filter((broker) => !elr.includes(broker)));
  const leader =
    file.leader ??
    setting.replicas.find((broker) => isr.includes(broker) && setting.isRunning(broker)) ??
    NO_LEADER;
  const lastKnownElr = file.lastKnownElr ?? [];

  const logStartOffset = file.logStartOffset ?? 0;
  const logEndOffset = logStartOffset + (file.records ?? 0);
  const endOf = (broker: BrokerId): Offset => replicaOf(file, broker)?.logEndOffset ?? logEndOffset;
  const holding = [...isr, ...elr];
  const highWatermark =
    file.highWatermark ?? lowest((holding.length > 0 ? holding : lastKnownElr).map(endOf), logEndOffset);

  const replicas = new Map<BrokerId, { readonly logEndOffset: Offset; readonly highWatermark: Offset }>();
  for (const broker of setting.replicas) {
    const end = endOf(broker);
    const known = replicaOf(file, broker)?.highWatermark ?? Math.min(highWatermark, end);
    if (broker !== leader && (end !== logEndOffset || known !== highWatermark))
      replicas.set(broker, { logEndOffset: end, highWatermark: known });
  }
  const from = parseTime(file.from ?? 0, { negative: true });
  return {
    leader,
    leaderEpoch: file.leaderEpoch ?? 0,
    partitionEpoch: file.partitionEpoch ?? 0,
    isr,
    elr,
    lastKnownElr,
    logStartOffset,
    logEndOffset,
    fromUs: from.ok ? from.value : 0,
    highWatermark,
    replicas,
  };
}

/** What Kafka would never let stand. `resolved` is what `file` resolves to. */
export function checkInitial(
  file: FileInitial,
  resolved: InitialPartition,
  setting: PartitionSetting,
  path: string,
): readonly ScenarioProblem[] {
  return [...checkMembers(file, resolved, setting, path), ...checkOffsets(file, resolved, setting, path)];
}

function checkMembers(
  file: FileInitial,
  resolved: InitialPartition,
  setting: PartitionSetting,
  path: string,
): readonly ScenarioProblem[] {
  const problems: ScenarioProblem[] = [];
  const replicas = { kind: 'one-of', values: setting.replicas.map(String) } as const;
  for (const key of ['isr', 'elr', 'lastKnownElr'] as const) {
    (file[key] ?? []).forEach((broker, i) => {
      if (!setting.replicas.includes(broker))
        problems.push(scenarioProblem('not-a-replica', pathTo(pathTo(path, key), i), broker, replicas));
      else if (key === 'elr' && resolved.isr.includes(broker))
        problems.push(scenarioProblem('in-isr-and-elr', pathTo(pathTo(path, key), i), broker));
    });
  }
  if (!setting.elrOn && (file.elr ?? []).length > 0)
    problems.push(scenarioProblem('elr-is-off', pathTo(path, 'elr'), file.elr));

  const { leader } = resolved;
  const leaderPath = pathTo(path, 'leader');
  if (file.leader === undefined || leader === NO_LEADER) return problems;
  const allowed = {
    kind: 'one-of',
    values: [NO_LEADER, ...resolved.isr.filter(setting.isRunning)].map(String),
  } as const;
  if (!setting.replicas.includes(leader))
    problems.push(scenarioProblem('not-a-replica', leaderPath, leader, allowed));
  else if (!setting.isRunning(leader))
    problems.push(scenarioProblem('leader-not-running', leaderPath, leader, allowed));
  else if (!resolved.isr.includes(leader))
    problems.push(scenarioProblem('leader-not-in-isr', leaderPath, leader, allowed));
  return problems;
}

function checkOffsets(
  file: FileInitial,
  resolved: InitialPartition,
  setting: PartitionSetting,
  path: string,
): readonly ScenarioProblem[] {
  const problems: ScenarioProblem[] = [];
  const { logStartOffset, logEndOffset, highWatermark } = resolved;
  if (resolved.fromUs > 0) {
    problems.push(
      scenarioProblem('bad-form', pathTo(path, 'from'), file.from, { kind: 'form', form: 'negative time' }),
    );
  }
  const inRange = (value: number | undefined, min: Offset, max: Offset, at: string): void => {
    if (value !== undefined && (value < min || value > max))
      problems.push(scenarioProblem('out-of-range', at, value, { kind: 'range', min, max }));
  };

  const replicasPath = pathTo(path, 'replicas');
  for (const [id, replica] of Object.entries(file.replicas ?? {})) {
    const broker = Number(id);
    const replicaPath = pathTo(replicasPath, id);
    if (!setting.replicas.includes(broker)) {
      problems.push(
        scenarioProblem('not-a-replica', replicaPath, broker, {
          kind: 'one-of',
          values: setting.replicas.map(String),
        }),
      );
      continue;
    }
    const end = replica.logEndOffset ?? logEndOffset;
    inRange(replica.logEndOffset, logStartOffset, logEndOffset, pathTo(replicaPath, 'logEndOffset'));
    inRange(
      replica.highWatermark,
      logStartOffset,
      Math.min(end, highWatermark),
      pathTo(replicaPath, 'highWatermark'),
    );
    const elsewhere = end !== logEndOffset || (replica.highWatermark ?? highWatermark) !== highWatermark;
    if (broker === resolved.leader && elsewhere)
      problems.push(scenarioProblem('leader-stands-elsewhere', replicaPath, replica));
  }

  const holding = [...resolved.isr, ...resolved.elr];
  const inSyncEnd = lowest(
    holding.map((broker) => replicaOf(file, broker)?.logEndOffset ?? logEndOffset),
    logEndOffset,
  );
  const watermarkPath = pathTo(path, 'highWatermark');
  if (
    file.highWatermark !== undefined &&
    file.highWatermark > inSyncEnd &&
    file.highWatermark <= logEndOffset
  ) {
    problems.push(
      scenarioProblem('above-in-sync-log-end', watermarkPath, file.highWatermark, {
        kind: 'range',
        min: logStartOffset,
        max: inSyncEnd,
      }),
    );
  } else inRange(file.highWatermark, logStartOffset, logEndOffset, watermarkPath);
  return problems;
}

function lowest(offsets: readonly Offset[], otherwise: Offset): Offset {
  return offsets.reduce((least, offset) => Math.min(least, offset), offsets[0] ?? otherwise);
}

function replicaOf(file: FileInitial, broker: BrokerId): FileReplica | undefined {
  return file.replicas?.[broker];
}
