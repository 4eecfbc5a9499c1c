import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Network, pairKey } from './Network.ts';

const MBIT = 1_000_000;

/** Nodes 0 and 1 in rack a, 2 in rack b, 3 in none; a link of its own between 0 and 3. */
function network(bandwidthBitsPerSecond = 8 * MBIT): Network {
  return new Network({
    nodeCount: 4,
    seed: 7,
    racks: ['a', 'a', 'b', null],
    latencyUs: 250,
    latencyAcrossRacksUs: 500,
    bandwidthBitsPerSecond,
    links: new Map([[pairKey(3, 0, 4), { latencyUs: 20_000, bandwidthBitsPerSecond: MBIT }]]),
  });
}

describe('the network', () => {
  test('is slower between racks than within one, and a node without a rack is near to all', () => {
    const net = network();
    expect([net.latencyUs(0, 1), net.latencyUs(0, 2), net.latencyUs(2, 3), net.latencyUs(1, 3)]).toEqual([
      250, 500, 250, 250,
    ]);
  });

  test('lets a link differ from the rest, both ways', () => {
    const net = network();
    expect([net.latencyUs(0, 3), net.latencyUs(3, 0)]).toEqual([20_000, 20_000]);
    // 1000 bytes at 1 Mbit/s take 8 ms.
    expect(net.transmit(0, 3, 1000, 0)).toBe(28_000);
    expect(net.transmit(3, 0, 1000, 0)).toBe(28_000);
  });

  test('sends at its bandwidth, one after the other, and then each flies', () => {
    const net = network();
    expect(net.transmit(0, 1, 1000, 0)).toBe(1000 + 250);
    expect(net.transmit(0, 1, 1000, 0)).toBe(2000 + 250);
    expect(net.transmit(0, 1, 1000, 10_000)).toBe(11_000 + 250);
  });

  test('has a wire of its own for each direction and pair', () => {
    const net = network();
    net.transmit(0, 1, 100_000, 0);
    expect([net.transmit(1, 0, 1000, 0), net.transmit(0, 2, 1000, 0)]).toEqual([1250, 1500]);
  });

  test('keeps the order of each wire', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ waitUs: fc.nat(500), bytes: fc.nat(5000), to: fc.integer({ min: 1, max: 3 }) })),
        (sends) => {
          const net = network();
          const lastUs = new Map<number, number>();
          let nowUs = 0;
          for (const { waitUs, bytes, to } of sends) {
            nowUs += waitUs;
            const arrivesUs = net.transmit(0, to, bytes, nowUs);
            expect(arrivesUs).toBeGreaterThanOrEqual(lastUs.get(to) ?? 0);
            expect(arrivesUs).toBeGreaterThanOrEqual(nowUs + net.latencyUs(0, to));
            lastUs.set(to, arrivesUs);
          }
        },
      ),
    );
  });

  test('is cut and mended between two nodes, both ways or one', () => {
    const deed = fc.record({ a: fc.nat(3), b: fc.nat(3), isCut: fc.boolean(), oneWay: fc.boolean() });
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 30 }), (deeds) => {
        const net = network();
        const cut = new Set<string>();
        for (const { a, b, isCut, oneWay } of deeds) {
          if (a === b) continue;
          const wires = oneWay ? [`${a}-${b}`] : [`${a}-${b}`, `${b}-${a}`];
          const direction = oneWay ? 'forward' : 'both';
          const changes = wires.some((wire) => cut.has(wire) !== isCut);
          expect(isCut ? net.cutLink(a, b, 7, direction) : net.mendLink(a, b, direction)).toBe(changes);
          for (const wire of wires) {
            if (isCut) cut.add(wire);
            else cut.delete(wire);
          }
          for (let x = 0; x < 4; x++)
            for (let y = 0; y < 4; y++) expect(net.isCut(x, y)).toBe(cut.has(`${x}-${y}`));
        }
        const told = net.faultyLinks().flatMap((link) => {
          expect([link.sinceUs, link.slow, link.a < link.b]).toEqual([7, null, true]);
          const forward = `${link.a}-${link.b}`;
          const backward = `${link.b}-${link.a}`;
          return { both: [forward, backward], forward: [forward], backward: [backward], none: [] }[
            link.cut ?? 'none'
          ];
        });
        expect(told.sort()).toEqual([...cut].sort());
      }),
    );
  });

  test('[slow-link] is slow one way, and as before when it is mended', () => {
    const net = network();
    const slowness = { latencyUs: 50_000, jitterUs: 0, bandwidthBitsPerSecond: MBIT, lossPercent: 0 };
    net.slowLink(0, 1, slowness, 5, 'forward');
    expect([net.transmit(0, 1, 1000, 0), net.transmit(1, 0, 1000, 0)]).toEqual([8000 + 50_000, 1250]);
    expect(net.faultyLinks()).toMatchObject([
      { a: 0, b: 1, cut: null, slow: 'forward', sinceUs: 5, slowness },
    ]);
    expect(net.mendLink(1, 0)).toBe(true);
    expect(net.faultyLinks()).toEqual([]);
    // What is still flying slowly is not overtaken.
    expect(net.transmit(0, 1, 1000, 20_000)).toBe(58_000);
    expect(net.transmit(0, 1, 1000, 60_000)).toBe(61_250);
  });

  test('[slow-link] is not overtaken by what is sent when it becomes fast', () => {
    const net = network();
    const slow = { latencyUs: 10, jitterUs: 0, bandwidthBitsPerSecond: null, lossPercent: 0 };
    const arrivesUs = net.transmit(0, 3, 1000, 0);
    net.slowLink(0, 3, slow, 1000);
    expect(net.transmit(0, 3, 1, 1000)).toBeGreaterThanOrEqual(arrivesUs);
  });

  test('[slow-link] varies within its jitter, alike for the same seed, and keeps the order', () => {
    const slow = { latencyUs: 1000, jitterUs: 5000, bandwidthBitsPerSecond: null, lossPercent: 0 };
    const arrivals = () => {
      const net = network();
      net.slowLink(0, 1, slow, 0);
      return Array.from({ length: 200 }, (_, i) => net.transmit(0, 1, 100, i * 10_000) - i * 10_000);
    };
    const delays = arrivals();
    expect(arrivals()).toEqual(delays);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(1100);
    expect(Math.max(...delays)).toBeLessThanOrEqual(6100);
    // Spread over the whole range.
    expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(4000);
    expect(new Set(delays).size).toBeGreaterThan(150);
    const net = network();
    net.slowLink(0, 1, slow, 0);
    const close = Array.from({ length: 200 }, (_, i) => net.transmit(0, 1, 100, i * 10));
    expect(close).toEqual([...close].sort((x, y) => x - y));
  });

  test('[lossy-link] loses about as many packets as it is told to', () => {
    const net = network();
    net.slowLink(0, 1, { latencyUs: null, jitterUs: 0, bandwidthBitsPerSecond: null, lossPercent: 20 }, 0);
    const late = Array.from({ length: 1000 }, (_, i) => net.transmit(0, 1, 100, i * 60_000_000)).filter(
      (arrivesUs, i) => arrivesUs - i * 60_000_000 > 200_000,
    );
    expect(late.length).toBeGreaterThan(150);
    expect(late.length).toBeLessThan(250);
  });

  test('tells which wires are still sending', () => {
    const net = network();
    net.transmit(0, 1, 1000, 0);
    net.transmit(1, 0, 2000, 0);
    expect(net.busyWires(0)).toEqual([
      [1, 1000],
      [4, 2000],
    ]);
    expect(net.busyWires(1000)).toEqual([[4, 2000]]);
    expect(net.busyWires(2000)).toEqual([]);
  });
});
