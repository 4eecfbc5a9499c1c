/** Bytes as text that needs no escape in an address. */
export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The bytes of a text of this alphabet; what is left of a text that was cut between two bytes is dropped. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const whole = text.length % 4 === 1 ? text.slice(0, -1) : text;
  const binary = atob(whole.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

/** Where the first character stands that is not of the alphabet; −1 when all are. */
export function firstForeignCharacter(text: string): number {
  return text.search(/[^\w-]/);
}
