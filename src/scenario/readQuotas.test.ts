import { describe, expect, test } from 'vitest';
import { formatCommand, formatScenario } from './formatScenario.ts';
import { parseCommand } from './parseCommand.ts';
import { parseScenario } from './parseScenario.ts';

const parsed = (quotas: unknown) => parseScenario({ highwater: 1, brokers: [{ 'node.id': 1 }], quotas });
const problems = (quotas: unknown) => {
  const result = parsed(quotas);
  return result.ok ? [] : result.problems.map(({ code, path }) => `${code} ${path}`);
};

describe('quotas', () => {
  test('are read in Kafka’s units, and printed as they can be read again', () => {
    const quotas = [
      { 'client-id': 'pay-api', producer_byte_rate: '1MB', request_percentage: 50 },
      { user: '<default>', 'client-id': '<default>', consumer_byte_rate: 1000, controller_mutation_rate: 5 },
    ];
    const result = parsed(quotas);
    if (!result.ok) return expect.fail(JSON.stringify(result.problems));
    expect(result.scenario.quotas).toEqual([
      {
        user: null,
        clientId: 'pay-api',
        quotas: [
          ['producer_byte_rate', 1_000_000],
          ['request_percentage', 50],
        ],
      },
      {
        user: '<default>',
        clientId: '<default>',
        quotas: [
          ['consumer_byte_rate', 1000],
          ['controller_mutation_rate', 5],
        ],
      },
    ]);
    const again = parseScenario(formatScenario(result.scenario));
    expect(again.ok && again.scenario).toEqual(result.scenario);
  });

  test('say whom they bind and to what, once', () => {
    expect(problems([{ producer_byte_rate: 1 }])).toEqual(['missing-key quotas[0].client-id']);
    expect(problems([{ 'client-id': 'a' }])).toEqual(['missing-key quotas[0]']);
    expect(problems([{ 'client-id': 'a', producer_byte_rate: 0 }])).toEqual([
      'out-of-range quotas[0].producer_byte_rate',
    ]);
    const twice = [
      { 'client-id': 'a', producer_byte_rate: 1 },
      { 'client-id': 'a', consumer_byte_rate: 1 },
    ];
    expect(problems(twice)).toEqual(['duplicate quotas[1]']);
    expect(problems([{ 'client-id': 'a', producer_rate: 1 }])).toEqual([
      'unknown-key quotas[0].producer_rate',
    ]);
  });

  test('AlterClientQuotas sets some and removes others', () => {
    const written = {
      at: '2s',
      kind: 'AlterClientQuotas',
      'client-id': 'pay-api',
      quotas: { producer_byte_rate: '2MiB', consumer_byte_rate: null },
    };
    const result = parseCommand(written);
    if (!result.ok) return expect.fail(JSON.stringify(result.problems));
    expect(result.command).toMatchObject({
      user: null,
      clientId: 'pay-api',
      quotas: [
        ['producer_byte_rate', 2_097_152],
        ['consumer_byte_rate', null],
      ],
    });
    expect(formatCommand(result.command)).toEqual(written);
    expect(parseCommand({ ...written, 'client-id': undefined })).toMatchObject({ ok: false });
  });
});
