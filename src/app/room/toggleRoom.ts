import { app } from '../../i18n/en/app.ts';
import { announce } from '../../ui/LiveRegion.tsx';
import { preferencesStore, setPreferences } from '../../ui/preferences.ts';

/** Into room mode, or out of it. */
export function toggleRoom(): void {
  const room = !preferencesStore.getState().room;
  setPreferences({ room });
  announce(room ? app.room.on : app.room.off);
}
