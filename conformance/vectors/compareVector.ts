/** A case of vectors-2.json: its fields differ from group to group. */
export interface Vector {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** The first place at which Kafka's answer is another than the vector's. */
export interface VectorDifference {
  /** `events.3.error` */
  readonly at: string;
  /** null where there is nothing. */
  readonly vector: unknown;
  readonly kafka: unknown;
}

/** Expectations that hold from a version on, newest first; `expect` alone holds for every version. */
const EXPECTATIONS: readonly { readonly field: string; readonly from: readonly [number, number] }[] = [
  { field: 'expect42plus', from: [4, 2] },
  { field: 'expect41plus', from: [4, 1] },
  { field: 'expect40', from: [4, 0] },
];

/** The vector's answer in one field, for this version of Kafka; undefined where it has none. */
export function answerOf(vector: Vector, field: string, kafkaVersion: string): unknown {
  if (field !== 'expect') return vector[field];
  const [major = 0, minor = 0] = kafkaVersion.split('.').map(Number);
  const versioned = EXPECTATIONS.find(
    ({ field: name, from }) => name in vector && (major > from[0] || (major === from[0] && minor >= from[1])),
  );
  return vector[versioned?.field ?? field];
}

/** Compares all that a vector answers with what Kafka gave; null where they are the same. */
export function compareVector(
  vector: Vector,
  answers: readonly string[],
  gave: Readonly<Record<string, unknown>>,
  kafkaVersion: string,
): VectorDifference | null {
  const isBalanceOnly = vector['orderSensitive'] === true;
  for (const field of answers) {
    const wanted = answerOf(vector, field, kafkaVersion);
    const given = gave[field];
    const difference =
      isBalanceOnly && field === 'expect'
        ? firstDifference(balanceOf(wanted), balanceOf(given), field)
        : firstDifference(wanted, given, field);
    if (difference) return difference;
  }
  return null;
}

/** Where the order of a hash map decides who gets what, only this is fixed: what is given out, and in which shares. */
function balanceOf(assignment: unknown): unknown {
  const shares = Object.values(assignment as Record<string, string[]>);
  return {
    shares: shares.map((partitions) => partitions.length).sort((a, b) => a - b),
    partitions: shares.flat().sort(),
  };
}

/** Objects by their keys in any order, lists in theirs; null and nothing are two things. */
function firstDifference(vector: unknown, kafka: unknown, at: string): VectorDifference | null {
  if (Array.isArray(vector) && Array.isArray(kafka)) {
    for (let index = 0; index < Math.max(vector.length, kafka.length); index += 1) {
      const difference = firstDifference(vector[index], kafka[index], `${at}.${String(index)}`);
      if (difference) return difference;
    }
    return null;
  }
  if (isObject(vector) && isObject(kafka)) {
    for (const key of [...new Set([...Object.keys(vector), ...Object.keys(kafka)])].sort()) {
      const difference = firstDifference(vector[key], kafka[key], `${at}.${key}`);
      if (difference) return difference;
    }
    return null;
  }
  return isSame(vector, kafka) ? null : { at, vector: vector ?? null, kafka: kafka ?? null };
}

/** Rates are computed in floating point; the vectors give them rounded. */
function isSame(vector: unknown, kafka: unknown): boolean {
  if (typeof vector !== 'number' || typeof kafka !== 'number') return vector === kafka;
  return Math.abs(vector - kafka) <= 1e-9 * Math.max(1, Math.abs(vector));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
