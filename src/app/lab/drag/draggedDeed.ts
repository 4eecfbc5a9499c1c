import { BUILD_FORMS, type BuildForm } from '../build/forms.ts';

/** What is drawn from the palette onto the picture: a form for something new, or a deed on whatever it is dropped on. */
export type DraggedDeed =
  | { readonly kind: 'build'; readonly form: BuildForm }
  /** `id` of the verb, as in the lists of deeds. */
  | { readonly kind: 'verb'; readonly id: string };

/** What the drag carries is this page's own: nothing else on the screen takes it. */
export const DEED_TYPE = 'application/x-highwater-deed';

export function writeDeed(deed: DraggedDeed): string {
  return deed.kind === 'build' ? `build ${deed.form}` : `verb ${deed.id}`;
}

/** null: it is none of ours. */
export function readDeed(text: string): DraggedDeed | null {
  const space = text.indexOf(' ');
  const name = text.slice(space + 1);
  if (text.startsWith('verb ')) return { kind: 'verb', id: name };
  const form = BUILD_FORMS.find((one) => one === name);
  return text.startsWith('build ') && form !== undefined ? { kind: 'build', form } : null;
}
