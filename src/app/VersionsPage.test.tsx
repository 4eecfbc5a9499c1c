import { fireEvent, render, screen } from '@testing-library/react';
import { otherVersions } from 'virtual:other-versions';
import { expect, test } from 'vitest';
import { matchingVersions } from './fidelity/matchingVersions.ts';
import { VersionsPage } from './VersionsPage.tsx';

test('listsEveryDifferenceAndFindsThemByWord', () => {
  render(<VersionsPage />);
  expect(screen.getByText(`${otherVersions.length} differences`)).toBeInTheDocument();
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'linger' } });
  expect(screen.getByText('1 difference')).toBeInTheDocument();
  expect(screen.getByText('linger.ms is 5.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Rule S3' })).toHaveAttribute(
    'href',
    expect.stringContaining('/about/fidelity/S3'),
  );
});

test('versionsAreToldApart', () => {
  const old = matchingVersions(otherVersions, '3.x', '');
  const recent = matchingVersions(otherVersions, '4.x', '');
  expect(old.length).toBeGreaterThanOrEqual(25);
  expect(recent.length).toBeGreaterThanOrEqual(8);
  expect(new Set([...old, ...recent]).size).toBe(otherVersions.length);
});
