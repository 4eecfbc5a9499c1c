import { expect, test } from 'vitest';
import type { AdminView, FoundEvents } from '../../shared/RunQuestions.ts';
import type { EngineSession } from '../EngineSession.ts';
import { readScenario, sessionOn } from '../SessionTestContext.ts';

/** Two partitions on three brokers, of which the second is killed at 5 s: it is the preferred one of `orders-1`. */
async function stand(commands: readonly object[], atUs: number): Promise<EngineSession> {
  const scenario = readScenario({
    highwater: 1,
    configs: { 'auto.leader.rebalance.enable': false },
    brokers: [{ 'node.id': 1 }, { 'node.id': 2 }, { 'node.id': 3 }],
    topics: [
      { name: 'orders', partitions: 2, replicas: { '0': [1, 2, 3], '1': [2, 3, 1] } },
      { name: 'sole', replicas: { '0': [2] } },
    ],
    producers: [{ 'client.id': 'app', workload: { topic: 'orders', arrivals: { constant: '10/s' } } }],
    commands: [{ at: '5s', kind: 'KillBroker', broker: 2 }, ...commands],
  });
  const session = sessionOn(scenario);
  await session.loadQuestions();
  session.seek({ timeUs: atUs, after: 0 });
  return session;
}

const adminOf = (session: EngineSession) => session.inspectRun({ kind: 'admin' }) as AdminView;

test('[L4] [L5] what an election would be answered is what it is answered', async () => {
  const elections = ['PREFERRED', 'UNCLEAN'].map((electionType) => ({
    at: '20s',
    kind: 'ElectLeaders',
    electionType,
    partitions: ['orders-0', 'orders-1', 'sole-0'],
  }));
  const before = await stand([], 20_000_000);
  const { elections: told } = adminOf(before);
  expect(told).toEqual([
    { topic: 'orders', partition: 0, preferred: 'ELECTION_NOT_NEEDED', unclean: 'ELECTION_NOT_NEEDED' },
    {
      topic: 'orders',
      partition: 1,
      preferred: 'PREFERRED_LEADER_NOT_AVAILABLE',
      unclean: 'ELECTION_NOT_NEEDED',
    },
    {
      topic: 'sole',
      partition: 0,
      preferred: 'PREFERRED_LEADER_NOT_AVAILABLE',
      unclean: 'ELIGIBLE_LEADERS_NOT_AVAILABLE',
    },
  ]);
  const after = await stand(elections, 21_000_000);
  const { rows } = after.inspectRun({
    kind: 'events',
    filter: { interest: 'rpc', kind: 'AdminRequestFailed', node: null, partition: null, text: '' },
    limit: 10,
  }) as FoundEvents;
  const refused = rows.map(({ event }) =>
    event.kind === 'AdminRequestFailed' ? [event.resource, event.error] : [],
  );
  expect(refused).toEqual([
    ['orders-0', 'ELECTION_NOT_NEEDED'],
    ['orders-1', 'PREFERRED_LEADER_NOT_AVAILABLE'],
    ['sole-0', 'PREFERRED_LEADER_NOT_AVAILABLE'],
    ['orders-0', 'ELECTION_NOT_NEEDED'],
    ['orders-1', 'ELECTION_NOT_NEEDED'],
    ['sole-0', 'ELIGIBLE_LEADERS_NOT_AVAILABLE'],
  ]);
});

test('[SG6] [TS5] a leader lists the offset of the latest record, and a follower nothing', async () => {
  const session = await stand([], 4_000_000);
  const { logs } = adminOf(session);
  const leaders = logs.filter(({ isLeader }) => isLeader);
  expect(leaders).toHaveLength(3);
  for (const { listed, logStartOffset, highWatermark } of leaders)
    expect(listed).toEqual({
      maxTimestamp: highWatermark === 0 ? -1 : highWatermark - 1,
      earliestLocal: logStartOffset,
      latestTiered: -1,
      earliestPendingUpload: -1,
    });
  expect(leaders.some(({ highWatermark }) => highWatermark > 0)).toBe(true);
  expect(logs.filter(({ isLeader, listed }) => !isLeader && listed !== null)).toEqual([]);
});
