import { Dialog } from '../ui/Dialog.tsx';
import { useMessages } from '../ui/messages.tsx';
import { setPreferences, usePreferences, type MotionChoice, type ThemeChoice } from '../ui/preferences.ts';
import { Segments } from '../ui/Segments.tsx';
import { useShortcutGroups, type ShortcutGroup } from '../ui/shortcuts.ts';

/** The keys of the screen that is open, and what this browser keeps of the reader's wishes. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const m = useMessages();
  const groups = useShortcutGroups();
  const preferences = usePreferences();
  const everywhere: ShortcutGroup['shortcuts'] = [
    { keys: 'Tab', label: m.app.keys.tab },
    { keys: 'Esc', label: m.app.keys.escape },
  ];
  const isEverywhere = (group: ShortcutGroup) => group.title === m.app.keys.everywhere;
  const screenGroups = groups.filter((group) => !isEverywhere(group));
  const common = [...(groups.find(isEverywhere)?.shortcuts ?? []), ...everywhere];
  return (
    <Dialog title={m.app.keys.title} isOpen onClose={onClose} width="wide">
      <div className="grid gap-x-10 gap-y-6 md:grid-cols-[1.2fr_1fr]">
        <div className="flex flex-col gap-5">
          {screenGroups.map((group) => (
            <KeyTable key={group.title} group={group} />
          ))}
          <KeyTable group={{ title: m.app.keys.everywhere, shortcuts: common }} />
          {!preferences.singleKeys && <p className="type-row text-wait">{m.app.keys.singleOff}</p>}
        </div>
        <section aria-labelledby="settings-title" className="flex flex-col gap-4">
          <h3 id="settings-title" className="type-panel">
            {m.settings.title}
          </h3>
          <Setting label={m.settings.theme}>
            <Segments<ThemeChoice>
              label={m.settings.theme}
              value={preferences.theme}
              onChange={(theme) => setPreferences({ theme })}
              segments={[
                { value: 'system', label: m.settings.themes.system },
                { value: 'light', label: m.settings.themes.light },
                { value: 'dark', label: m.settings.themes.dark },
              ]}
            />
          </Setting>
          <Setting label={m.settings.motion}>
            <Segments<MotionChoice>
              label={m.settings.motion}
              value={preferences.motion}
              onChange={(motion) => setPreferences({ motion })}
              segments={[
                { value: 'system', label: m.settings.motions.system },
                { value: 'reduced', label: m.settings.motions.reduced },
              ]}
            />
          </Setting>
          <Setting label={m.settings.singleKeys} note={m.settings.singleKeysNote}>
            <Segments<'on' | 'off'>
              label={m.settings.singleKeys}
              value={preferences.singleKeys ? 'on' : 'off'}
              onChange={(choice) => setPreferences({ singleKeys: choice === 'on' })}
              segments={[
                { value: 'on', label: m.settings.singleKeysChoices.on },
                { value: 'off', label: m.settings.singleKeysChoices.off },
              ]}
            />
          </Setting>
          <Setting label={m.settings.room} note={m.settings.roomNote}>
            <Segments<'on' | 'off'>
              label={m.settings.room}
              value={preferences.room ? 'on' : 'off'}
              onChange={(choice) => setPreferences({ room: choice === 'on' })}
              segments={[
                { value: 'on', label: m.settings.roomChoices.on },
                { value: 'off', label: m.settings.roomChoices.off },
              ]}
            />
          </Setting>
          <Setting label={m.settings.sound} note={m.settings.soundNote}>
            <Segments<'on' | 'off'>
              label={m.settings.sound}
              value={preferences.sound ? 'on' : 'off'}
              onChange={(choice) => setPreferences({ sound: choice === 'on' })}
              segments={[
                { value: 'on', label: m.settings.soundChoices.on },
                { value: 'off', label: m.settings.soundChoices.off },
              ]}
            />
          </Setting>
          <p className="type-row text-ink-3">{m.settings.stored}</p>
        </section>
      </div>
    </Dialog>
  );
}

function Setting(props: {
  readonly label: string;
  readonly note?: string;
  readonly children: React.ReactNode;
}) {
  return (
    <div>
      <p aria-hidden="true" className="type-label mb-1">
        {props.label}
      </p>
      {props.children}
      {props.note !== undefined && <p className="type-row mt-1.5 text-ink-2">{props.note}</p>}
    </div>
  );
}

function KeyTable({ group }: { readonly group: ShortcutGroup }) {
  const m = useMessages().app.keys;
  return (
    <table className="w-full">
      <caption className="type-panel pb-1 text-left">{group.title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{m.key}</th>
          <th scope="col">{m.does}</th>
        </tr>
      </thead>
      <tbody>
        {group.shortcuts.map(({ keys, label }) => (
          <tr key={keys} className="border-t border-line">
            <td className="w-28 py-1 pr-3 align-top">
              {keys.split(' ').map((key) => (
                <kbd key={key} className="mr-1">
                  {key}
                </kbd>
              ))}
            </td>
            <td className="py-1 text-ink-2">{label}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
