import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Route, Router, Switch, useLocation } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { en } from '../i18n/en/index.ts';
import { MessagesProvider, useMessages } from '../ui/messages.tsx';
import { RuleDetails } from '../views/RuleDetails.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { FaultNotice } from './FaultNotice.tsx';
import { HomePage } from './HomePage.tsx';
import { linkBehindStep } from './linkedStep.ts';
import { useRouteFocus } from './useRouteFocus.ts';

const LessonPage = lazy(async () => ({ default: (await import('./LessonPage.tsx')).LessonPage }));
const LabPage = lazy(async () => ({ default: (await import('./LabPage.tsx')).LabPage }));
const IncidentsPage = lazy(async () => ({
  default: (await import('./incidents/IncidentsPage.tsx')).IncidentsPage,
}));
const IncidentPage = lazy(async () => ({
  default: (await import('./incidents/IncidentPage.tsx')).IncidentPage,
}));
const ErrorsPage = lazy(async () => ({ default: (await import('./errors/ErrorsPage.tsx')).ErrorsPage }));
const ErrorPage = lazy(async () => ({ default: (await import('./errors/ErrorPage.tsx')).ErrorPage }));
const ErrorLabPage = lazy(async () => ({
  default: (await import('./errors/ErrorLabPage.tsx')).ErrorLabPage,
}));
const SharedLinkPage = lazy(async () => ({ default: (await import('./SharedLinkPage.tsx')).SharedLinkPage }));
const FidelityPage = lazy(async () => ({ default: (await import('./FidelityPage.tsx')).FidelityPage }));
const VersionsPage = lazy(async () => ({ default: (await import('./VersionsPage.tsx')).VersionsPage }));
const NotFoundPage = lazy(async () => ({ default: (await import('./NotFoundPage.tsx')).NotFoundPage }));

// The whole ledger comes with it.
const RuleNote = lazy(async () => ({ default: (await import('./fidelity/RuleNote.tsx')).RuleNote }));
const noteOf = (rule: string): ReactNode => (
  <Suspense fallback={<span className="mono">{rule}</span>}>
    <RuleNote rule={rule} />
  </Suspense>
);

/** The route lives after `#`, so any static host serves the site under any path. */
export function App() {
  return (
    <MessagesProvider catalogue={en}>
      <RuleDetails value={noteOf}>
        <Router hook={useHashLocation}>
          <Routes />
        </Router>
      </RuleDetails>
    </MessagesProvider>
  );
}

interface LessonParams {
  readonly [key: string]: string | undefined;
  readonly slug: string;
  readonly step?: string;
  readonly '*'?: string;
}

function Routes() {
  const [path] = useLocation();
  useRouteFocus(pageOf(path));
  useKeptFocus();
  return (
    <ErrorBoundary resetKey={path} fallback={(error) => <FaultNotice error={error} />}>
      <Suspense fallback={<Arriving />}>
        <Switch>
          <Route path="/">
            <HomePage />
          </Route>
          {/* With a link behind it the step opens on the run of the link; going on from there it is the same page. */}
          <Route<LessonParams> path="/lesson/:slug/:step?/*?">
            {({ slug, step, '*': link }) => (
              <LessonPage key={slug} slug={slug} step={step ?? null} linkText={linkBehindStep(link)} />
            )}
          </Route>
          <Route path="/lab">
            <LabPage />
          </Route>
          <Route path="/incidents">
            <IncidentsPage />
          </Route>
          <Route path="/incidents/:id">{({ id }) => <IncidentPage key={id} id={id} />}</Route>
          <Route path="/errors">
            <ErrorsPage />
          </Route>
          <Route path="/errors/:name">{({ name }) => <ErrorPage key={name} name={name} />}</Route>
          <Route path="/errors/:name/lab">{({ name }) => <ErrorLabPage key={name} name={name} />}</Route>
          <Route path="/l/*">{(params) => <SharedLinkPage text={params['*']} />}</Route>
          <Route path="/about/fidelity/:rule?">{({ rule }) => <FidelityPage rule={rule ?? null} />}</Route>
          <Route path="/about/versions">
            <VersionsPage />
          </Route>
          <Route>
            <NotFoundPage />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  );
}

/** Steps of one lesson are one page, and so are the rules of the ledger: they move the focus by themselves. */
function pageOf(path: string): string {
  if (path.startsWith('/about/fidelity')) return '/about/fidelity';
  return path.startsWith('/lesson/') ? path.split('/').slice(0, 3).join('/') : path;
}

/** Nobody needs it before something is there to lose the focus. */
function useKeptFocus(): void {
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isGone = false;
    void import('../ui/keepFocus.ts').then(({ keepFocus }) => {
      if (!isGone) stop = keepFocus();
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, []);
}

function Arriving() {
  const m = useMessages().app;
  return (
    <p role="status" className="sr-only">
      {m.loading}
    </p>
  );
}
