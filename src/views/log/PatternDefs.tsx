import { StripePattern } from '../StripePattern.tsx';

/** The patterns of the grammar. Each has its own spacing and angle, so they differ in grey too. */
export function PatternDefs({ prefix }: { readonly prefix: string }) {
  return (
    <defs>
      <StripePattern
        id={`${prefix}hatch`}
        size={6}
        turn={45}
        ground="var(--surface)"
        stripe={{ width: 1.6, fill: 'var(--water)', opacity: '.75' }}
      />
      <StripePattern
        id={`${prefix}off`}
        size={7}
        turn={-45}
        ground="var(--sunken)"
        stripe={{ width: 1, fill: 'var(--line-strong)', opacity: '.7' }}
      />
      <StripePattern
        id={`${prefix}lost`}
        size={6}
        turn={45}
        ground="var(--error-tint)"
        stripe={{ width: 1.4, fill: 'var(--error)' }}
      />
      <StripePattern
        id={`${prefix}fence`}
        size={10}
        turn={45}
        ground="var(--wait-fill)"
        stripe={{ width: 5, fill: 'var(--fence-bar)' }}
      />
    </defs>
  );
}
