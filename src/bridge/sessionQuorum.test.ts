import { describe, expect, test, vi } from 'vitest';
import { Page, preset, sessionOn } from './SessionTestContext.ts';

// Seconds of work, and minutes on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const scenario = {
  ...preset('three-brokers'),
  commands: [],
  controllers: [{ nodeId: 101 }, { nodeId: 102 }, { nodeId: 103 }],
};
const SECOND = 1_000_000;

function controllersOf(page: Page) {
  return [...page.views.values()].filter((view) => view.kind === 'controller');
}

describe('a quorum in frames', () => {
  test('every controller is there with its state in the quorum; the active one is marked', () => {
    const engine = sessionOn(scenario);
    const page = new Page();
    page.take(engine.load(scenario, []));
    page.take(engine.advance({ untilUs: 5 * SECOND, budgetMs: Infinity }));
    expect(controllersOf(page)).toMatchObject([
      { nodeId: 101, active: true, process: 'running', raftState: 'Leader', epoch: 1, leader: 101 },
      { nodeId: 102, active: false, process: 'running', raftState: 'Follower', epoch: 1, leader: 101 },
      { nodeId: 103, active: false, process: 'running', raftState: 'Follower', epoch: 1, leader: 101 },
    ]);

    page.take(engine.apply({ kind: 'KillController', controller: 101 }));
    page.take(engine.advance({ untilUs: 6 * SECOND, budgetMs: Infinity }));
    expect(controllersOf(page)[0]).toMatchObject({ active: false, process: 'killed', raftState: null });
    expect(page.views.get('cluster')).toMatchObject({ activeController: -1 });
    expect(engine.result().cluster.controller).toBe(-1);
    // What was decided before stays to be seen.
    expect(page.views.get('broker:1')).toMatchObject({ fenced: false });

    page.take(engine.advance({ untilUs: 15 * SECOND, budgetMs: Infinity }));
    const active = controllersOf(page).filter((controller) => controller.active);
    expect(active).toMatchObject([{ raftState: 'Leader' }]);
    expect(engine.result().cluster.controller).toBe(active[0]?.nodeId);
  });

  test('[metadata-log] the records of a controller’s log can be read, with offset, epoch, type and fields', () => {
    const engine = sessionOn(scenario);
    engine.advance({ untilUs: 2 * SECOND, budgetMs: Infinity });
    const records = engine.metadataRecords(102, 0, 5);
    expect(records.map(({ offset, epoch }) => [offset, epoch])).toEqual([
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
    ]);
    expect(records[0]).toEqual({
      offset: 0,
      epoch: 1,
      type: 'LeaderChangeMessage',
      fields: { leaderId: '101', voters: '[101,102,103]', grantingVoters: '[101,102,103]' },
      committed: true,
    });
    const registered = records.find(({ type }) => type === 'RegisterBrokerRecord');
    expect(registered?.fields).toMatchObject({ brokerId: '1', brokerEpoch: String(registered?.offset) });
    const all = engine.metadataRecords(101, 0, 10_000);
    const partition = all.find(({ type }) => type === 'PartitionRecord');
    expect(partition?.fields).toMatchObject({ isr: '[1,2,3]', leaderEpoch: '0', partitionEpoch: '0' });
    expect(all.at(-1)?.type).toBe('NoOpRecord');
    expect(engine.metadataRecords(999, 0, 10)).toEqual([]);
    expect(engine.metadataRecords(101, all.length, 10)).toEqual([]);
  });

  test('[Q5] going back over an election and forward again gives the same rows', () => {
    const engine = sessionOn(scenario);
    engine.advance({ untilUs: 5 * SECOND, budgetMs: Infinity });
    engine.apply({ kind: 'KillController', controller: 101 });
    engine.advance({ untilUs: 12 * SECOND, budgetMs: Infinity });
    const digest = engine.digest();
    engine.seek({ timeUs: 7 * SECOND, after: 0 });
    engine.seek({ timeUs: 12 * SECOND, after: 0 });
    engine.advance({ untilUs: 12 * SECOND, budgetMs: Infinity });
    expect(engine.digest()).toBe(digest);
  });
});
