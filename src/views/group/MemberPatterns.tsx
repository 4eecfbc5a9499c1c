import { StripePattern } from '../StripePattern.tsx';

const HUES = 6;

/** Which of the six hues and patterns a member has; the letter tells those apart that share one. */
export function hueOf(member: number): number {
  return (member % HUES) + 1;
}

export function memberFill(prefix: string, member: number): string {
  return `url(#${prefix}m${hueOf(member)})`;
}

export function memberInk(member: number): string {
  return `var(--m${hueOf(member)})`;
}

export function memberTint(member: number): string {
  return `var(--m${hueOf(member)}t)`;
}

/** A plain field, vertical lines, dots, horizontal lines, a grid, dashes: each owner is known without its colour. */
export function MemberPatterns({ prefix }: { readonly prefix: string }) {
  return (
    <defs>
      {Array.from({ length: HUES }, (_, i) => (
        <pattern
          key={i}
          id={`${prefix}m${i + 1}`}
          width={PATTERN_SIZES[i]}
          height={PATTERN_SIZES[i]}
          patternUnits="userSpaceOnUse"
        >
          <rect width="10" height="10" fill={memberTint(i)} />
          <PatternMark member={i} />
        </pattern>
      ))}
      <StripePattern
        id={`${prefix}pause`}
        size={7}
        turn={45}
        ground="var(--wait-tint)"
        stripe={{ width: 2.6, fill: 'var(--wait-fill)' }}
      />
    </defs>
  );
}

const PATTERN_SIZES = [10, 5, 5, 5, 7, 9];

function PatternMark({ member }: { readonly member: number }) {
  const ink = memberInk(member);
  switch (member) {
    case 1:
      return <rect width="1" height="5" fill={ink} opacity=".55" />;
    case 2:
      return <circle cx="2.5" cy="2.5" r="0.9" fill={ink} opacity=".8" />;
    case 3:
      return <rect width="5" height="1" fill={ink} opacity=".55" />;
    case 4:
      return <path d="M0 .5H7M.5 0V7" stroke={ink} strokeWidth="1" opacity=".5" />;
    case 5:
      return <path d="M1 4.5H5.5" stroke={ink} strokeWidth="1.2" opacity=".8" />;
    default:
      return null;
  }
}
