export function FidelityPage(_props: object) {
  return null;
}
