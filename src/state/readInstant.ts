import type { Instant } from '../bridge/EngineApi.ts';
import { fieldsOf } from './keptText.ts';

/** The instant in a JSON value; the start where there is none. */
export function readInstant(json: unknown): Instant {
  const { timeUs, after } = fieldsOf(json);
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
  return isCount(timeUs) && isCount(after) ? { timeUs, after } : { timeUs: 0, after: 0 };
}
