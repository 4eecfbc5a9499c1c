import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { parseScenario } from '../../scenario/parseScenario.ts';
import type { Scenario } from '../../scenario/Scenario.ts';
import { ClusterDialog } from './ClusterDialog.tsx';

function scenario(): Scenario {
  const parsed = parseScenario({ highwater: 1, brokers: [{ 'node.id': 7 }] });
  if (!parsed.ok) throw new Error('it is valid');
  return parsed.scenario;
}

test('showsEachFileAndCopiesTheOneShown', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn();
  render(<ClusterDialog scenario={scenario()} onClose={onClose} />);
  expect(screen.getByRole('group', { name: 'run.sh' })).toHaveTextContent('#!/bin/sh');
  await user.click(screen.getByRole('radio', { name: 'compose.yaml' }));
  const shown = screen.getByRole('group', { name: 'compose.yaml' });
  expect(shown).toHaveTextContent('KAFKA_NODE_ID: "7"');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(shown.textContent);
  expect(screen.getByRole('button', { name: 'Copied' })).toBeInTheDocument();
  await user.click(screen.getAllByRole('button', { name: 'Close' })[0]!);
  expect(onClose).toHaveBeenCalled();
});
