import { useRef, useEffect } from 'react';
import { Header, Menu, MenuItem, MenuSection, Popover } from 'react-aria-components';
import { Icon } from '../../ui/icons.tsx';
import { useMessages } from '../../ui/messages.tsx';
import { ACTION_GROUPS, type ActionGroup, type EntityAction } from './entityActions.ts';

export interface ActionMenuProps {
  readonly anchor: HTMLElement;
  readonly title: string;
  readonly actions: readonly EntityAction[];
  /** Begins with this one: what K and D ask for. */
  readonly first: ActionGroup | null;
  readonly onAction: (action: EntityAction) => void;
  readonly onInspect: () => void;
  readonly onClose: () => void;
}

const ITEM =
  'flex min-h-8 items-center gap-2.5 rounded-[6px] px-2.5 text-[13px] text-ink outline-none focus:bg-accent-tint focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-accent pointer-coarse:min-h-11';

/** What can be done to a thing in the picture. Loaded when it is first opened: it brings react-aria's overlays. */
export function ActionMenu({ anchor, title, actions, first, onAction, onInspect, onClose }: ActionMenuProps) {
  const m = useMessages().stage.actions;
  const trigger = useRef<HTMLElement>(anchor);
  useEffect(() => {
    trigger.current = anchor;
  }, [anchor]);
  const groups =
    first === null ? ACTION_GROUPS : [first, ...ACTION_GROUPS.filter((group) => group !== first)];
  const sections = groups
    .map((group) => ({
      id: group,
      title: m.groups[group],
      actions: actions.filter((action) => action.group === group),
    }))
    .filter((section) => section.actions.length > 0);
  return (
    <Popover
      triggerRef={trigger}
      isOpen
      placement="bottom start"
      aria-label={m.of(title)}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      className="max-h-[70vh] min-w-56 overflow-y-auto rounded-card border border-line bg-surface p-1 shadow-float"
    >
      <Menu
        aria-label={m.of(title)}
        // A menu that opens takes the focus to its first item.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus="first"
        className="outline-none"
        onClose={onClose}
        onAction={(id) => {
          const chosen = actions.find((action) => action.id === id);
          if (chosen !== undefined) onAction(chosen);
          else onInspect();
        }}
      >
        {sections.map((section) => (
          <MenuSection key={section.id}>
            {sections.length > 1 && <Header className="type-label px-2.5 pt-2 pb-1">{section.title}</Header>}
            {section.actions.map((action) => (
              <MenuItem key={action.id} id={action.id} textValue={action.label} className={ITEM}>
                <Icon name={action.icon} size={15} />
                {action.label}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
        <MenuSection>
          <MenuItem id="inspect" textValue={m.inspect} className={ITEM}>
            <Icon name="info" size={15} />
            {m.inspect}
          </MenuItem>
        </MenuSection>
      </Menu>
    </Popover>
  );
}
