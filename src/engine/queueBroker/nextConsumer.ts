/** Consumers of one queue by their node. */
export interface Turn {
  /** Who gets the message; null: nobody can take one now. */
  readonly consumer: number | null;
  /** Who may get the next, in their order. */
  readonly active: readonly number[];
  /** Who was asked and has as many unacknowledged messages as its prefetch count allows: not asked again before it acknowledges one. */
  readonly blocked: readonly number[];
}

/**
 * Whose turn it is: the first that can take a message, which then goes behind all others. RabbitMQ: `rabbit_queue_consumers`, Consumer
 * Prefetch (basic.qos with global=false).
 */
export function nextConsumer(
  active: readonly number[],
  blocked: readonly number[],
  canTake: (consumer: number) => boolean,
): Turn {
  const at = active.findIndex(canTake);
  if (at < 0) return { consumer: null, active: [], blocked: [...blocked, ...active] };
  const consumer = active[at] ?? null;
  const asked = active.slice(0, at);
  const rest = active.slice(at + 1);
  return {
    consumer,
    active: consumer === null ? rest : [...rest, consumer],
    blocked: [...blocked, ...asked],
  };
}
