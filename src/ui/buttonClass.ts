import { classNames } from './classNames.ts';

export type ButtonVariant = 'primary' | 'plain' | 'ghost' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const VARIANTS: Readonly<Record<ButtonVariant, string>> = {
  primary: 'border-ink bg-ink text-ink-inv hover:opacity-90 pressed:opacity-80 disabled:border-line',
  plain:
    'border-line bg-surface text-ink hover:border-line-strong hover:bg-surface-2 pressed:bg-sunken disabled:border-line',
  ghost: 'border-transparent bg-transparent text-ink-2 hover:bg-sunken hover:text-ink pressed:bg-sunken',
  danger:
    'border-error-line bg-error-tint text-error hover:border-error pressed:bg-error-tint disabled:border-line',
};
const SIZES: Readonly<Record<ButtonSize, string>> = {
  small: 'h-8 min-w-8 gap-1.5 rounded-button px-2 text-[12px] pointer-coarse:h-11 pointer-coarse:min-w-11',
  medium: 'h-8 gap-[7px] rounded-button px-[11px] pointer-coarse:h-11',
  large: 'h-10 gap-2 rounded-[9px] px-4 text-[14px] pointer-coarse:h-11',
};

/** The look of a button, for what is a link by nature but asks to be pressed. */
export function buttonClass(variant: ButtonVariant = 'plain', size: ButtonSize = 'medium'): string {
  return classNames(
    'inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap border font-[520] no-underline',
    'disabled:cursor-not-allowed disabled:bg-transparent disabled:text-ink-3 disabled:opacity-100',
    VARIANTS[variant],
    SIZES[size],
  );
}
