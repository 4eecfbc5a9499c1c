import { describe, expect, test } from 'vitest';
import { rulesUnderTest } from '../engine/rulesUnderTest.ts';
import { noticesPlantedFaults } from './noticedFaults.ts';
import type { PartitionChange } from '../../src/engine/controller/buildPartitionChange.ts';
import type { ElectionType } from '../../src/engine/controller/electLeader.ts';
import type { PartitionRegistration } from '../../src/engine/metadata/PartitionRegistration.ts';
import vectors from './vectors-1.json';

const { buildPartitionChange, electLeader } = rulesUnderTest;

// Each answer is put into the shape of the expectation and compared as a whole, so that no expected value is left out.

const { walks, kafka_tests: kafkaTests, replicas: REPLICAS } = vectors.partition_change;
const MIN_ISR = 2;
/** What the group calls "unless the walk says otherwise": epochs are those before the walk's first step. */
const INITIAL: Record<string, Partial<PartitionRegistration>> = {
  'walk3 unclean election enabled elr=true': { isr: [1], leaderEpoch: 5, partitionEpoch: 10 },
  'walk3 unclean election enabled elr=false': { isr: [1], leaderEpoch: 5, partitionEpoch: 10 },
  'ISR shrink/expand epochs': { leaderEpoch: 4, partitionEpoch: 9 },
};
/** The rules that a walk step shows, by the event of the vector. */
const EVENTS: Record<string, { rules: string; apply: (walk: Walk) => boolean }> = {
  fence3: { rules: '[R1] [I10]', apply: (walk) => walk.fence(3) },
  fence2: { rules: '[R1] [I10]', apply: (walk) => walk.fence(2) },
  'fence1(leader)': { rules: '[R3] [R4]', apply: (walk) => walk.fence(1) },
  'unfence3 (not isr/elr unless listed)': { rules: '[L2]', apply: (walk) => walk.unfence(3) },
  'unfence2 clean': { rules: '[R2]', apply: (walk) => walk.unfence(2) },
  unfence2: { rules: '[L2]', apply: (walk) => walk.unfence(2) },
  'unfence1 (last known leader)': { rules: '[L6]', apply: (walk) => walk.unfence(1) },
  'register2 after unclean shutdown': {
    rules: '[R1]',
    apply: (walk) => walk.registerAfterUncleanShutdown(2),
  },
  'register1 after unclean shutdown': {
    rules: '[R1]',
    apply: (walk) => walk.registerAfterUncleanShutdown(1),
  },
  'leader adds 3 to ISR (if leader!=3)': {
    rules: '[R1] [I10]',
    apply: (walk) => walk.partition.leader !== -1 && walk.alterPartition([...walk.partition.isr, 3]),
  },
  'fence1 leader, 2,3 alive, UNCLEAN': { rules: '[L5]', apply: (walk) => walk.fence(1, 'UNCLEAN') },
  'preferred election after 1 back in ISR': {
    rules: '[L4]',
    apply: (walk) => {
      walk.unfence(1);
      walk.alterPartition([...walk.partition.isr, 1]);
      return walk.change({ election: 'PREFERRED' });
    },
  },
  'AlterPartition shrink to [1,2]': { rules: '[I10]', apply: (walk) => walk.alterPartition([1, 2]) },
  'AlterPartition expand to [1,2,3]': { rules: '[I10]', apply: (walk) => walk.alterPartition([1, 2, 3]) },
  'AlterPartition same isr': { rules: '[I10]', apply: (walk) => walk.alterPartition([1, 2, 3]) },
  'fence leader 1': { rules: '[L3] [I10]', apply: (walk) => walk.fence(1) },
  'preferred (1 not in ISR)': { rules: '[L4]', apply: (walk) => walk.change({ election: 'PREFERRED' }) },
};

/** The controller's part in a walk: which brokers are active, and which change an event asks for. */
class Walk {
  partition: PartitionRegistration;
  private readonly active = new Set(REPLICAS);
  private readonly elrEnabled: boolean;

  constructor(initial: Partial<PartitionRegistration>, elrEnabled: boolean) {
    this.elrEnabled = elrEnabled;
    this.partition = { ...registration({ replicas: REPLICAS, isr: REPLICAS, leader: 1 }), ...initial };
  }

  fence(broker: number, election: ElectionType = 'ONLINE'): boolean {
    this.active.delete(broker);
    return this.change({ election, targetIsr: this.partition.isr.filter((member) => member !== broker) });
  }

  /** Only leaderless partitions are looked at (B5). */
  unfence(broker: number): boolean {
    this.active.add(broker);
    return this.partition.leader === -1 && this.change({});
  }

  registerAfterUncleanShutdown(broker: number): boolean {
    return this.change({
      targetIsr: this.partition.isr.filter((member) => member !== broker),
      ...(this.elrEnabled && { uncleanShutdownReplicas: [broker] }),
    });
  }

  alterPartition(targetIsr: number[]): boolean {
    return this.change({ targetIsr, targetRecovery: 'RECOVERED' });
  }

  change(change: Partial<PartitionChange>): boolean {
    const next = buildPartitionChange(this.partition, {
      election: 'ONLINE',
      isAcceptableLeader: (broker) => this.active.has(broker),
      minIsr: MIN_ISR,
      eligibleLeaderReplicasEnabled: this.elrEnabled,
      ...change,
    });
    this.partition = next ?? this.partition;
    return next !== null;
  }
}

function registration(known: Partial<PartitionRegistration>): PartitionRegistration {
  return {
    replicas: [1, 2, 3, 4],
    isr: [],
    elr: [],
    lastKnownElr: [],
    leader: -1,
    leaderEpoch: 0,
    partitionEpoch: 0,
    recovery: 'RECOVERED',
    ...known,
  };
}

const attempts: (() => void)[] = [];

/** A test that is also tried under every planted fault. */
function checked(title: string, run: () => void): void {
  attempts.push(run);
  test(title, run);
}

describe('partition_change walks', () => {
  let ran = 0;
  for (const { name, steps } of walks) {
    // The last walk holds whether eligible leader replicas are on or off; the others say which.
    const settings = name.includes('elr=') ? [name.includes('elr=true')] : [true, false];
    for (const elrEnabled of settings) {
      const walk = new Walk(INITIAL[name] ?? {}, elrEnabled);
      attempts.push(() => {
        const again = new Walk(INITIAL[name] ?? {}, elrEnabled);
        for (const step of steps) {
          const changed = EVENTS[step.event]?.apply(again);
          const { replicas: _replicas, ...shown } = again.partition;
          expect({ event: step.event, changed, ...shown }).toEqual(step);
        }
      });
      steps.forEach((step, index) => {
        const event = EVENTS[step.event];
        test(`${event?.rules ?? ''} ${name}, elr ${elrEnabled}, step ${index + 1}: ${step.event}`, () => {
          const changed = event?.apply(walk);
          const { replicas, ...shown } = walk.partition;
          expect({ event: step.event, changed, ...shown }).toEqual(step);
          expect(replicas).toEqual(REPLICAS);
          ran += 1;
        });
      });
    }
  }

  test('runs all 35 steps of 7 walks, the 5 of the last twice', () => {
    expect(walks.flatMap((walk) => walk.steps)).toHaveLength(35);
    expect(walks).toHaveLength(7);
    expect(ran).toBe(40);
  });
});

interface KafkaTest {
  source: string;
  replicas?: number[];
  isr?: number[];
  elr?: number[];
  lastKnownElr?: number[];
  leader?: number;
  alive?: string;
  minIsr?: number;
  targetIsr?: number[];
  uncleanShutdown?: number[];
  election?: ElectionType;
  cases?: {
    election: ElectionType;
    targetIsr?: number[];
    targetReplicas?: number[];
    leader: number;
    unclean?: boolean;
  }[];
  result?: string | Partial<Record<keyof PartitionRegistration | 'leaderChange', unknown>>;
}

/** Kafka's tests that do without the last known leader (`setUseLastKnownLeaderInBalancedRecovery(false)`). */
const WITHOUT_LAST_KNOWN_LEADER = [
  'KT:testEligibleLeaderReplicas_IsrShrinkBelowMinISR',
  'KT:..._IsrExpandAboveMinISR',
  'KT:..._IsrAddNewMemberNotInELR',
  'KT:..._RemoveUncleanShutdownReplicasFromElr',
];
const RULES: Record<string, string> = {
  'KT:PartitionChangeBuilderTest.testElectLeader': '[L2] [L3] [L4]',
  'KT:testElectLeader (baz)': '[L3] [L4]',
  'KT:testEligibleLeaderReplicas_IsrShrinkBelowMinISR': '[R1]',
  'KT:..._IsrExpandAboveMinISR': '[R1]',
  'KT:..._IsrAddNewMemberNotInELR': '[R1]',
  'KT:..._RemoveUncleanShutdownReplicasFromElr': '[R1]',
  'KT:..._ElrCanBeElected': '[R2]',
  'KT:..._IsrCanShrinkToZero': '[R3] [R4]',
  'KT:..._ElectLastKnownLeader': '[L6]',
  'KT:..._ElectLastKnownLeaderShouldFail': '[L6]',
  'KT:testUncleanLeaderElection': '[L5]',
};

function aliveIn(alive = 'all'): (broker: number) => boolean {
  if (alive === 'none') return () => false;
  const dead = /^all but (\d)$/.exec(alive);
  if (dead === null && alive !== 'all') throw new Error(`who is alive? ${alive}`);
  return (broker) => broker !== Number(dead?.[1]);
}

function changeIn(vector: KafkaTest, election: ElectionType) {
  const isr = vector.isr ?? [2, 1, 3]; // testUncleanLeaderElection starts from a full ISR led by 1
  const before = registration({
    ...(vector.replicas && { replicas: vector.replicas }),
    isr,
    elr: vector.elr ?? [],
    lastKnownElr: vector.lastKnownElr ?? [],
    leader: vector.leader ?? (isr.includes(1) ? 1 : -1),
    leaderEpoch: 100,
    partitionEpoch: 200,
  });
  const after = buildPartitionChange(before, {
    election,
    isAcceptableLeader: aliveIn(vector.alive),
    minIsr: vector.minIsr ?? 3,
    eligibleLeaderReplicasEnabled: true,
    ...(vector.targetIsr && { targetIsr: vector.targetIsr }),
    ...(vector.uncleanShutdown && { uncleanShutdownReplicas: vector.uncleanShutdown }),
    useLastKnownLeaderInBalancedRecovery: !WITHOUT_LAST_KNOWN_LEADER.includes(vector.source),
  });
  return after && { ...after, leaderChange: after.leader !== before.leader };
}

function picked(value: object | null, keys: string[]): unknown {
  return value && Object.fromEntries(keys.map((key) => [key, (value as Record<string, unknown>)[key]]));
}

describe('partition_change kafka_tests', () => {
  let ran = 0;
  for (const vector of kafkaTests as KafkaTest[]) {
    const rules = RULES[vector.source] ?? '';
    vector.cases?.forEach((one) => {
      checked(`${rules} ${vector.source}: ${JSON.stringify(one)}`, () => {
        const elected = electLeader(one.election, {
          replicas: one.targetReplicas ?? vector.replicas ?? [],
          isr: one.targetIsr ?? vector.isr ?? [],
          elr: [],
          lastKnownElr: [],
          currentLeader: vector.leader ?? -1,
          isAcceptableLeader: aliveIn(vector.alive),
          lastKnownLeaderMayLead: false,
        });
        const { election: _election, targetIsr: _isr, targetReplicas: _replicas, ...expected } = one;
        expect(picked(elected, Object.keys(expected))).toEqual(expected);
        ran += 1;
      });
    });
    const { result } = vector;
    if (result === undefined) continue;
    const elections: ElectionType[] = vector.election ? [vector.election] : ['PREFERRED', 'ONLINE'];
    for (const election of elections) {
      checked(`${rules} ${vector.source}, ${election}`, () => {
        const after = changeIn(vector, election);
        if (typeof result === 'string') {
          expect(result).toMatch(/^no change/);
          expect(after).toBeNull();
        } else {
          expect(picked(after, Object.keys(result))).toEqual(result);
        }
        ran += 1;
      });
    }
  }

  checked('[R4] keeps the last leader where Kafka could keep former ELR members', () => {
    const vector = (kafkaTests as KafkaTest[]).find(({ source }) => source.includes('RemoveUnclean'))!;
    expect(changeIn(vector, 'PREFERRED')).toMatchObject({ lastKnownElr: [3] });
    expect(changeIn({ ...vector, source: 'with last known leader' }, 'PREFERRED')).toMatchObject({
      lastKnownElr: [],
    });
  });

  test('runs all 11: two of 10 elections, 8 under two election types, 1 unclean', () => {
    expect(kafkaTests).toHaveLength(11);
    expect((kafkaTests as KafkaTest[]).every(({ source }) => source in RULES)).toBe(true);
    expect(ran).toBe(10 + 8 * 2 + 1);
  });
});

noticesPlantedFaults('vectors-1.json partition_change', attempts);
