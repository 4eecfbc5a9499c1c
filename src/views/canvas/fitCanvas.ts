/**
 * Makes the bitmap of a canvas as fine as the screen is, and lets one draw in CSS pixels. Setting a size empties a canvas and costs
 * time, so it is set only when it is another.
 */
export function fitCanvas(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  size: {
    readonly width: number;
    readonly height: number;
    /** The origin stands so far below the top. */ readonly top?: number;
  },
): void {
  const ratio = globalThis.devicePixelRatio || 1;
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, (size.top ?? 0) * ratio);
}
