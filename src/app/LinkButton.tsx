import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { buttonClass, type ButtonSize, type ButtonVariant } from '../ui/buttonClass.ts';
import { Icon, type IconName } from '../ui/icons.tsx';

export interface LinkButtonProps {
  readonly to: string;
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: IconName;
  readonly iconAfter?: IconName;
  readonly children: ReactNode;
}

/** Goes somewhere, and so is a link; looks like a button. */
export function LinkButton({ to, variant, size, icon, iconAfter, children }: LinkButtonProps) {
  return (
    <Link href={to} className={buttonClass(variant, size)}>
      {icon !== undefined && <Icon name={icon} size={15} />}
      {children}
      {iconAfter !== undefined && <Icon name={iconAfter} size={15} />}
    </Link>
  );
}
