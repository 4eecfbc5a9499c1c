import type { VFile } from 'vfile';

/** rehype-katex notes bad TeX, prints it in red and goes on. A misprinted formula must not be published. */
export function katexStrict() {
  return (_tree: unknown, file: VFile): void => {
    const complaint = file.messages.find((message) => message.source === 'rehype-katex');
    if (complaint) file.fail(`bad TeX: ${String(complaint.cause)}`, complaint.place);
  };
}
