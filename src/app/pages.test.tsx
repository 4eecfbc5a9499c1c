import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { parseScenario } from '../scenario/parseScenario.ts';
import { NOTHING_SAVED, type SavedParts } from '../link/SharedLink.ts';
import { BrokenLinkPage } from './BrokenLinkPage.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { FaultNotice } from './FaultNotice.tsx';
import { HomePage } from './HomePage.tsx';
import { LessonPage } from './LessonPage.tsx';
import { LinkVerdict } from './LinkVerdict.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { SheetHandle } from './Sheet.tsx';

function at(path: string, page: ReactNode) {
  const { hook } = memoryLocation({ path });
  return render(<Router hook={hook}>{page}</Router>);
}

test('homeListsEveryLessonAndOnlyWrittenOnesAreLinks', () => {
  at('/', <HomePage />);
  expect(document.title).toBe('Highwater: Apache Kafka, slowed down until you can see it');
  expect(screen.getAllByRole('listitem')).toHaveLength(26);
  const unwritten = screen.getByText('Client code').closest('li')!;
  expect(unwritten).toHaveTextContent('not yet written');
  expect(within(unwritten).queryByRole('link')).toBeNull();
  expect(screen.getByRole('link', { name: /acks and min.insync.replicas.*not started/ })).toBeInTheDocument();
});

test('homeHasOneWayInAndTheLab', () => {
  at('/', <HomePage />);
  expect(screen.getByRole('link', { name: 'Lose a record and see why' })).toHaveAttribute(
    'href',
    '/lesson/acks-and-min-insync/lose-a-record',
  );
  expect(screen.getByRole('link', { name: 'Open the Lab' })).toHaveAttribute('href', '/lab');
  expect(screen.getByRole('link', { name: 'Course' })).toHaveAttribute('aria-current', 'page');
});

test('questionMarkOpensTheKeysAndEscapeClosesThem', async () => {
  at('/nope', <NotFoundPage />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('There is no such page');
  expect(screen.getByText(/\/nope/)).toBeInTheDocument();
  await userEvent.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: 'Keys and settings' });
  expect(within(dialog).getByText('Show this list')).toBeInTheDocument();
  expect(within(dialog).getByRole('radiogroup', { name: 'Single keys' })).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('aLessonThatIsNotWrittenSaysSo', () => {
  at('/lesson/schemas', <LessonPage slug="schemas" step={null} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
    'Lesson 19, Schemas, is not yet written',
  );
});

test('aLessonThatDoesNotExistSaysSo', () => {
  at('/lesson/x', <LessonPage slug="x" step={null} />);
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('There is no such lesson');
});

test('aFaultIsToldAsOurs', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  function Broken(): ReactNode {
    throw new Error('HW above LEO');
  }
  at(
    '/',
    <ErrorBoundary fallback={(error) => <FaultNotice error={error} />}>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('the fault is ours');
  expect(screen.getByText('Error: HW above LEO')).toBeInTheDocument();
});

const parsed = parseScenario({ highwater: 1, brokers: [{ 'node.id': 1 }] });
const saved: SavedParts = { ...NOTHING_SAVED, scenario: parsed.ok ? parsed.scenario : null, lostCommands: 2 };

test('aCutLinkShowsWhereAndOffersWhatIsLeft', () => {
  at(
    '/l/1.abc',
    <BrokenLinkPage problem={{ kind: 'cut-off', position: 9 }} saved={saved} text="#/l/1.abc" />,
  );
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('This link is cut off');
  expect(screen.getByText(/It ends after character 9/)).toBeInTheDocument();
  expect(screen.getByText(/0 commands; 2 more could not be read/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Open what could be saved' })).toBeInTheDocument();
});

test('aLinkOfSomebodyElseOffersNothingToOpen', () => {
  at('/l/x', <BrokenLinkPage problem={{ kind: 'not-ours' }} saved={NOTHING_SAVED} text="#/l/x" />);
  expect(screen.getByText('Nothing of it could be read.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Open what could be saved' })).toBeNull();
});

test.each([
  [
    'newer-version',
    { kind: 'newer-version', version: 9, known: 1 },
    /format 9; this page knows formats up to 1/,
  ],
  ['edited', { kind: 'edited', position: null, path: 'branches[0].id' }, /branches\[0\]\.id/],
  ['too-long', { kind: 'too-long', what: 'text', length: 40_000, limit: 32_768 }, /the limit is 32.768/],
] as const)('aBrokenLinkSaysWhatIsWrong: %s', (_name, problem, sentence) => {
  at('/l/x', <BrokenLinkPage problem={problem} saved={NOTHING_SAVED} text="#/l/x" />);
  expect(screen.getByText(sentence)).toBeInTheDocument();
});

test('theVerdictListsWhatChangedBetweenTwoEngines', () => {
  at(
    '/l/x',
    <LinkVerdict
      link={{
        engineVersion: '0.0.9',
        digest: 'aa',
      }}
      verdict="differs"
      digest="bb"
      changes={[{ version: '0.1.0', id: 'x', summary: 'fencing is checked each 2 s' }]}
    />,
  );
  expect(screen.getByRole('status')).toHaveTextContent('they come to another state');
  expect(screen.getByText('0.1.0: fencing is checked each 2 s')).toBeInTheDocument();
  expect(screen.getByText(/Digest in the link aa, here bb/)).toBeInTheDocument();
});

test('theSameEngineWithAnotherDigestIsOurFault', () => {
  at(
    '/l/x',
    <LinkVerdict
      link={{ engineVersion: '0.1.0', digest: 'aa' }}
      verdict="our-fault"
      digest="bb"
      changes={[]}
    />,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('the fault is ours');
});

test('theSheetMovesByArrowKeysAndByPressing', async () => {
  const onRest = vi.fn();
  render(<SheetHandle rest="half" onRest={onRest} onDrag={vi.fn()} />);
  const handle = screen.getByRole('button', { name: /Text panel, half height/ });
  handle.focus();
  await userEvent.keyboard('{ArrowUp}{ArrowDown}{Enter}');
  expect(onRest.mock.calls.flat()).toEqual(['full', 'peek', 'full']);
});
