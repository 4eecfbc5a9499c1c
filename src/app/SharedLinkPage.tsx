export function SharedLinkPage(_props: { text: string }) {
  return null;
}
