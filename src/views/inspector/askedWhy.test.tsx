import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { RunKeys } from '../cluster/RunKeys.tsx';
import { placeOfWhy } from '../cluster/askWhy.ts';
import { exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { SimulationProvider } from '../SimulationContext.tsx';
import { Inspector } from './Inspector.tsx';

afterEach(cleanup);

/** A level of the stage in which things stand, beside the inspector. */
function Lab() {
  const stage = useRef<HTMLDivElement>(null);
  return (
    <>
      <div ref={stage}>
        <RunKeys target={stage} />
        <button type="button" data-entity="broker:2" data-why-of="broker:2">
          Broker 2
        </button>
        <div data-why-within="">
          <button type="button">A chart</button>
          <details>
            <summary data-why="">Why is it so?</summary>
          </details>
        </div>
      </div>
      <Inspector />
    </>
  );
}

function show() {
  render(
    <SimulationProvider simulation={createStillSimulation(exampleFrame('healthy'))}>
      <Lab />
    </SimulationProvider>,
  );
}

test('W opens the Why? of a thing, takes the focus there, and Escape leads back', async () => {
  show();
  const thing = screen.getByText('Broker 2');
  act(() => thing.focus());
  fireEvent.keyDown(thing, { key: 'w' });
  expect(await screen.findByRole('region', { name: 'Broker 2' })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Why?' }));
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  expect(document.activeElement).toBe(thing);
});

test('W on a value that has a Why? of its own opens that', () => {
  show();
  const value = screen.getByText('A chart');
  act(() => value.focus());
  fireEvent.keyDown(value, { key: 'w' });
  expect(document.activeElement).toBe(screen.getByText('Why is it so?'));
  expect(screen.queryByRole('region')).toBeNull();
});

test('of a replica its broker is told of, while its partition is looked at', () => {
  expect(placeOfWhy('replica:a-b-0@12')).toEqual({ inspected: 'broker:12', partition: 'a-b-0' });
  expect(placeOfWhy('partition:a-b-0')).toEqual({ inspected: 'partition:a-b-0' });
});
