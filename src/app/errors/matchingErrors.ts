import { ERROR_TEXTS } from '../../i18n/en/kafkaErrors/index.ts';
import { KAFKA_ERRORS, type KafkaErrorFacts } from '../../shared/kafkaErrors.ts';

/** Errors that have all of the words somewhere in what is said of them; a number is a code. */
export function matchingErrors(words: string): readonly KafkaErrorFacts[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return KAFKA_ERRORS;
  if (wanted.length === 1 && /^-?\d+$/.test(wanted[0] ?? ''))
    return KAFKA_ERRORS.filter(({ code }) => code === Number(wanted[0]));
  return KAFKA_ERRORS.filter(({ name, exception }) => {
    const { means, when, client, fix } = ERROR_TEXTS[name];
    const text = [name, exception, means, when, client, fix].join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
