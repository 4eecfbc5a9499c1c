import { createContext, use, type ReactNode } from 'react';
import { en } from '../i18n/en/index.ts';
import type { Catalogue } from '../i18n/Catalogue.ts';

const MessagesContext = createContext<Catalogue>(en);

export function MessagesProvider({
  catalogue,
  children,
}: {
  readonly catalogue: Catalogue;
  readonly children: ReactNode;
}) {
  return <MessagesContext value={catalogue}>{children}</MessagesContext>;
}

/** Every text that the page shows: `useMessages().app.nav.lab`. */
export function useMessages(): Catalogue {
  return use(MessagesContext);
}
