/**
 * Where among the messages that are ready, by their places in the queue, one goes that comes back: where it was, or as near to the head as what
 * is left allows. RabbitMQ: Consumer Acknowledgements, Negative Acknowledgement and Requeuing of Deliveries.
 */
export function requeuePlace(ready: readonly { readonly place: number }[], place: number): number {
  const at = ready.findIndex((other) => other.place > place);
  return at < 0 ? ready.length : at;
}
