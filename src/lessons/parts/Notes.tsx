import { useId, type ReactNode } from 'react';
import { useMessages } from '../../ui/messages.tsx';

/** What is often told and is not what Kafka does. */
export function NotTrue({ children }: { readonly children: ReactNode }) {
  const m = useMessages().lesson;
  return (
    <aside className="not-true">
      <b>{m.notTrue}</b> {children}
    </aside>
  );
}

export function Remember({ children }: { readonly children: ReactNode }) {
  const m = useMessages().lesson;
  const id = useId();
  return (
    <section aria-labelledby={id} className="remember">
      <h2 id={id}>{m.remember}</h2>
      {children}
    </section>
  );
}
