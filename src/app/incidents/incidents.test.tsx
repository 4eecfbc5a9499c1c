import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { parseScenario } from '../../scenario/parseScenario.ts';
import { findIncident, INCIDENTS } from './incidents.ts';
import { IncidentsPage } from './IncidentsPage.tsx';

test('everyIncidentHasATitleASentenceAndOpensBeforeItsEnd', () => {
  expect(INCIDENTS.length).toBeGreaterThanOrEqual(11);
  for (const { id, file, contrasts } of INCIDENTS) {
    for (const one of [{ id, file }, ...contrasts]) {
      const parsed = parseScenario(one.file);
      if (!parsed.ok) throw new Error(`${one.id}: ${JSON.stringify(parsed.problems)}`);
      const { title, description, openAtUs, untilUs } = parsed.scenario;
      expect([title, description], one.id).not.toContain(null);
      expect(openAtUs, one.id).toBeLessThan(untilUs ?? 0);
    }
  }
});

test('eachFileIsFoundByItsName', () => {
  expect(findIncident('REP-02.acks-all')).toMatchObject({
    incident: { id: 'REP-02' },
    scenario: { id: 'REP-02.acks-all' },
  });
  expect(findIncident('REP-02')?.scenario.id).toBe('REP-02');
  expect(findIncident('REP-02.nothing')).toBeNull();
  expect(findIncident('')).toBeNull();
});

test('theListLeadsToTheLabAndToTheSources', () => {
  const { hook } = memoryLocation({ path: '/incidents' });
  render(
    <Router hook={hook}>
      <IncidentsPage />
    </Router>,
  );
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Real incidents');
  const entry = screen.getByRole('heading', { level: 2, name: /^A broker dies/ }).closest('li')!;
  expect(within(entry).getByRole('link', { name: /^Open in the Lab.*A broker dies/ })).toHaveAttribute(
    'href',
    '/incidents/REP-02',
  );
  expect(within(entry).getByRole('link', { name: 'apache/kafka#12856' })).toHaveAttribute(
    'href',
    'https://github.com/apache/kafka/pull/12856',
  );
  const contrasts = within(entry).getByRole('list', { name: 'With one thing changed' });
  expect(within(contrasts).getAllByRole('link')).toHaveLength(4);
});
