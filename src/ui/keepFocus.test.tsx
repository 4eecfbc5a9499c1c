import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepFocus } from './keepFocus.ts';
import { MAIN_ID } from './SkipLink.tsx';

let stop: () => void;
beforeEach(() => {
  // jsdom has no layout.
  Object.assign(Element.prototype, { checkVisibility: () => true });
  stop = keepFocus();
});
afterEach(() => stop());

const button = (name: string) => screen.getByRole('button', { name });

function List() {
  const [names, setNames] = useState(['one', 'two', 'three']);
  const [isShut, setShut] = useState(false);
  if (isShut)
    return (
      <main id={MAIN_ID}>
        <h1>Another screen</h1>
      </main>
    );
  return (
    <main id={MAIN_ID}>
      <h1>Names</h1>
      <section>
        <button type="button">Add</button>
        <ul>
          {names.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => setNames(names.filter((other) => other !== name))}>
                {`Remove ${name}`}
              </button>
            </li>
          ))}
        </ul>
      </section>
      <button type="button" disabled={names.length < 3} onClick={() => setNames(names.slice(1))}>
        Undo
      </button>
      <button type="button" onClick={() => setShut(true)}>
        Shut
      </button>
    </main>
  );
}

async function pressed(name: string): Promise<void> {
  act(() => button(name).focus());
  await userEvent.keyboard('{Enter}');
}

test('ofALineThatGoesItComesToTheNextThenToTheOneBeforeThenToWhatTheyStoodIn', async () => {
  render(<List />);
  await pressed('Remove two');
  await waitFor(() => expect(button('Remove three')).toHaveFocus());
  await pressed('Remove three');
  await waitFor(() => expect(button('Remove one')).toHaveFocus());
  await pressed('Remove one');
  await waitFor(() => expect(button('Add')).toHaveFocus());
});

test('ofAScreenThatGoesItComesToTheHeadingOfTheNext', async () => {
  render(<List />);
  await pressed('Shut');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Another screen' })).toHaveFocus());
});

test('whoHasClickedOnNothingHasMeantThat', async () => {
  render(<List />);
  act(() => button('Remove two').focus());
  await userEvent.click(screen.getByRole('heading', { name: 'Names' }));
  act(() => button('Remove two').remove());
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(document.body).toHaveFocus();
});
