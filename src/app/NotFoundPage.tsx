import { useLocation } from 'wouter';
import { useMessages } from '../ui/messages.tsx';
import { LinkButton } from './LinkButton.tsx';
import { PageFrame } from './PageFrame.tsx';
import { TextPage } from './TextPage.tsx';

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
