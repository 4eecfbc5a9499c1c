interface StripePatternProps {
  readonly id: string;
  /** Of a tile, in px. */
  readonly size: number;
  /** Degrees clockwise by which the stripes lean. */
  readonly turn: 45 | -45;
  readonly ground: string;
  readonly stripe: { readonly width: number; readonly fill: string; readonly opacity?: string };
}

/** Stripes at an angle, to fill a shape of an SVG with. */
export function StripePattern({ id, size, turn, ground, stripe }: StripePatternProps) {
  return (
    <pattern
      id={id}
      width={size}
      height={size}
      patternUnits="userSpaceOnUse"
      patternTransform={`rotate(${turn})`}
    >
      <rect width={size} height={size} fill={ground} />
      <rect width={stripe.width} height={size} fill={stripe.fill} opacity={stripe.opacity} />
    </pattern>
  );
}
