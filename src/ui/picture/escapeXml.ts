const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** A text as XML has it, in content and in attributes; characters that XML cannot hold are left out. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
}

/** A text in lines of so many characters; beyond `mostLines` it ends with an ellipsis. */
export function wrapText(text: string, characters: number, mostLines: number): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += characters) lines.push(text.slice(at, at + characters));
  if (lines.length <= mostLines) return lines;
  const last = lines[mostLines - 1] ?? '';
  return [...lines.slice(0, mostLines - 1), `${last.slice(0, -1)}…`];
}
