const CELLS = 8;

/** Progress in a lesson as a small log: filled up to its watermark. */
export function ProgressLog({ share }: { readonly share: number }) {
  const filled = share >= 1 ? CELLS : Math.min(CELLS - 1, Math.ceil(share * CELLS));
  return (
    <svg width="50" height="17" aria-hidden="true" focusable="false" className="shrink-0">
      {share >= 1 ? (
        <>
          <rect x=".5" y="3" width="47" height="11" rx="2" fill="var(--water-deep)" />
          <path
            d="M19 8.5l3.5 3.5 6-7"
            fill="none"
            stroke="var(--ink)"
            strokeWidth="1.8"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      ) : (
        <>
          {Array.from({ length: CELLS }, (_, i) => (
            <rect
              key={i}
              x={i * 6 + 0.5}
              y="3"
              width="5"
              height="11"
              rx="1"
              fill={i < filled ? 'var(--water-deep)' : 'var(--sunken)'}
              stroke={i < filled ? 'none' : 'var(--line-strong)'}
              strokeWidth="0.5"
            />
          ))}
          {filled > 0 && <path d={`M${filled * 6 - 0.2} 0v17`} stroke="var(--water)" strokeWidth="2" />}
        </>
      )}
    </svg>
  );
}
