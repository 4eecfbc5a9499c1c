import { describe, expect, it } from 'vitest';
import { CLIENT_CODE_LANGUAGES, clientCode, producerConfigs, type ClientCodeInput } from './clientCode.ts';

const INPUT: ClientCodeInput = {
  bootstrapServers: 'localhost:9092',
  topic: { name: 'payments', partitions: 1, replicationFactor: 3, configs: { 'min.insync.replicas': '2' } },
  producer: { clientId: 'pay-api', configs: { acks: 'all', 'batch.size': '32768' } },
  consumer: { clientId: 'ledger-1', configs: { 'auto.offset.reset': 'earliest' } },
};

const occurrences = (text: string, part: string) => text.split(part).length - 1;

describe('clientCode', () => {
  it('writes every producer config of the cluster once in Java, value included', () => {
    const java = clientCode(INPUT, 'java');
    for (const [name, value] of Object.entries(producerConfigs(INPUT.producer.configs)))
      expect(occurrences(java, `producerProps.put("${name}", "${value}");`)).toBe(1);
    expect(occurrences(java, 'consumerProps.put("auto.offset.reset", "earliest");')).toBe(1);
  });

  it('writes every producer config once for confluent-kafka, in its own notation', () => {
    const python = clientCode(INPUT, 'confluent-kafka');
    const expected = {
      acks: '"all"',
      'enable.idempotence': 'True',
      'batch.size': '32768',
      'linger.ms': '5',
      'request.timeout.ms': '30000',
      'delivery.timeout.ms': '120000',
    };
    expect(Object.keys(expected).sort()).toEqual(Object.keys(producerConfigs(INPUT.producer.configs)).sort());
    for (const [name, value] of Object.entries(expected))
      expect(occurrences(python, `"${name}": ${value},`)).toBe(1);
  });

  it('sets the topic with kafka-configs.sh', () => {
    const commands = clientCode(INPUT, 'topic');
    expect(occurrences(commands, '--entity-type topics --entity-name payments')).toBe(1);
    expect(occurrences(commands, '--add-config min.insync.replicas=2')).toBe(1);
    expect(occurrences(commands, '--replication-factor 3')).toBe(1);
  });

  it.each(['0', '1'])('turns idempotence off with acks=%s in every language', (acks) => {
    const input = { ...INPUT, producer: { clientId: 'pay-api', configs: { acks } } };
    expect(clientCode(input, 'java')).toContain('put("enable.idempotence", "false")');
    expect(clientCode(input, 'confluent-kafka')).toContain('"enable.idempotence": False');
    expect(clientCode(input, 'aiokafka')).toContain('enable_idempotence=False');
    expect(clientCode(input, 'franz-go')).toContain('kgo.DisableIdempotentWrite()');
    expect(clientCode(input, 'typescript')).toContain("'enable.idempotence': false");
  });

  it('says what a library cannot set, and leaves nothing out in silence', () => {
    const input = { ...INPUT, producer: { clientId: 'pay-api', configs: { 'buffer.memory': '65536' } } };
    for (const language of CLIENT_CODE_LANGUAGES.filter((each) => each !== 'topic'))
      expect(clientCode(input, language)).toContain('buffer.memory');
  });

  it('has no consumer where the cluster has none', () => {
    for (const language of CLIENT_CODE_LANGUAGES)
      expect(clientCode({ ...INPUT, consumer: null }, language)).not.toContain('ledger-1');
  });
});
