import { lazy, Suspense, type ReactNode } from 'react';
import { Link, useRoute } from 'wouter';
import { Button, IconButton } from '../ui/Button.tsx';
import { classNames } from '../ui/classNames.ts';
import { Icon, type IconName } from '../ui/icons.tsx';
import { Logo } from '../ui/Logo.tsx';
import { useMessages } from '../ui/messages.tsx';
import { setPreferences } from '../ui/preferences.ts';
import { useTheme } from '../ui/theme.ts';
import { LinkButton } from './LinkButton.tsx';

const MenuButton = lazy(async () => ({ default: (await import('../ui/Menu.tsx')).MenuButton }));

export interface TopBarAction {
  readonly id: string;
  readonly label: string;
  readonly icon: IconName;
  readonly primary?: boolean;
  readonly isDisabled?: boolean;
  /** Where it goes, or what it does. */
  readonly to?: string;
  readonly run?: () => void;
}

export interface TopBarProps {
  /** What the page is part of and its own name; without it the bar shows the places of the site. */
  readonly crumb?: {
    readonly parent: ReactNode;
    readonly title: string;
    /** Shorter, for a phone. */
    readonly phoneTitle?: string;
    readonly chip?: string;
    readonly under?: string;
  };
  readonly actions?: readonly TopBarAction[];
  readonly onOpenKeys: () => void;
  readonly navigate: (to: string) => void;
}

export function TopBar({ crumb, actions = [], onOpenKeys, navigate }: TopBarProps) {
  const m = useMessages().app;
  const theme = useTheme();
  const otherTheme = theme === 'dark' ? 'light' : 'dark';
  const themeAction: TopBarAction = {
    id: 'theme',
    label: theme === 'dark' ? m.theme.useLight : m.theme.useDark,
    icon: theme === 'dark' ? 'sun' : 'moon',
    run: () => setPreferences({ theme: otherTheme }),
  };
  const keysAction: TopBarAction = { id: 'keys', label: m.keys.open, icon: 'keyboard', run: onOpenKeys };
  return (
    <header className="flex h-[52px] shrink-0 items-center gap-1.5 border-b border-line bg-surface px-2 max-[419px]:gap-0.5 max-[419px]:px-1 md:h-12 md:gap-3.5 md:px-4">
      {crumb === undefined ? (
        <>
          {/* 320 px have room for the places alone, of which one is home. */}
          <span className="contents max-[359px]:hidden">
            <HomeLink />
          </span>
          <Places />
        </>
      ) : (
        <Crumb {...crumb} />
      )}
      <div className="min-w-0 flex-1" />
      <div
        className={classNames(
          'items-center gap-2 max-[359px]:gap-1',
          crumb === undefined ? 'flex' : 'hidden md:flex',
        )}
      >
        {actions.map((action) => (
          <ActionButton key={action.id} action={action} />
        ))}
        <IconButton icon={keysAction.icon} label={keysAction.label} onPress={onOpenKeys} />
        <IconButton icon={themeAction.icon} label={themeAction.label} onPress={() => themeAction.run?.()} />
      </div>
      {crumb !== undefined && (
        <div className="md:hidden">
          <Suspense fallback={<span className="block size-11" />}>
            <MenuButton
              label={m.nav.more}
              iconOnly="dots"
              actions={[...actions, keysAction, themeAction].map(
                ({ id, label, icon, isDisabled, to, run }) => ({
                  id,
                  label,
                  icon,
                  isDisabled: isDisabled ?? false,
                  run: () => (to === undefined ? run?.() : navigate(to)),
                }),
              )}
            />
          </Suspense>
        </div>
      )}
    </header>
  );
}

function ActionButton({ action }: { readonly action: TopBarAction }) {
  const variant = action.primary === true ? 'primary' : 'plain';
  if (action.to !== undefined) {
    return (
      <LinkButton to={action.to} icon={action.icon} variant={variant}>
        {action.label}
      </LinkButton>
    );
  }
  return (
    <Button
      icon={action.icon}
      variant={variant}
      isDisabled={action.isDisabled ?? false}
      onPress={() => action.run?.()}
    >
      {action.label}
    </Button>
  );
}

function HomeLink() {
  const m = useMessages().app;
  return (
    <Link
      href="/"
      aria-label={m.nav.home}
      className="flex h-8 min-w-8 shrink-0 items-center justify-center gap-[9px] rounded-button text-[14.5px] font-[650] tracking-[-0.015em] text-ink no-underline pointer-coarse:h-11 pointer-coarse:min-w-11"
    >
      <Logo />
      <span className="hidden sm:inline">{m.name}</span>
    </Link>
  );
}

function Places() {
  const m = useMessages().app;
  return (
    <nav aria-label={m.nav.label} className="flex items-center gap-0.5 md:ml-3.5 md:gap-1">
      <Place to="/">{m.nav.course}</Place>
      <Place to="/lab">{m.nav.lab}</Place>
      <Place to="/about/fidelity">{m.nav.fidelity}</Place>
    </nav>
  );
}

function Place({ to, children }: { readonly to: string; readonly children: string }) {
  const [isHere] = useRoute(to);
  return (
    <Link
      href={to}
      aria-current={isHere ? 'page' : undefined}
      className={classNames(
        'flex h-8 items-center justify-center rounded-button px-2 font-[520] max-[359px]:px-1 whitespace-nowrap no-underline hover:text-ink pointer-coarse:h-11 pointer-coarse:min-w-11',
        isHere ? 'text-ink' : 'text-ink-2',
      )}
    >
      {children}
    </Link>
  );
}

function Crumb({ parent, title, phoneTitle = title, chip, under }: NonNullable<TopBarProps['crumb']>) {
  const m = useMessages().app;
  return (
    <>
      <span className="hidden md:block">
        <HomeLink />
      </span>
      <Link
        href="/"
        aria-label={m.nav.back}
        className="flex size-11 shrink-0 items-center justify-center rounded-button text-ink md:hidden"
      >
        <Icon name="back" size={20} />
      </Link>
      <div className="min-w-0 md:hidden">
        <p className="truncate text-[14.5px] leading-[18px] font-[620]">{phoneTitle}</p>
        {under !== undefined && <p className="truncate text-[12px] leading-[17px] text-ink-3">{under}</p>}
      </div>
      <div className="hidden min-w-0 items-center gap-2 whitespace-nowrap text-ink-3 md:flex">
        {parent}
        <span aria-hidden="true">/</span>
        <span className="truncate font-[560] text-ink">{title}</span>
        {chip !== undefined && (
          <span className="hidden rounded-[6px] bg-sunken px-2 text-[11.5px] leading-[22px] text-ink-2 lg:inline">
            {chip}
          </span>
        )}
      </div>
    </>
  );
}
