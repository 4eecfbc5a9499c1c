/** The five patterns of the grammar. Each has its own spacing and angle, so they differ in grey too. */
export function PatternDefs({ prefix }: { readonly prefix: string }) {
  return (
    <defs>
      <pattern
        id={`${prefix}hatch`}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="6" height="6" fill="var(--surface)" />
        <rect width="1.6" height="6" fill="var(--water)" opacity=".75" />
      </pattern>
      <pattern
        id={`${prefix}off`}
        width="7"
        height="7"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(-45)"
      >
        <rect width="7" height="7" fill="var(--sunken)" />
        <rect width="1" height="7" fill="var(--line-strong)" opacity=".7" />
      </pattern>
      <pattern
        id={`${prefix}lost`}
        width="6"
        height="6"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="6" height="6" fill="var(--error-tint)" />
        <rect width="1.4" height="6" fill="var(--error)" />
      </pattern>
      <pattern
        id={`${prefix}fence`}
        width="10"
        height="10"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect width="10" height="10" fill="var(--wait-fill)" />
        <rect width="5" height="10" fill="var(--fence-bar)" />
      </pattern>
    </defs>
  );
}
