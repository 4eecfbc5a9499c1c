import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { buttonClass, type ButtonSize, type ButtonVariant } from './buttonClass.ts';
import { classNames } from './classNames.ts';
import { Icon, type IconName } from './icons.tsx';

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className' | 'style'> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: IconName;
  readonly iconAfter?: IconName;
  readonly className?: string;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ variant, size, icon, iconAfter, className, children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={classNames(buttonClass(variant, size), className)}>
      {icon !== undefined && <Icon name={icon} size={15} />}
      {children}
      {iconAfter !== undefined && <Icon name={iconAfter} size={15} />}
    </AriaButton>
  );
}

export interface IconButtonProps extends Omit<
  AriaButtonProps,
  'children' | 'className' | 'style' | 'aria-label'
> {
  readonly icon: IconName;
  /** Its name; there is no other text. */
  readonly label: string;
  readonly variant?: ButtonVariant;
  readonly className?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ icon, label, variant = 'ghost', className, ...rest }: IconButtonProps) {
  return (
    <AriaButton
      {...rest}
      aria-label={label}
      className={classNames(buttonClass(variant), 'w-8 !px-0 pointer-coarse:w-11', className)}
    >
      <Icon name={icon} size={16} />
    </AriaButton>
  );
}
