import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatBandwidth,
  formatFineTime,
  formatRate,
  formatSize,
  formatTime,
  parseBandwidth,
  parseFineTime,
  parseRate,
  parseSize,
  parseTime,
} from './quantity.ts';

const ok = (value: number) => ({ ok: true, value });

describe('times', () => {
  test.each([
    ['250us', 250],
    ['0.25ms', 250],
    ['5s', 5_000_000],
    ['2min', 120_000_000],
    ['1h', 3_600_000_000],
    ['7d', 604_800_000_000],
    [' 5 s ', 5_000_000],
    [20, 20_000],
    [0.25, 250],
    [0, 0],
    ['0.1ms', 100],
  ])('reads %s as µs', (text, micros) => {
    expect(parseTime(text)).toEqual(ok(micros));
  });

  test('refuses m, which may be minutes or months, and names min', () => {
    expect(parseTime('5m')).toEqual({ ok: false, fault: 'minutes-or-months', likely: '5min' });
    expect(parseTime('5M')).toMatchObject({ fault: 'minutes-or-months' });
  });

  test.each([
    ['5sec', '5s'],
    ['5S', '5s'],
    ['3µs', '3us'],
    ['1.5 hours', '1.5h'],
    ['60', '60ms'],
  ])('refuses %s and offers %s', (text, likely) => {
    expect(parseTime(text)).toEqual({ ok: false, fault: 'not-a-quantity', likely });
  });

  test.each([
    ['s'],
    ['--1s'],
    ['1.s'],
    ['1e3s'],
    ['5s5'],
    ['soon'],
    [''],
    [null],
    [{}],
    [Number.NaN],
    [Infinity],
  ])('refuses %s', (value) => {
    expect(parseTime(value)).toMatchObject({ ok: false, fault: 'not-a-quantity' });
  });

  test('refuses what is finer than a µs, too large, or negative where time only runs forward', () => {
    expect(parseTime('0.5us')).toMatchObject({ fault: 'too-fine' });
    expect(parseTime(1e-9)).toMatchObject({ fault: 'too-fine' });
    expect(parseTime('999999999d')).toMatchObject({ fault: 'too-large' });
    expect(parseTime(1e21)).toMatchObject({ fault: 'too-large' });
    expect(parseTime('-1h')).toMatchObject({ fault: 'negative' });
    expect(parseTime('-1h', { negative: true })).toEqual(ok(-3_600_000_000));
  });

  test('come back as they went', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (micros) => {
        expect(parseTime(formatTime(micros), { negative: true })).toEqual(ok(micros));
      }),
    );
    fc.assert(
      fc.property(fc.nat(1_000_000), (thousandths) => {
        expect(parseFineTime(formatFineTime(thousandths / 1000))).toEqual(ok(thousandths / 1000));
      }),
    );
  });

  test('are printed in the largest unit that divides them', () => {
    expect([60_000_000, 90_000_000, 250, 7_500_000, 0].map(formatTime)).toEqual([
      '1min',
      '90s',
      '250us',
      '7500ms',
      '0s',
    ]);
  });
});

describe('sizes', () => {
  test('reads units of 1000 and of 1024', () => {
    expect(parseSize('1.5KiB')).toEqual(ok(1536));
    expect(parseSize('20 MB')).toEqual(ok(20_000_000));
    expect(parseSize(100)).toEqual(ok(100));
  });

  test('refuses KB, which is neither, and part of a byte', () => {
    expect(parseSize('1KB')).toEqual({ ok: false, fault: 'not-a-quantity', likely: '1kB' });
    expect(parseSize('1.0001kB')).toMatchObject({ fault: 'too-fine' });
    expect(parseSize(-1)).toMatchObject({ fault: 'negative' });
  });

  test('come back as they went', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger().map(Math.abs), (bytes) => {
        expect(parseSize(formatSize(bytes))).toEqual(ok(bytes));
      }),
    );
  });
});

describe('rates and bandwidths', () => {
  test('read n/s and bit units only', () => {
    expect(parseRate('100/s')).toEqual(ok(100));
    expect(parseRate('0.5/s')).toEqual(ok(0.5));
    expect(parseRate(100)).toEqual({ ok: false, fault: 'not-a-quantity', likely: '100/s' });
    expect(parseRate('100/sec')).toMatchObject({ likely: '100/s' });
    expect(parseRate('0/s')).toMatchObject({ fault: 'zero' });
    expect(parseBandwidth('10Gbit/s')).toEqual(ok(10_000_000_000));
    expect(parseBandwidth('10Gbps')).toMatchObject({ likely: '10Gbit/s' });
    expect(parseBandwidth('10GB/s')).toMatchObject({ ok: false, likely: null });
    expect(parseBandwidth('0kbit/s')).toMatchObject({ fault: 'zero' });
    expect(parseBandwidth(1000)).toMatchObject({ ok: false });
  });

  test('come back as they went', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000_000_000 }), (bits) => {
        expect(parseBandwidth(formatBandwidth(bits))).toEqual(ok(bits));
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), (n) => {
        expect(parseRate(formatRate(n / 100))).toEqual(ok(n / 100));
      }),
    );
  });
});

test('nothing that can be in JSON makes a parser throw', () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.string()), (value) => {
      for (const parse of [parseTime, parseFineTime, parseSize, parseRate, parseBandwidth]) parse(value);
    }),
  );
});
