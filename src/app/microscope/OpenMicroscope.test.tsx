import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import type { EntityView } from '../../bridge/frame.ts';
import { microscope } from '../../i18n/en/microscope.ts';
import { exampleFrame } from '../../views/gallery/exampleFrames.ts';
import { createStillSimulation } from '../../views/gallery/stillSimulation.ts';
import { SimulationProvider } from '../../views/SimulationContext.tsx';
import { OpenMicroscope } from './OpenMicroscope.tsx';

afterEach(cleanup);

test('opens the directory of the partition that is drawn, though another stands first on the broker', async () => {
  const state = exampleFrame('healthy');
  const first = [...state.entities].flatMap(([, entity]): [string, EntityView][] =>
    entity.kind === 'replica'
      ? [
          [
            entity.key.replace('payments-0', '__other-0'),
            { ...entity, key: entity.key.replace('payments-0', '__other-0'), partition: '__other-0' },
          ],
        ]
      : [],
  );
  const simulation = createStillSimulation({ ...state, entities: new Map([...first, ...state.entities]) });
  const onOpen = vi.fn();
  render(
    <SimulationProvider simulation={simulation}>
      <OpenMicroscope onOpen={onOpen} />
    </SimulationProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: microscope.open.open }));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith({ broker: 1, partition: 'payments-0' });
});
