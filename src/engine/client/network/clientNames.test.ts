import { describe, expect, test } from 'vitest';
import { clientNames, parseListeners } from './clientNames.ts';

const docker = { broker: 1, listeners: 'PLAINTEXT://0.0.0.0:9092', advertised: 'PLAINTEXT://kafka:9092' };
const both = {
  broker: 1,
  listeners: 'INTERNAL://0.0.0.0:29092,EXTERNAL://0.0.0.0:9092',
  advertised: 'INTERNAL://kafka:29092,EXTERNAL://localhost:9092',
};
const laptop = [{ name: 'localhost', broker: 1 }];
const container = [{ name: 'kafka', broker: 1 }];

describe('[client-names] what a client reaches', () => {
  test('the bootstrap server, and not the address that it names, if its machine does not know that', () => {
    expect(clientNames(laptop, 'localhost:9092', [docker])).toEqual({
      bootstrap: [-1],
      misnamed: [{ broker: 1, address: 'kafka:9092', bootstrapId: -1 }],
    });
    expect(clientNames(container, 'kafka:9092', [docker])).toEqual({ bootstrap: [1], misnamed: [] });
  });

  test('the address of the listener that it asked', () => {
    expect(clientNames(laptop, 'localhost:9092', [both])).toEqual({ bootstrap: [1], misnamed: [] });
    expect(clientNames(container, 'kafka:29092', [both])).toEqual({ bootstrap: [1], misnamed: [] });
    // The inner listener from outside: the port is open, and the name that it gives leads nowhere.
    expect(clientNames(laptop, 'localhost:29092', [both])?.misnamed).toEqual([
      { broker: 1, address: 'kafka:29092', bootstrapId: -1 },
    ]);
  });

  test('the wrong broker, where one name is advertised by two', () => {
    const second = { broker: 2, listeners: null, advertised: 'PLAINTEXT://localhost:9092' };
    const first = { broker: 1, listeners: null, advertised: 'PLAINTEXT://localhost:9092' };
    expect(clientNames(laptop, 'localhost:9092', [first, second])).toEqual({
      bootstrap: [1],
      misnamed: [{ broker: 2, address: 'localhost:9092', bootstrapId: null }],
    });
  });

  test('nothing, without a bootstrap server that it can reach', () => {
    expect(clientNames(laptop, 'kafka:9092', [docker])).toBeNull();
    expect(clientNames(laptop, 'localhost:9093', [docker])).toBeNull();
  });

  test('a broker that names no host is known by its own', () => {
    const plain = { broker: 1, listeners: null, advertised: null };
    expect(clientNames(laptop, 'localhost:9092', [plain])).toEqual({ bootstrap: [1], misnamed: [] });
  });
});

test('[client-names] listeners are read as Kafka writes them', () => {
  expect(parseListeners('INTERNAL://0.0.0.0:29092, external://:9092')).toEqual([
    { name: 'INTERNAL', host: '0.0.0.0', port: 29092 },
    { name: 'EXTERNAL', host: '', port: 9092 },
  ]);
});
