/** What can be wrong with bytes that should be a part of a log. The sentences are in i18n. */
export type FormatProblemCode =
  /** The bytes end before the field does. */
  | 'truncated'
  /** A batch says that it is shorter than its own header. */
  | 'batch-too-small'
  | 'wrong-magic'
  | 'wrong-version'
  | 'wrong-crc'
  | 'unknown-codec'
  | 'unknown-attributes'
  /** A varint goes on for more bytes than its type has. */
  | 'varint-too-long'
  /** A number beyond 2^53 − 1, which is not counted exactly here, or beyond the 32 bits of its field. */
  | 'number-too-large'
  /** Below −1, or below 0 where null is not allowed. */
  | 'negative-length'
  | 'negative-count'
  /** A record's fields end before or after its length says. */
  | 'length-mismatch'
  | 'bytes-left-over'
  /** Offsets, positions or timestamps that must grow do not. */
  | 'not-in-order'
  /** An index entry at which no batch stands, or an offset outside of its segment. */
  | 'points-nowhere'
  | 'bad-line'
  | 'codec-failed'
  | 'no-codec'
  | 'unknown-file'
  | 'missing-file';

/** One thing that is wrong, and where. */
export interface FormatProblem {
  readonly code: FormatProblemCode;
  /** Byte at which it stands, counted from the start of the bytes that were handed in. */
  readonly position: number;
  /** Kafka's name of the field, or the name of the file. */
  readonly field: string;
  readonly found: number | string;
  /** What would be right, where that is one value. */
  readonly expected: number | string | null;
}

/** The only error that reading bytes throws. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
  readonly problem: FormatProblem;

  constructor(problem: FormatProblem) {
    super(`${problem.code} at byte ${problem.position}: ${problem.field}`);
    this.problem = problem;
  }
}

/** Throws it. */
export function refuseBytes(
  code: FormatProblemCode,
  position: number,
  field: string,
  found: number | string,
  expected: number | string | null = null,
): never {
  throw new FormatError({ code, position, field, found, expected });
}
