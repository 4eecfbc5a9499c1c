/** Stubs until the views and lessons have landed. */
export function Stage(_props: { readonly variant?: 'hero' }) {
  return null;
}
export function Transport() {
  return null;
}
export function WaitsPanel() {
  return null;
}
export function TracePanel() {
  return null;
}
export function LedgerPanel() {
  return null;
}
export function LessonView(_props: { readonly slug: string; readonly step: string | null }) {
  return null;
}
