import { Fragment } from 'react';

/** Kafka's own words inside a sentence: error names, configs, `acks=all`. They are set as Kafka would print them. */
const KAFKA_WORDS = /([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|\b[a-z]+(?:\.[a-z]+)+\b|\backs=\w+|#\d+)/;

export function MarkedText({ text, error = false }: { readonly text: string; readonly error?: boolean }) {
  return text.split(KAFKA_WORDS).map((part, index) =>
    index % 2 === 0 ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <span key={index} className={error && part.includes('_') ? 'hw-mono font-[600] text-error' : 'hw-mono'}>
        {part}
      </span>
    ),
  );
}
