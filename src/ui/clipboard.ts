/** False when the browser does not allow it: no secure context, or the reader said no. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Hands a text to the browser as a file. */
export function downloadText(fileName: string, text: string, type: string): void {
  downloadBlob(fileName, new Blob([text], { type }));
}

/** The same with bytes. */
export function downloadBytes(fileName: string, bytes: Uint8Array<ArrayBuffer>, type: string): void {
  downloadBlob(fileName, new Blob([bytes], { type }));
}

export function downloadBlob(fileName: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = fileName;
  anchor.click();
  URL.revokeObjectURL(address);
}
