/** A case of vectors-2.json: its fields differ from group to group. */
export interface Vector {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** How Kafka's answer is another than the vector's. */
export interface VectorDifference {
  /** All fields in which they part, sorted; for an index stands `*`: `events.*.error` */
  readonly fields: readonly string[];
  /** Where they part first: `events.3.error` */
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
  const versioned = EXPECTATIONS.find(
    ({ field: name, from }) => name in vector && isAtLeast(kafkaVersion, from),
  );
  return vector[versioned?.field ?? field];
}

export function isAtLeast(kafkaVersion: string, from: readonly [number, number]): boolean {
  const [major = 0, minor = 0] = kafkaVersion.split('.').map(Number);
  return major > from[0] || (major === from[0] && minor >= from[1]);
}

/** Compares all that a vector answers with what Kafka gave; null where they are the same. */
export function compareVector(
  vector: Vector,
  answers: readonly string[],
  gave: Readonly<Record<string, unknown>>,
  kafkaVersion: string,
): VectorDifference | null {
  const isBalanceOnly = vector['orderSensitive'] === true;
  const leaves = answers.flatMap((field) => {
    const wanted = answerOf(vector, field, kafkaVersion);
    const given = gave[field];
    return isBalanceOnly && field === 'expect'
      ? leavesThatDiffer(balanceOf(wanted), balanceOf(given), field)
      : leavesThatDiffer(wanted, given, field);
  });
  const [first] = leaves;
  if (first === undefined) return null;
  const fields = new Set(leaves.map(({ at }) => at.replace(/\.\d+(?=\.|$)/g, '.*')));
  return { fields: [...fields].sort(), ...first };
}

/** Where the order of a hash map decides who gets what, only this is fixed: what is given out, and in which shares. */
function balanceOf(assignment: unknown): unknown {
  const shares = Object.values(assignment as Record<string, string[]>);
  return {
    shares: shares.map((partitions) => partitions.length).sort((a, b) => a - b),
    partitions: shares.flat().sort(),
  };
}

interface Leaf {
  readonly at: string;
  readonly vector: unknown;
  readonly kafka: unknown;
}

/** Objects by their keys in any order, lists in theirs; null and nothing are two things. */
function leavesThatDiffer(vector: unknown, kafka: unknown, at: string): Leaf[] {
  if (Array.isArray(vector) && Array.isArray(kafka)) {
    const length = Math.max(vector.length, kafka.length);
    return Array.from({ length }, (_, index) =>
      leavesThatDiffer(vector[index], kafka[index], `${at}.${String(index)}`),
    ).flat();
  }
  if (isObject(vector) && isObject(kafka)) {
    return [...new Set([...Object.keys(vector), ...Object.keys(kafka)])]
      .sort()
      .flatMap((key) => leavesThatDiffer(vector[key], kafka[key], `${at}.${key}`));
  }
  return isSame(vector, kafka) ? [] : [{ at, vector: vector ?? null, kafka: kafka ?? null }];
}

/** Rates are computed in floating point; the vectors give them rounded. */
function isSame(vector: unknown, kafka: unknown): boolean {
  if (typeof vector !== 'number' || typeof kafka !== 'number') return vector === kafka;
  return Math.abs(vector - kafka) <= 1e-9 * Math.max(1, Math.abs(vector));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
