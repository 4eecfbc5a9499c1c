/**
 * The browser's own raw deflate. Two browsers may make other bytes of the same text, so links are equal after decoding and
 * not as text.
 */
export async function deflate(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** `whole`: the stream came to its proper end within the limit. */
export interface Inflated {
  readonly text: string;
  readonly whole: boolean;
  readonly tooLong: boolean;
}

/** In pieces this small what stands before a fault has come out when the fault is met. */
const PIECE_BYTES = 64;

/** As much of a text as its bytes still give, at most `limitBytes`. Never throws. */
export async function inflate(bytes: Uint8Array<ArrayBuffer>, limitBytes: number): Promise<Inflated> {
  const stream = new DecompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  const writing = writePieces(writer, bytes);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > limitBytes) {
        await reader.cancel();
        await writing;
        return { text, whole: false, tooLong: true };
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // Cut off or changed: what came before it counts.
    await writing;
    return { text, whole: false, tooLong: false };
  }
  return { text: text + decoder.decode(), whole: await writing, tooLong: false };
}

async function writePieces(
  writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  // Both promises tell of the same fault, and an unhandled one would be reported as an error of the page.
  writer.closed.catch(() => undefined);
  try {
    for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
      await writer.write(bytes.slice(start, start + PIECE_BYTES));
    }
    await writer.close();
    return true;
  } catch {
    return false;
  }
}
