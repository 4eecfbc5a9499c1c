import { act, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { MetadataLogView } from '../../bridge/frame.ts';
import { en } from '../../i18n/en/index.ts';
import { EXAMPLE_FRAMES, exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { SimulationProvider } from '../SimulationContext.tsx';
import { MetadataLogPanel } from './MetadataLogPanel.tsx';

const m = en.stage.metadata;

const LOG: MetadataLogView = {
  kind: 'metadataLog',
  key: 'metadata-log',
  controller: 102,
  endOffset: 9,
  highWatermark: 8,
  lastEpoch: 3,
  records: [
    { offset: 4, lastOffset: 7, epoch: 2, type: 'NoOpRecord', fields: [] },
    { offset: 8, lastOffset: 8, epoch: 3, type: 'TopicRecord', fields: [['name', 'refunds']] },
  ],
};

function renderPanel(log: MetadataLogView | null) {
  const state = exampleFrame(EXAMPLE_FRAMES[0]!.name);
  const entities = new Map(state.entities);
  if (log !== null) entities.set(log.key, log);
  const simulation = createStillSimulation({ ...state, entities });
  render(
    <SimulationProvider simulation={simulation}>
      <MetadataLogPanel />
    </SimulationProvider>,
  );
  return simulation;
}

test('is a table that says of each record what it is and whether it is committed, the newest first', () => {
  renderPanel(LOG);
  const rows = within(screen.getByRole('table', { name: m.caption })).getAllByRole('row');
  // The first is the head; the line of the high watermark stands between the two records.
  expect(rows).toHaveLength(4);
  expect(rows[1]).toHaveTextContent(/^83TopicRecord name refundsnot committed$/);
  expect(rows[2]).toHaveTextContent(m.highWatermark(8));
  expect(rows[3]).toHaveTextContent(/^4 to 72NoOpRecord × 4committed$/);
  // Beside the title or under it, as there is room.
  expect(screen.getAllByText(m.ends({ controller: 102, end: 9, highWatermark: 8 }))).toHaveLength(2);
  expect(screen.getByText(m.older(4))).toBeVisible();
});

test('can be scrolled with the keyboard', () => {
  renderPanel(LOG);
  const list = screen.getByRole('region', { name: m.list });
  act(() => list.focus());
  expect(list).toHaveFocus();
});

test('says so when there is no log', () => {
  renderPanel(null);
  expect(screen.getByText(m.empty)).toBeVisible();
});
