import type { ReactNode } from 'react';

const SHAPES = {
  play: <path d="M5 3.5v9l7-4.5z" fill="currentColor" stroke="none" />,
  pause: <path d="M5.5 3.5v9M10.5 3.5v9" strokeWidth="2" />,
  next: <path d="M6 3l5 5-5 5" />,
  back: <path d="M10 3L5 8l5 5" />,
  up: <path d="M4 10l4-4 4 4" />,
  down: <path d="M4 6l4 4 4-4" />,
  stepForward: (
    <>
      <path d="M4 3.5v9l6-4.5z" fill="currentColor" stroke="none" />
      <path d="M12 3.5v9" />
    </>
  ),
  stepBack: (
    <>
      <path d="M12 3.5v9L6 8z" fill="currentColor" stroke="none" />
      <path d="M4 3.5v9" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.2" />
      <path d="M10.2 10.2L14 14" />
    </>
  ),
  link: (
    <path d="M6.5 9.5l3-3M7 4.5l1.4-1.4a2.8 2.8 0 0 1 4 4L11 8.5M9 11.5L7.6 12.9a2.8 2.8 0 0 1-4-4L5 7.5" />
  ),
  moon: <path d="M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z" />,
  sun: (
    <>
      <circle cx="8" cy="8" r="2.8" />
      <path d="M8 1.5v1.6M8 12.9v1.6M1.5 8h1.6M12.9 8h1.6M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M3.4 12.6l1.1-1.1M11.5 4.5l1.1-1.1" />
    </>
  ),
  lab: <path d="M6 2v4L2.5 13a1 1 0 0 0 .9 1.5h9.2a1 1 0 0 0 .9-1.5L10 6V2M5 2h6M4.5 10h7" />,
  plus: <path d="M8 3v10M3 8h10" />,
  close: <path d="M4 4l8 8M12 4l-8 8" />,
  check: <path d="M3 8.5l3.3 3.3L13 4.5" />,
  bolt: <path d="M9 1.5L3.5 9H8l-1 5.5L12.5 7H8z" />,
  power: (
    <>
      <path d="M8 2v5.5" />
      <path d="M4.6 4.2a5.2 5.2 0 1 0 6.8 0" />
    </>
  ),
  cut: <path d="M2 8h4M10 8h4M6 5l4 6M10 5l-4 6" />,
  mend: (
    <>
      <path d="M2 8h12" />
      <path d="M6 5v6M10 5v6" />
    </>
  ),
  flag: <path d="M4 14V2.5h7.5L10 5.5l1.5 3H4" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="5.5" />
      <path d="M8 5v3l2 1.5" />
    </>
  ),
  broker: (
    <>
      <rect x="2" y="3" width="12" height="4" rx="1" />
      <rect x="2" y="9" width="12" height="4" rx="1" />
      <path d="M4.5 5h.01M4.5 11h.01" strokeWidth="1.8" />
    </>
  ),
  topic: <path d="M2 4h12M2 8h12M2 12h12M5.5 2.5v3M9.5 6.5v3M7 10.5v3" />,
  producer: (
    <>
      <path d="M2 8h8M7 5l3 3-3 3" />
      <path d="M13.5 3v10" strokeWidth="2" />
    </>
  ),
  consumer: (
    <>
      <path d="M14 8H6M9 5L6 8l3 3" />
      <circle cx="3" cy="8" r="1.5" />
    </>
  ),
  database: (
    <>
      <path d="M3 4.5c0-2.200 10-2.200 10 0v7c0 2.200-10 2.200-10 0z" />
      <path d="M3 4.500c0 2.200 10 2.200 10 0" />
    </>
  ),
  queue: (
    <>
      <rect x="2" y="5" width="3" height="6" rx="0.5" />
      <rect x="6.5" y="5" width="3" height="6" rx="0.5" />
      <rect x="11" y="5" width="3" height="6" rx="0.5" />
    </>
  ),
  transaction: <path d="M5 3H3v10h2M11 3h2v10h-2M8 6v4M6 8h4" />,
  controller: <path d="M8 2l5.2 3v6L8 14l-5.2-3V5z" />,
  info: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M8 7.3V11M8 5h.01" strokeWidth="1.8" />
    </>
  ),
  undo: <path d="M6 3L2.5 6.5 6 10M2.5 6.5H10a3.5 3.5 0 0 1 0 7H7" />,
  redo: <path d="M10 3l3.5 3.5L10 10M13.5 6.5H6a3.5 3.5 0 0 0 0 7h3" />,
  fork: (
    <>
      <circle cx="4" cy="3.5" r="1.6" />
      <circle cx="12" cy="3.5" r="1.6" />
      <circle cx="4" cy="12.5" r="1.6" />
      <path d="M4 5.1v5.8M4 9.5c0-2 8-1 8-4.4" />
    </>
  ),
  compare: (
    <>
      <rect x="1.5" y="3" width="5" height="10" rx="1" />
      <rect x="9.5" y="3" width="5" height="10" rx="1" fill="currentColor" />
    </>
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
    </>
  ),
  download: <path d="M8 2.5v8M5 7.5l3 3 3-3M3 13.5h10" />,
  open: <path d="M2.5 12.5v-9h4l1.5 2h5.5v7z" />,
  text: <path d="M6 3.5L2.5 8 6 12.5M10 3.5L13.5 8 10 12.5" />,
  edit: <path d="M3 13l.8-3L10.5 3.3a1.4 1.4 0 0 1 2 2L5.8 12.2 3 13z" />,
  paste: (
    <>
      <path d="M5.5 3.5h-2v10.5h9V3.5h-2" />
      <rect x="5.5" y="2" width="5" height="3" rx="1" />
    </>
  ),
  keyboard: (
    <>
      <rect x="1.5" y="4" width="13" height="8.5" rx="1.5" />
      <path d="M4 6.8h.01M6.7 6.8h.01M9.3 6.8h.01M12 6.8h.01M5 9.8h6" strokeWidth="1.6" />
    </>
  ),
  dots: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.2" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof SHAPES;

/** A 16 px stroke icon. It never speaks: the control that holds it has the name. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className="shrink-0"
    >
      {SHAPES[name]}
    </svg>
  );
}
