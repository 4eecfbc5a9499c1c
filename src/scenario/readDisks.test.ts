import { describe, expect, test } from 'vitest';
import { parseScenario } from './parseScenario.ts';

function brokerWith(broker: object, configs = {}) {
  return parseScenario({ highwater: 1, configs, brokers: [{ 'node.id': 1, ...broker }] });
}

const codesOf = (parsed: ReturnType<typeof parseScenario>) =>
  parsed.ok ? [] : parsed.problems.map(({ code, path, suggestion }) => ({ code, path, suggestion }));

describe('disks of a broker', () => {
  test('have a capacity each, the first log directory where none is named', () => {
    const parsed = brokerWith({
      configs: { 'log.dirs': '/data/1, /data/2' },
      disks: [{ capacity: '500MB' }, { logDir: '/data/2', capacity: '1GiB' }],
    });
    expect(parsed.ok && parsed.scenario.brokers[0]?.disks).toEqual([
      { logDir: null, capacityBytes: 500_000_000 },
      { logDir: '/data/2', capacityBytes: 1_073_741_824 },
    ]);
  });

  test('have none when nothing is said', () => {
    const parsed = brokerWith({});
    expect(parsed.ok && parsed.scenario.brokers[0]?.disks).toEqual([]);
  });

  test('stand under log directories that there are', () => {
    const parsed = brokerWith(
      { disks: [{ logDir: '/data/11', capacity: 1 }] },
      { 'log.dirs': '/data/1,/data/2' },
    );
    expect(codesOf(parsed)).toEqual([
      { code: 'unknown-log-dir', path: 'brokers[0].disks[0].logDir', suggestion: '/data/1' },
    ]);
  });

  test('are one to a directory, however it is named', () => {
    const parsed = brokerWith({
      configs: { 'log.dirs': '/data/1' },
      disks: [{ capacity: 1 }, { logDir: '/data/1', capacity: 2 }],
    });
    expect(codesOf(parsed)).toMatchObject([{ code: 'duplicate', path: 'brokers[0].disks[1].logDir' }]);
  });
});
