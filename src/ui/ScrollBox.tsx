import type { ReactNode } from 'react';

interface Named {
  readonly label: string;
}
interface NamedElsewhere {
  /** Id of the heading that names it. */
  readonly labelledBy: string;
}

export type ScrollBoxProps = (Named | NamedElsewhere) & {
  /** `region`: a part of the page that is worth a landmark; else a group. */
  readonly role?: 'group' | 'region';
  /** `pre`: a text that is printed as it is. */
  readonly as?: 'div' | 'pre';
  /** How it scrolls, and how large it may be. */
  readonly className?: string;
  readonly children: ReactNode;
};

/** What is longer or wider than its place: it scrolls by keyboard too, and so takes the focus and has a name. */
export function ScrollBox({ role = 'group', as: Box = 'div', className, children, ...name }: ScrollBoxProps) {
  return (
    <Box
      tabIndex={0}
      role={role}
      aria-label={'label' in name ? name.label : undefined}
      aria-labelledby={'labelledBy' in name ? name.labelledBy : undefined}
      className={className}
    >
      {children}
    </Box>
  );
}
