/** Kafka's own assignors: under which name members agree on one, and the class that `partition.assignment.strategy` names. */
export const ASSIGNOR_CLASSES = {
  range: 'org.apache.kafka.clients.consumer.RangeAssignor',
  roundrobin: 'org.apache.kafka.clients.consumer.RoundRobinAssignor',
  sticky: 'org.apache.kafka.clients.consumer.StickyAssignor',
  'cooperative-sticky': 'org.apache.kafka.clients.consumer.CooperativeStickyAssignor',
} as const;

export type NameOfAssignor = keyof typeof ASSIGNOR_CLASSES;

/** The default of `partition.assignment.strategy`. */
export const DEFAULT_ASSIGNORS: readonly NameOfAssignor[] = ['range', 'cooperative-sticky'];

/**
 * Assignors of a list of classes, best first; a class may be named without its package. null: one of them is not Kafka's, stands
 * there twice, or there is none.
 */
export function parseAssignors(text: string): readonly NameOfAssignor[] | null {
  const names = Object.keys(ASSIGNOR_CLASSES) as NameOfAssignor[];
  const found = text.split(',').map((item) => {
    const written = item.trim();
    return names.find((name) => {
      const full = ASSIGNOR_CLASSES[name];
      return written === full || written === full.slice(full.lastIndexOf('.') + 1);
    });
  });
  if (found.some((name) => name === undefined) || new Set(found).size < found.length) return null;
  return found as NameOfAssignor[];
}

/** The list as Kafka takes it. */
export function formatAssignors(names: readonly NameOfAssignor[]): string {
  return names.map((name) => ASSIGNOR_CLASSES[name]).join(',');
}
