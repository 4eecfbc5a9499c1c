const REPLACEMENT = 0x3f; // '?'

/**
 * The UTF-8 bytes of a text, as Java's `String.getBytes(UTF_8)` gives them, and so Kafka's `StringSerializer`: a surrogate
 * without its partner becomes '?'. Written out because the engine knows no TextEncoder, which would write U+FFFD instead.
 */
export function utf8Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3);
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const codePoint = text.codePointAt(i)!;
    if (codePoint < 0x80) {
      bytes[length++] = codePoint;
    } else if (codePoint < 0x800) {
      bytes[length++] = 0xc0 | (codePoint >> 6);
      bytes[length++] = continuation(codePoint);
    } else if (codePoint >= 0x10000) {
      bytes[length++] = 0xf0 | (codePoint >> 18);
      bytes[length++] = continuation(codePoint >> 12);
      bytes[length++] = continuation(codePoint >> 6);
      bytes[length++] = continuation(codePoint);
      i++; // It took two UTF-16 units.
    } else if (codePoint >= 0xd800 && codePoint < 0xe000) {
      bytes[length++] = REPLACEMENT;
    } else {
      bytes[length++] = 0xe0 | (codePoint >> 12);
      bytes[length++] = continuation(codePoint >> 6);
      bytes[length++] = continuation(codePoint);
    }
  }
  return bytes.slice(0, length);
}

function continuation(bits: number): number {
  return 0x80 | (bits & 0x3f);
}
