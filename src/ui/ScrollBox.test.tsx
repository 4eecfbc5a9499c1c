import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ScrollBox } from './ScrollBox.tsx';

test('takes the focus under its name, whatever it is made of', async () => {
  render(
    <>
      <h2 id="of-rules">Rules</h2>
      <ScrollBox role="region" labelledBy="of-rules" className="wide">
        table
      </ScrollBox>
      <ScrollBox as="pre" label="run.sh">
        text
      </ScrollBox>
    </>,
  );
  await userEvent.tab();
  expect(screen.getByRole('region', { name: 'Rules' })).toHaveFocus();
  await userEvent.tab();
  const text = screen.getByRole('group', { name: 'run.sh' });
  expect(text).toHaveFocus();
  expect(text.tagName).toBe('PRE');
});
