/** A log, and the water that has reached it. */
export function Logo({ size = 22 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      className="shrink-0"
    >
      <rect x="1" y="1" width="22" height="22" rx="6" fill="var(--ink)" />
      <path
        d="M1 14.5c2.4-2.2 4.9-2.2 7.3 0s4.9 2.2 7.3 0 4.9-2.2 7.4 0V17a6 6 0 0 1-6 6H7a6 6 0 0 1-6-6z"
        fill="var(--water-deep)"
      />
      <path
        d="M6 8.2h12M18 5.2v6"
        fill="none"
        stroke="var(--surface)"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </svg>
  );
}
