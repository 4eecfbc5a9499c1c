import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Network, pairKey } from './Network.ts';

const MBIT = 1_000_000;

/** Nodes 0 and 1 in rack a, 2 in rack b, 3 in none; a link of its own between 0 and 3. */
function network(bandwidthBitsPerSecond = 8 * MBIT): Network {
  return new Network({
    nodeCount: 4,
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

  test('is cut and mended between two nodes, whichever is named first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ a: fc.nat(3), b: fc.nat(3), isCut: fc.boolean() }), { maxLength: 30 }),
        (deeds) => {
          const net = network();
          const cut = new Set<string>();
          for (const { a, b, isCut } of deeds) {
            if (a === b) continue;
            const name = [a, b].sort().join('-');
            if (isCut) expect(net.cutLink(a, b, 7)).toBe(!cut.has(name));
            else expect(net.mendLink(a, b)).toBe(cut.has(name));
            if (isCut) cut.add(name);
            else cut.delete(name);
            for (let x = 0; x < 4; x++)
              for (let y = 0; y < 4; y++) expect(net.isCut(x, y)).toBe(cut.has([x, y].sort().join('-')));
          }
          expect(
            net
              .cutLinks()
              .map((link) => [link.a, link.b].join('-'))
              .sort(),
          ).toEqual([...cut].sort());
          for (const link of net.cutLinks()) expect(link.sinceUs).toBe(7);
        },
      ),
    );
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
