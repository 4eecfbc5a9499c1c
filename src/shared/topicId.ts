const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const WORDS = 4;

/**
 * An id as Kafka prints it (16 bytes in base64url, 22 characters, none that begins with a dash), the same for the same topic
 * of the same seed. Kafka draws its ids at random.
 */
export function topicId(name: string, seed: number): string {
  for (let attempt = 0; ; attempt++) {
    const words = Array.from({ length: WORDS }, (_, i) =>
      hash(name, seed ^ Math.imul(attempt * WORDS + i + 1, 0x9e3779b1)),
    );
    const id = base64Url(words);
    if (!id.startsWith('-')) return id;
  }
}

/** FNV-1a over UTF-16 units, then murmur3's final mix. */
function hash(text: string, seed: number): number {
  let h = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

function base64Url(words: readonly number[]): string {
  const bytes = words.flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255]);
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const group = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const digits = Math.min(4, Math.ceil(((bytes.length - i) * 8) / 6));
    for (let d = 0; d < digits; d++) text += DIGITS[(group >>> (18 - 6 * d)) & 63]!;
  }
  return text;
}
