/** The tokens that pictures on a canvas use, as the page has them now. */
export interface CanvasPalette {
  /** Six steps, from nothing to most. */
  readonly heat: readonly string[];
  readonly produce: string;
  readonly water: string;
  readonly waterDeep: string;
  readonly error: string;
  readonly wait: string;
  readonly idle: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly line: string;
  readonly sunken: string;
  readonly surface: string;
  readonly ground: string;
  readonly accent: string;
  readonly sans: string;
  readonly mono: string;
}

/** To be read again when the theme changed. */
export function readCanvasPalette(element: Element): CanvasPalette {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    heat: ['--h0', '--h1', '--h2', '--h3', '--h4', '--h5'].map(token),
    produce: token('--produce'),
    water: token('--water'),
    waterDeep: token('--water-deep'),
    error: token('--error'),
    wait: token('--wait-fill'),
    idle: token('--idle'),
    ink: token('--ink'),
    ink2: token('--ink-2'),
    ink3: token('--ink-3'),
    line: token('--line'),
    sunken: token('--sunken'),
    surface: token('--surface'),
    ground: token('--bg'),
    accent: token('--accent'),
    sans: token('--sans') || 'sans-serif',
    mono: token('--mono') || 'monospace',
  };
}
