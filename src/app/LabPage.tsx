export function LabPage(_props: object) {
  return null;
}
