import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { connectEngine, EngineFailure, type AsyncEngine, type WorkerLike } from './engineClient.ts';
import { FAKE_SCENARIO, FakeEngine } from './FakeEngineTestContext.ts';
import { serveEngine } from './serveEngine.ts';

let engine: AsyncEngine | undefined;
const ports: MessagePort[] = [];

afterEach(() => {
  engine?.dispose();
  for (const port of ports.splice(0)) port.close();
  vi.useRealTimers();
});

/** A worker's two ends in one thread. */
function openFakeWorker(served: FakeEngine | null = new FakeEngine()): WorkerLike & { port: MessagePort } {
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  port1.start();
  if (served !== null) serveEngine(served, port2);
  return Object.assign(port1 as unknown as WorkerLike, { port: port1, terminate: vi.fn() });
}

/** Of a worker that nobody but the client and its listeners knows, as in a browser once it has been terminated. */
function beginAndDispose() {
  const listeners: unknown[] = [];
  const worker: WorkerLike = {
    postMessage: () => undefined,
    addEventListener: (_type: string, listener: unknown) => listeners.push(listener),
    removeEventListener: () => undefined,
    terminate: () => undefined,
  };
  const client = connectEngine(() => worker);
  // Asks through a proxy of its own.
  client.digest().catch(() => undefined);
  client.dispose();
  return { worker: new WeakRef(worker), client: new WeakRef(client) };
}

/** The collector is a builtin that a flag gives. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

describe('engineClient', () => {
  test('commands, frames and inspection reach the engine and come back', async () => {
    engine = connectEngine(() => openFakeWorker());
    expect((await engine.load(FAKE_SCENARIO, [])).sinceFrame).toBe(0);
    const frame = await engine.advance({ untilUs: 2500, budgetMs: 10 });
    expect(frame.nowUs).toBe(2500);
    expect(frame.trace.map((row) => row.timeUs)).toEqual([1000, 2000]);
    expect(frame.inFlight.sentAtUs).toEqual(Float64Array.of(2500, 2501));
    expect((await engine.apply({ kind: 'KillBroker', broker: 1 })).commands).toHaveLength(1);
    expect(await engine.digest()).toBe('2500/1/2');
    expect((await engine.why(1)).length).toBe(1);
    const goal = await engine.advanceUntil({ event: 'BrokerFenced' }, 9000);
    expect([goal.reached, goal.nowUs]).toEqual([false, 9000]);
  });

  test('what play stopped at comes over with the frame', async () => {
    const served = new FakeEngine();
    const advance = served.advance.bind(served);
    served.advance = (request) => ({ ...advance(request), metAtUs: 1000 });
    engine = connectEngine(() => openFakeWorker(served));
    await engine.load(FAKE_SCENARIO, []);
    const frame = await engine.advance({ untilUs: 2500, budgetMs: 10, stopAtInteresting: true });
    expect(frame.metAtUs).toBe(1000);
  });

  test('a frame stays readable while the next one is pulled', async () => {
    engine = connectEngine(() => openFakeWorker());
    await engine.load(FAKE_SCENARIO, []);
    let previous = await engine.advance({ untilUs: 1, budgetMs: 10 });
    for (let untilUs = 2; untilUs < 20; untilUs++) {
      const frame = await engine.advance({ untilUs, budgetMs: 10 });
      expect(previous.inFlight.sentAtUs[0]).toBe(untilUs - 1);
      previous = frame;
    }
  });

  test('an engine that throws rejects that call and the client lives on', async () => {
    const broken = new FakeEngine();
    broken.advance = () => {
      throw new RangeError('no');
    };
    engine = connectEngine(() => openFakeWorker(broken));
    await engine.load(FAKE_SCENARIO, []);
    await expect(engine.advance({ untilUs: 1, budgetMs: 1 })).rejects.toMatchObject({
      code: 'engine-threw',
      message: 'RangeError: no',
    });
    await expect(engine.result()).rejects.toMatchObject({ code: 'engine-threw' });
    expect(await engine.digest()).toBe('0/0/0');
  });

  test('a worker that cannot be made fails every call', async () => {
    engine = connectEngine(() => {
      throw new TypeError('blocked');
    });
    await expect(engine.digest()).rejects.toBeInstanceOf(EngineFailure);
    await expect(engine.advance({ untilUs: 1, budgetMs: 1 })).rejects.toMatchObject({
      code: 'worker-did-not-start',
    });
    expect(await engine.whenFailed).toMatchObject({
      code: 'worker-did-not-start',
      message: 'TypeError: blocked',
    });
  });

  test('an engine that is disposed of leaves nothing behind, its worker least of all', async () => {
    const begun = beginAndDispose();
    // What ends at the next turn has ended: collected proxies are told of by a task.
    for (let turn = 0; turn < 5; turn++) {
      collectGarbage();
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    expect(begun.worker.deref()).toBeUndefined();
    expect(begun.client.deref()).toBeUndefined();
  });

  test('a script that does not load fails the calls that wait for it', async () => {
    const worker = openFakeWorker(null);
    engine = connectEngine(() => worker);
    const waiting = engine.load(FAKE_SCENARIO, []);
    worker.port.dispatchEvent(new Event('error'));
    await expect(waiting).rejects.toMatchObject({ code: 'worker-did-not-start' });
    expect(worker.terminate).toHaveBeenCalled();
  });

  test('a script that never answers fails after a while', async () => {
    vi.useFakeTimers();
    engine = connectEngine(() => openFakeWorker(null));
    const failed = expect(engine.digest()).rejects.toMatchObject({
      code: 'worker-did-not-start',
      message: 'timeout',
    });
    await vi.advanceTimersByTimeAsync(30_000);
    await failed;
  });

  test('a worker that crashes later is told apart, even when nothing waits', async () => {
    const worker = openFakeWorker();
    engine = connectEngine(() => worker);
    await engine.load(FAKE_SCENARIO, []);
    worker.port.dispatchEvent(new Event('error'));
    expect(await engine.whenFailed).toMatchObject({ code: 'worker-crashed' });
    await expect(engine.seek({ timeUs: 0, after: 0 })).rejects.toMatchObject({ code: 'worker-crashed' });
  });

  test('dispose ends the worker and what waits', async () => {
    const worker = openFakeWorker(null);
    engine = connectEngine(() => worker);
    const waiting = engine.digest();
    engine.dispose();
    await expect(waiting).rejects.toMatchObject({ code: 'disposed' });
    expect(worker.terminate).toHaveBeenCalledOnce();
  });
});
