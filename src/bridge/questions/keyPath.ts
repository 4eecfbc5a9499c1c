import { murmur2 } from '../../engine/client/producer/murmur2.ts';
import { partitionForKey } from '../../engine/client/producer/partitionForKey.ts';
import { saltedKey, vipRange } from '../../engine/client/producer/partitioners/customRules.ts';
import { toPositive } from '../../engine/client/producer/toPositive.ts';
import type { HashWord, KeyPath, KeyRule } from '../../shared/RunQuestions.ts';
import { utf8Bytes } from '../../shared/utf8.ts';

const SEED = 0x9747b28c;
const MULTIPLIER = 0x5bd1e995;
const SHIFT = 24;
const WORD = 4;

/** From a key to its partition, with everything that stands between (PP2); the result is what the producer itself works out. */
export function keyPath(key: string, partitions: number, rule?: KeyRule): KeyPath {
  const salted = saltedKeys(key, rule)?.map((own) => ({
    key: own,
    partition: partitionForKey(utf8Bytes(own), partitions),
  }));
  const bytes = utf8Bytes(salted?.[0]?.key ?? key);
  const range = rule?.kind === 'vip' ? vipRange(rule, key, partitions) : { first: 0, count: partitions };
  const hash = murmur2(bytes);
  return {
    bytes: [...bytes],
    seed: SEED,
    ...hashSteps(bytes),
    hash,
    positive: toPositive(hash),
    range,
    partition: range.first + partitionForKey(bytes, range.count),
    salted: salted ?? null,
  };
}

/** What is hashed in turn; undefined: the key itself, each time. */
function saltedKeys(key: string, rule?: KeyRule): string[] | undefined {
  if (rule?.kind !== 'salt' || rule.keys?.includes(key) === false) return undefined;
  return Array.from({ length: rule.salts }, (_, salt) => saltedKey(key, salt));
}

/** The words of a key and the hash after each, as signed integers. */
export function hashSteps(bytes: Uint8Array): Pick<KeyPath, 'words' | 'rest'> {
  const words: HashWord[] = [];
  const tail = bytes.length - (bytes.length % WORD);
  let hash = SEED ^ bytes.length;
  for (let at = 0; at < tail; at += WORD) {
    const own = [...bytes.subarray(at, at + WORD)];
    const word = own.reduce((sum, byte, i) => sum | (byte << (8 * i)), 0);
    const mixed = Math.imul(word, MULTIPLIER);
    hash = Math.imul(hash, MULTIPLIER) ^ Math.imul(mixed ^ (mixed >>> SHIFT), MULTIPLIER);
    words.push({ bytes: own, word, hash });
  }
  const left = [...bytes.subarray(tail)];
  if (left.length === 0) return { words, rest: null };
  hash = Math.imul(
    left.reduce((sum, byte, i) => sum ^ (byte << (8 * i)), hash),
    MULTIPLIER,
  );
  return { words, rest: { bytes: left, hash } };
}

/** The last mixing: every bit of the words comes to bear on the lowest ones, which decide. */
export function finishHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 13), MULTIPLIER);
  return mixed ^ (mixed >>> 15);
}
