import { domToSvg } from './domToSvg.ts';
import { escapeXml, wrapText } from './escapeXml.ts';

export interface PictureWords {
  /** What stands under the picture first. */
  readonly caption: string;
  /** Leads to the moment that is drawn; null where a link would be too long. */
  readonly link: string | null;
}

const MARGIN = 14;
const LINE = 15;
/** A link of more lines is cut in the picture; whole it stands in the description. */
const MOST_LINK_LINES = 8;
const MONO_WIDTH = 6.05;

/** A part of the page as an SVG file: its ground, what is drawn, and under it where it comes from. */
export function stagePicture(root: Element, { caption, link }: PictureWords): string {
  const { content, width, height } = domToSvg(root);
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const characters = Math.max(20, Math.floor((width - 2 * MARGIN) / MONO_WIDTH));
  const lines = link === null ? [] : wrapText(link, characters, MOST_LINK_LINES);
  const total = height + MARGIN + LINE * (1 + lines.length) + MARGIN;
  const linkLines = lines
    .map(
      (line, i) =>
        `<text x="${MARGIN}" y="${height + MARGIN + LINE * (i + 2)}" font-family="'JetBrains Mono', monospace" font-size="10" fill="${token('--ink-2')}">${escapeXml(line)}</text>`,
    )
    .join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${total}" viewBox="0 0 ${width} ${total}">`,
    `<title>${escapeXml(caption)}</title>`,
    link === null ? '' : `<desc>${escapeXml(link)}</desc>`,
    `<rect width="${width}" height="${total}" fill="${token('--bg')}"/>`,
    content,
    `<path d="M0 ${height}H${width}" stroke="${token('--line')}"/>`,
    `<text x="${MARGIN}" y="${height + MARGIN + LINE - 4}" font-family="Inter, sans-serif" font-size="12" font-weight="600" fill="${token('--ink')}">${escapeXml(caption)}</text>`,
    link === null ? '' : `<a href="${escapeXml(link)}">${linkLines}</a>`,
    '</svg>\n',
  ].join('');
}

/** The same as PNG, twice as fine; null where the browser cannot. */
export async function pngOf(svg: string): Promise<Blob | null> {
  const image = new Image();
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = 2 * image.naturalWidth;
    canvas.height = 2 * image.naturalHeight;
    const context = canvas.getContext('2d');
    if (context === null) return null;
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}
