/** Whether the page stands in somebody else's: stage and transport alone. In the address, before its hash or behind it. */
export function isEmbedded(address = location.href): boolean {
  return /[?&]embed=1(?:[&#]|$)/.test(address);
}

/** The same moment for an iframe. */
export function embedAddress(address: string): string {
  const hash = address.indexOf('#');
  const [page, rest] = hash < 0 ? [address, ''] : [address.slice(0, hash), address.slice(hash)];
  return isEmbedded(address) ? address : `${page}${page.includes('?') ? '&' : '?'}embed=1${rest}`;
}

/** The same moment on its own page. */
export function fullAddress(address: string): string {
  return address.replace(/([?&])embed=1(&?)/, (_, before: string, after: string) =>
    after === '' ? '' : before,
  );
}

/** How this page was opened; an address that changes behind its hash does not change it. */
export const EMBEDDED = typeof location !== 'undefined' && isEmbedded();
