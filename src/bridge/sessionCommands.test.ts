import { describe, expect, test, vi } from 'vitest';
import type { Command, CommandBody } from '../scenario/Scenario.ts';
import { preset, sessionOn } from './SessionTestContext.ts';

// Seconds of work, and minutes on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const scenario = preset('lose-a-record');
const KILL: CommandBody = { kind: 'KillBroker', broker: 2 };
const END_US = 12_000_000;

function endOf(engine: ReturnType<typeof sessionOn>) {
  const { metrics } = engine.advance({ untilUs: END_US, budgetMs: Infinity });
  return { digest: engine.digest(), result: engine.result(), rows: engine.allRows(), metrics };
}

describe('commands given by hand', () => {
  test('are told in frames with the exact point at which they stand', () => {
    const engine = sessionOn(scenario);
    engine.advance({ untilUs: 1_000_000, budgetMs: Infinity });
    const { nowUs, after } = engine.stepEvent();
    const { commands } = engine.apply(KILL);
    expect(commands).toEqual([{ ...KILL, atUs: nowUs, after }]);
    expect(engine.allRows().at(-1)).toMatchObject({
      causeSeq: 0,
      event: { kind: 'BrokerKilled', broker: 2 },
    });
  });

  test('in the past begin another future: what was ahead is forgotten, the metrics too', () => {
    const engine = sessionOn(scenario, { checkpointInterval: 200 });
    endOf(engine);
    engine.seek({ timeUs: 3_000_123, after: 0 });
    const { commands } = engine.apply(KILL);
    const fresh = sessionOn(scenario);
    fresh.load(scenario, commands);
    expect(endOf(engine)).toEqual(endOf(fresh));
  });

  test('of a scenario that are given again come each time, as if each stood there', () => {
    const pause = { kind: 'PauseProcess', node: 'broker:3', forUs: 300_000 } as const;
    const again = { ...pause, atUs: 1_000_000, repeat: { everyUs: 2_000_000, times: 3 } };
    const each = [1_000_000, 3_000_000, 5_000_000].map((atUs) => ({ ...pause, atUs }));
    const engine = sessionOn({ ...scenario, commands: [again] });
    const other = sessionOn({ ...scenario, commands: each });
    const ended = endOf(engine);
    expect(ended.rows.filter(({ event }) => event.kind === 'ProcessPaused')).toHaveLength(3);
    expect(ended.digest).toBe(endOf(other).digest);
  });

  test('come after what the scenario has for the same instant, as they do when loaded', () => {
    const crowded = {
      ...scenario,
      commands: [
        { atUs: 2_000_000, kind: 'KillBroker' as const, broker: 3 },
        { atUs: 2_000_000, kind: 'StartBroker' as const, broker: 3 },
      ],
    };
    const engine = sessionOn(crowded);
    // One step is one command: the second of the instant is still to come.
    engine.advanceUntil({ event: 'BrokerKilled' }, END_US);
    const { commands } = engine.apply({ kind: 'CutPower', broker: 3 });
    const fresh = sessionOn(crowded);
    fresh.load(crowded, commands);
    expect(endOf(engine)).toEqual(endOf(fresh));
  });

  test('ahead of which another is given are gone', () => {
    const engine = sessionOn(scenario);
    engine.advance({ untilUs: 2_000_000, budgetMs: Infinity });
    engine.apply(KILL);
    engine.seek({ timeUs: 1_000_000, after: 0 });
    const { commands } = engine.apply({ kind: 'KillBroker', broker: 3 });
    expect(commands.map((command) => command.atUs)).toEqual([1_000_000]);
  });

  test('stay in the log when the run goes back before them, and happen again', () => {
    const engine = sessionOn(scenario);
    engine.advance({ untilUs: 2_000_000, budgetMs: Infinity });
    engine.apply(KILL);
    const first = endOf(engine);
    expect(engine.seek({ timeUs: 1_000_000, after: 0 }).commands).toHaveLength(1);
    expect(endOf(engine)).toEqual(first);
  });
});

describe('undo', () => {
  test('goes back to just before the last command and forgets it', () => {
    const engine = sessionOn(scenario, { checkpointInterval: 200 });
    const straight = endOf(sessionOn(scenario));
    engine.advance({ untilUs: 2_345_678, budgetMs: Infinity });
    engine.apply(KILL);
    engine.advance({ untilUs: 9_000_000, budgetMs: Infinity });
    const frame = engine.undo();
    expect([frame.nowUs, frame.commands]).toEqual([2_345_678, []]);
    expect(endOf(engine)).toEqual(straight);
  });

  test('works for a command at the very start', () => {
    const engine = sessionOn(scenario);
    const straight = endOf(sessionOn(scenario));
    engine.apply(KILL);
    expect(engine.undo()).toMatchObject({ nowUs: 0, eventCount: 0, commands: [] });
    expect(endOf(engine)).toEqual(straight);
  });

  test('undoes one of two commands of the same instant', () => {
    const engine = sessionOn(scenario);
    engine.advance({ untilUs: 2_000_000, budgetMs: Infinity });
    engine.apply(KILL);
    engine.apply({ kind: 'KillBroker', broker: 3 });
    const { commands } = engine.undo();
    expect(commands).toMatchObject([KILL]);
    const fresh = sessionOn(scenario);
    fresh.load(scenario, commands);
    expect(endOf(engine)).toEqual(endOf(fresh));
  });

  test('does nothing when no command was given', () => {
    const engine = sessionOn(scenario);
    engine.advance({ untilUs: 7_000_000, budgetMs: Infinity });
    expect(engine.undo().nowUs).toBe(7_000_000);
  });

  test('takes back one time of a command that is given again', () => {
    const engine = sessionOn(scenario);
    const pause: CommandBody = { kind: 'PauseProcess', node: 'broker:3', forUs: 100_000 };
    engine.load(scenario, [{ ...pause, atUs: 1_000_000, repeat: { everyUs: 500_000, times: 3 } }], {
      timeUs: 1_700_000,
      after: 0,
    });
    const { commands, nowUs } = engine.undo();
    expect(nowUs).toBe(1_500_000);
    expect(commands).toEqual([{ ...pause, atUs: 1_000_000 }]);
  });

  test('leaves the commands of the scenario alone', () => {
    const engine = sessionOn(scenario);
    engine.advance({ untilUs: 8_000_000, budgetMs: Infinity });
    engine.undo();
    expect(engine.allRows().some((row) => row.event.kind === 'BrokerKilled')).toBe(true);
  });
});

test('a law that remembers knows what stood before a command of the first instant', () => {
  const engine = sessionOn(scenario);
  const commands: readonly Command[] = [{ kind: 'CutControllerPower', controller: 101, atUs: 0, after: 0 }];
  // The only controller, which alone says what is committed, is gone before anybody has looked.
  expect(engine.load(scenario, commands, { timeUs: 0, after: 1 }).violations).toEqual([]);
});

test('a law that begins to remember after a jump back believes what brokers have applied', () => {
  const engine = sessionOn(scenario);
  const commands: readonly Command[] = [{ kind: 'KillController', controller: 101, atUs: 2000 }];
  engine.load(scenario, commands, { timeUs: 3_000_000, after: 0 });
  // Only the start has a checkpoint before these instants: with it the laws forget, and look again when the controller is gone.
  for (const timeUs of [2500, 4000, 2100, 1999, 2_900_000])
    expect(engine.seek({ timeUs, after: 0 }).violations).toEqual([]);
});

test('a law that begins to remember when a controller is gone believes what was on its way from it', () => {
  const three = preset('three-brokers');
  const engine = sessionOn(three);
  // Committed at the controller, and in an answer that a broker has not got yet.
  engine.load(three, [{ kind: 'KillController', controller: 101, atUs: 32_000 }], {
    timeUs: 2_000_000,
    after: 0,
  });
  expect(engine.seek({ timeUs: 32_000, after: 1 }).violations).toEqual([]);
  expect(engine.advance({ untilUs: 232_000, budgetMs: Infinity }).violations).toEqual([]);
});
