import { useLocation } from 'wouter';
import { useMessages } from '../ui/messages.tsx';
import { LinkButton } from './LinkButton.tsx';
import { PageFrame } from './PageFrame.tsx';

export function NotFoundPage() {
  const m = useMessages().app;
  const [path] = useLocation();
  return (
    <PageFrame title={m.pageTitle(m.notFound.title)}>
      <TextPage title={m.notFound.title}>
        <p className="type-prose break-words text-ink-2">{m.notFound.body(path)}</p>
        <div>
          <LinkButton to="/" variant="primary">
            {m.notFound.toCourse}
          </LinkButton>
        </div>
      </TextPage>
    </PageFrame>
  );
}

/** A page of a few sentences. */
export function TextPage({
  title,
  children,
}: {
  readonly title: string;
  readonly children: React.ReactNode;
}) {
  return (
    <div className="mx-auto flex max-w-[620px] flex-col gap-4 px-6 py-12">
      <h1 className="type-title">{title}</h1>
      {children}
    </div>
  );
}
