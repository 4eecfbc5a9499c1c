import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { breakable } from './breakable.tsx';

test.each([
  ['kafka.server:type=ReplicaManager', ['kafka.', 'server:', 'type=', 'ReplicaManager']],
  ['ledger-1 kafka.consumer:type=x', ['ledger-', '1 kafka.', 'consumer:', 'type=', 'x']],
  ['PurgatorySize, Produce', ['PurgatorySize, Produce']],
])('a line may break where a part of %s ends, and nothing of it is lost', (name, parts) => {
  const { container } = render(<p>{breakable(name)}</p>);
  const shown = container.querySelector('p')!;
  expect(shown.textContent).toBe(name);
  expect(shown.innerHTML.split('<wbr>')).toEqual(parts);
});
