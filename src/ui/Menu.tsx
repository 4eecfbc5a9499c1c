import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Button, IconButton } from './Button.tsx';
import { Icon, type IconName } from './icons.tsx';

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  readonly isDisabled?: boolean;
  readonly run: () => void;
}

export interface MenuButtonProps {
  readonly label: string;
  /** Only an icon; the label is then only heard. */
  readonly iconOnly?: IconName;
  readonly icon?: IconName;
  readonly actions: readonly MenuAction[];
}

/** A button that opens a list of deeds. Load it lazily; it brings react-aria's overlays. */
export function MenuButton({ label, iconOnly, icon, actions }: MenuButtonProps) {
  return (
    <MenuTrigger>
      {iconOnly === undefined ? (
        <Button iconAfter="down" {...(icon === undefined ? {} : { icon })}>
          {label}
        </Button>
      ) : (
        <IconButton icon={iconOnly} label={label} />
      )}
      <Popover
        placement="bottom end"
        className="min-w-52 rounded-card border border-line bg-surface p-1 shadow-float entering:animate-none"
      >
        <Menu
          className="outline-none"
          aria-label={label}
          onAction={(id) => actions.find((action) => action.id === id)?.run()}
        >
          {actions.map((action) => (
            <MenuItem
              key={action.id}
              id={action.id}
              textValue={action.label}
              isDisabled={action.isDisabled ?? false}
              className="flex min-h-8 items-center gap-2.5 rounded-[6px] px-2.5 text-[13px] text-ink outline-none focus:bg-accent-tint focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent disabled:text-ink-3 pointer-coarse:min-h-11"
            >
              {action.icon !== undefined && <Icon name={action.icon} size={15} />}
              {action.label}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
