import { expect, test } from 'vitest';
import { describeTraceEvent } from './describeTraceEvent.ts';
import { EXAMPLE_FACTS } from './ExampleFactsTestContext.ts';

const sentences = Object.values(EXAMPLE_FACTS).map(
  (event) => [event.kind, describeTraceEvent(event)] as const,
);

test.each(sentences)('%s has a sentence that ends', (kind, sentence) => {
  expect(sentence).toMatch(/\.$/);
  expect(sentence).not.toMatch(/undefined|NaN|\[object/);
  // Kafka's terms: a record is no message, a broker no node. What a queue broker has are messages.
  const isOfQueues = /^(Queue|Message)/.test(kind);
  expect(sentence).not.toMatch(isOfQueues ? /\bnode\b|!/i : /\bmessage|\bnode\b|!/i);
});

test('saysTheSameAsEver', () => {
  expect(Object.fromEntries(sentences)).toMatchSnapshot();
});

test('neverTranslatesAnErrorName', () => {
  for (const event of Object.values(EXAMPLE_FACTS)) {
    if ('error' in event) expect(describeTraceEvent(event)).toContain(event.error);
  }
});

test('[F9] a Fetch without an answer is said in the words of Kafka’s logs, and refused by nobody', () => {
  const sentence = describeTraceEvent({ ...EXAMPLE_FACTS.FetchFailed, error: 'IOException' });
  expect(sentence).toMatch(/IOException, connection to 1 .*disconnected before the response was read/);
  expect(sentence).not.toMatch(/refused/);
});
