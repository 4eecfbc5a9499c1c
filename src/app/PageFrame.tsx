import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { LiveRegions } from '../ui/LiveRegion.tsx';
import { useMessages } from '../ui/messages.tsx';
import { usePreferences } from '../ui/preferences.ts';
import { useShortcuts } from '../ui/shortcuts.ts';
import { MAIN_ID, SkipLink } from '../ui/SkipLink.tsx';
import { EMBEDDED } from './embed.ts';
import { toggleRoom } from './room/toggleRoom.ts';
import { TopBar, type TopBarProps } from './TopBar.tsx';
import { usePageTitle } from './usePageTitle.ts';

const RoomPointer = lazy(async () => ({ default: (await import('./room/RoomPointer.tsx')).RoomPointer }));
const KeysDialog = lazy(async () => ({ default: (await import('./KeysDialog.tsx')).KeysDialog }));

export interface PageFrameProps extends Pick<TopBarProps, 'crumb' | 'actions'> {
  /** Of the browser's tab. */
  readonly title: string;
  /** The page is as high as the window and its parts scroll by themselves; from 1100 px on, or always. */
  readonly fill?: 'wide' | 'always' | 'never';
  readonly children: ReactNode;
}

const FILL = { wide: 'lg:h-full', always: 'h-full', never: '' };

/** What every page has: skip link, top bar, the help on keys, and one main region. */
export function PageFrame({ title, fill = 'never', crumb, actions, children }: PageFrameProps) {
  const m = useMessages().app;
  const [, navigate] = useLocation();
  const [keysOpen, setKeysOpen] = useState(false);
  const { room } = usePreferences();
  usePageTitle(title);
  useShortcuts(m.keys.everywhere, [
    { keys: '?', label: m.keys.help, match: (event) => event.key === '?', run: () => setKeysOpen(true) },
    {
      keys: 'Shift+R',
      label: m.keys.room,
      match: (event) =>
        event.key === 'R' && event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey,
      run: toggleRoom,
    },
  ]);
  return (
    <div className={`flex min-h-full flex-col ${FILL[fill]}`}>
      {!EMBEDDED && (
        <>
          <SkipLink>{m.skipToMain}</SkipLink>
          <TopBar
            {...(crumb === undefined ? {} : { crumb })}
            {...(actions === undefined ? {} : { actions })}
            onOpenKeys={() => setKeysOpen(true)}
            navigate={navigate}
          />
        </>
      )}
      <main id={MAIN_ID} tabIndex={-1} className={`flex-1 outline-none ${fill === 'never' ? '' : 'min-h-0'}`}>
        {children}
      </main>
      {keysOpen && (
        <Suspense fallback={null}>
          <KeysDialog onClose={() => setKeysOpen(false)} />
        </Suspense>
      )}
      {room && (
        <Suspense fallback={null}>
          <RoomPointer />
        </Suspense>
      )}
      <LiveRegions />
    </div>
  );
}
