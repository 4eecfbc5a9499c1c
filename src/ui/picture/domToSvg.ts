import { escapeXml } from './escapeXml.ts';

/** What of an SVG element is given by style sheets, and has to stand at the element itself outside of the page. */
const DRAWN = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'opacity',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'transform',
  'visibility',
  'display',
] as const;

/**
 * A part of the page as SVG, as it looks now: boxes, texts, drawings and canvases, with every colour written out, so that the file
 * stands by itself. No HTML is put into it: any program that draws SVG draws this.
 */
export function domToSvg(root: Element): {
  readonly content: string;
  readonly width: number;
  readonly height: number;
} {
  const { left, top, width, height } = root.getBoundingClientRect();
  const parts: string[] = [];
  drawElement(root, { left, top }, parts);
  return { content: parts.join(''), width: Math.ceil(width), height: Math.ceil(height) };
}

interface Origin {
  readonly left: number;
  readonly top: number;
}

function drawElement(element: Element, origin: Origin, parts: string[]): void {
  const style = getComputedStyle(element);
  if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') return;
  const box = element.getBoundingClientRect();
  // What only a screen reader finds has no size to speak of.
  if (style.display !== 'contents' && (box.width <= 1 || box.height <= 1)) return;
  if (element instanceof SVGSVGElement) {
    parts.push(drawingOf(element, box, origin));
    return;
  }
  if (element instanceof HTMLCanvasElement) {
    parts.push(
      `<image x="${num(box.left - origin.left)}" y="${num(box.top - origin.top)}" width="${num(box.width)}" height="${num(box.height)}" href="${element.toDataURL('image/png')}"/>`,
    );
    return;
  }
  const isFaint = Number(style.opacity) < 1;
  if (isFaint) parts.push(`<g opacity="${style.opacity}">`);
  parts.push(boxOf(style, box, origin));
  for (const child of element.childNodes) {
    if (child instanceof Element) drawElement(child, origin, parts);
    else if (child instanceof Text) drawText(child, style, origin, parts);
  }
  if (isFaint) parts.push('</g>');
}

/** Ground and edges of a box; nothing for one that has neither. */
function boxOf(style: CSSStyleDeclaration, box: DOMRect, origin: Origin): string {
  const border = Number.parseFloat(style.borderTopWidth);
  const isFramed = border > 0 && style.borderTopStyle !== 'none' && isSeen(style.borderTopColor);
  const hasAllEdges =
    isFramed &&
    [style.borderRightWidth, style.borderBottomWidth, style.borderLeftWidth].every(
      (w) => Number.parseFloat(w) > 0,
    );
  const ground = isSeen(style.backgroundColor) ? style.backgroundColor : 'none';
  if (ground === 'none' && !hasAllEdges) return '';
  const inset = hasAllEdges ? border / 2 : 0;
  const dashes = style.borderTopStyle === 'dashed' ? ' stroke-dasharray="4 3"' : '';
  const stroke = hasAllEdges ? ` stroke="${style.borderTopColor}" stroke-width="${border}"${dashes}` : '';
  return `<rect x="${num(box.left - origin.left + inset)}" y="${num(box.top - origin.top + inset)}" width="${num(box.width - 2 * inset)}" height="${num(box.height - 2 * inset)}" rx="${num(Number.parseFloat(style.borderTopLeftRadius) || 0)}" fill="${ground}"${stroke}/>`;
}

/** Word by word, each where the page has put it: lines break as they do there. */
function drawText(node: Text, style: CSSStyleDeclaration, origin: Origin, parts: string[]): void {
  const size = Number.parseFloat(style.fontSize);
  const range = document.createRange();
  for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    const baseline = box.top - origin.top + box.height / 2 + size * 0.35;
    parts.push(
      `<text x="${num(box.left - origin.left)}" y="${num(baseline)}" font-family="${escapeXml(style.fontFamily)}" font-size="${size}" font-weight="${style.fontWeight}" fill="${style.color}">${escapeXml(word)}</text>`,
    );
  }
}

function drawingOf(svg: SVGSVGElement, box: DOMRect, origin: Origin): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll('*')];
  const to = [copy, ...copy.querySelectorAll('*')];
  from.forEach((element, i) => {
    const target = to[i];
    if (target === undefined) return;
    const style = getComputedStyle(element);
    target.removeAttribute('class');
    target.removeAttribute('style');
    for (const name of DRAWN) {
      const value = style.getPropertyValue(name);
      // Where nothing says otherwise, the attribute that stands there holds.
      if (value === '' || (name === 'transform' && value === 'none')) continue;
      target.setAttribute(name, value.replaceAll('"', "'"));
    }
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('x', num(box.left - origin.left));
  copy.setAttribute('y', num(box.top - origin.top));
  copy.setAttribute('width', num(box.width));
  copy.setAttribute('height', num(box.height));
  return new XMLSerializer().serializeToString(copy);
}

function isSeen(colour: string): boolean {
  return colour !== 'transparent' && !/^rgba\(.*,\s*0\)$/.test(colour) && !/\/\s*0\)$/.test(colour);
}

function num(value: number): string {
  return String(Math.round(value * 10) / 10);
}
