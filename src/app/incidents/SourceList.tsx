import type { FileSource } from '../../scenario/ScenarioFile.ts';
import { useMessages } from '../../ui/messages.tsx';

/** Where an incident is told, with links to what stands on the web. */
export function SourceList({ sources }: { readonly sources: readonly FileSource[] }) {
  const m = useMessages().incidents;
  if (sources.length === 0) return null;
  return (
    <p className="type-row break-words text-ink-3">
      {m.sources}{' '}
      {sources.map(({ title, url }, i) => (
        <span key={title}>
          {i > 0 && m.between}
          {url === undefined ? (
            title
          ) : (
            <a href={url} rel="noreferrer" target="_blank" className="underline">
              {title}
            </a>
          )}
        </span>
      ))}
    </p>
  );
}
