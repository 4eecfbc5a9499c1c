/**
 * Whether a routing key fits the pattern of a binding to a topic exchange: words with dots between them, of which `*` stands for exactly
 * one and `#` for any number, none among them. AMQP 0-9-1, 3.1.3.3 (The Topic Exchange Type); RabbitMQ: Tutorial Five.
 */
export function topicMatches(pattern: string, routingKey: string): boolean {
  return fits(pattern.split('.'), 0, routingKey.split('.'), 0);
}

function fits(pattern: readonly string[], at: number, words: readonly string[], from: number): boolean {
  const part = pattern[at];
  if (part === undefined) return from === words.length;
  if (part === '#') {
    for (let skipped = from; skipped <= words.length; skipped++)
      if (fits(pattern, at + 1, words, skipped)) return true;
    return false;
  }
  return (
    from < words.length && (part === '*' || part === words[from]) && fits(pattern, at + 1, words, from + 1)
  );
}
