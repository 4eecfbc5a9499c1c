/** Where a pointer is inside of an element, in its own CSS pixels from its top left corner: in room mode the page is drawn larger. */
export function pointIn(
  element: HTMLElement,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): { readonly x: number; readonly y: number } {
  const { left, top, width } = element.getBoundingClientRect();
  const scale = width > 0 && element.offsetWidth > 0 ? width / element.offsetWidth : 1;
  return { x: (clientX - left) / scale, y: (clientY - top) / scale };
}
