import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Button, IconButton } from './Button.tsx';
import { Callout } from './Callout.tsx';
import { Dialog } from './Dialog.tsx';
import { Disclosure } from './Disclosure.tsx';
import { SelectField, TextField } from './fields.tsx';
import { announce, LiveRegions } from './LiveRegion.tsx';
import { MenuButton } from './Menu.tsx';
import { setPreferences } from './preferences.ts';
import { Segments } from './Segments.tsx';
import { isPlain, useShortcutGroups, useShortcuts } from './shortcuts.ts';
import { SkipLink } from './SkipLink.tsx';
import { Slider } from './Slider.tsx';

describe('Button', () => {
  test('isPressedByMouseAndKeyboard', async () => {
    const onPress = vi.fn();
    render(
      <>
        <Button onPress={onPress}>Go</Button>
        <IconButton icon="play" label="Play" onPress={onPress} />
      </>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Go' }));
    screen.getByRole('button', { name: 'Play' }).focus();
    await userEvent.keyboard('{Enter} ');
    expect(onPress).toHaveBeenCalledTimes(3);
  });
});

describe('Segments', () => {
  function Acks({ onChange }: { readonly onChange: (value: string) => void }) {
    const [value, setValue] = useState<'0' | '1' | 'all'>('1');
    return (
      <Segments
        label="acks"
        showLabel
        mono
        value={value}
        onChange={(next) => {
          setValue(next);
          onChange(next);
        }}
        segments={[
          { value: '0', label: '0' },
          { value: '1', label: '1' },
          { value: 'all', label: 'all', isDefault: true },
        ]}
      />
    );
  }

  test('saysItsNameItsChoiceAndTheDefault', async () => {
    const onChange = vi.fn();
    render(<Acks onChange={onChange} />);
    expect(screen.getByRole('radiogroup', { name: 'acks' })).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: '1' })).toBeChecked();
    await userEvent.click(screen.getByRole('radio', { name: 'all, default' }));
    expect(onChange).toHaveBeenCalledExactlyOnceWith('all');
    expect(screen.getByRole('radio', { name: 'all, default' })).toBeChecked();
  });

  test('neverHasNoChoice', async () => {
    const onChange = vi.fn();
    render(<Acks onChange={onChange} />);
    await userEvent.click(screen.getByRole('radio', { name: '1' }));
    expect(onChange).not.toHaveBeenCalled();
    expect(screen.getByRole('radio', { name: '1' })).toBeChecked();
  });
});

test('sliderSaysItsValueInWords', () => {
  render(
    <Slider
      label="Speed"
      value={2}
      minValue={0}
      maxValue={10}
      onChange={vi.fn()}
      format={(v) => `1 s shows ${v} ms`}
    />,
  );
  expect(screen.getByRole('slider', { name: 'Speed' })).toHaveAttribute('aria-valuetext', '1 s shows 2 ms');
});

test('dialogTakesTheFocusAndEscapeClosesIt', async () => {
  const onClose = vi.fn();
  render(
    <Dialog title="Paste" isOpen onClose={onClose}>
      text
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Paste' });
  expect(dialog).toContainElement(document.activeElement as HTMLElement);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('menuRunsTheChosenAction', async () => {
  const run = vi.fn();
  render(
    <MenuButton
      label="More"
      iconOnly="dots"
      actions={[
        { id: 'a', label: 'One', run: vi.fn() },
        { id: 'b', label: 'Two', run },
      ]}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Two' }));
  expect(run).toHaveBeenCalledOnce();
});

test('disclosureFolds', async () => {
  render(<Disclosure title="In production">advice</Disclosure>);
  const button = screen.getByRole('button', { name: 'In production' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
});

test('calloutIsAnAlertOnlyWhenItIsLive', () => {
  render(
    <>
      <Callout tone="error" title="Still" />
      <Callout tone="error" title="Now" live />
    </>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Now');
});

test('fieldsHaveLabelsAndTellTheirProblem', () => {
  render(
    <>
      <SelectField
        label="Broker"
        value="1"
        onChange={vi.fn()}
        options={[{ value: '1', label: '1, running' }]}
      />
      <TextField label="Value" value="x" onChange={vi.fn()} problem="Allowed: 1 to 3." />
    </>,
  );
  expect(screen.getByRole('combobox', { name: 'Broker' })).toHaveValue('1');
  expect(screen.getByRole('textbox', { name: 'Value' })).toHaveAccessibleDescription('Allowed: 1 to 3.');
  expect(screen.getByRole('textbox', { name: 'Value' })).toBeInvalid();
});

test('skipLinkMovesTheFocusAndLeavesTheRouteAlone', async () => {
  location.hash = '#/lab';
  render(
    <>
      <SkipLink>Skip</SkipLink>
      <main id="main" tabIndex={-1} />
    </>,
  );
  await userEvent.click(screen.getByText('Skip'));
  expect(screen.getByRole('main')).toHaveFocus();
  expect(location.hash).toBe('#/lab');
});

test('liveRegionsSpeakEvenTheSameSentenceTwice', () => {
  const { container } = render(<LiveRegions />);
  const polite = container.querySelector('[data-live=polite]');
  act(() => announce('Broker 2 crashed.'));
  const first = polite?.firstChild;
  expect(polite).toHaveTextContent('Broker 2 crashed.');
  act(() => announce('Broker 2 crashed.'));
  expect(polite?.firstChild).not.toBe(first);
  act(() => announce('NOT_ENOUGH_REPLICAS', 'assertive'));
  expect(container.querySelector('[data-live=assertive]')).toHaveTextContent('NOT_ENOUGH_REPLICAS');
});

describe('shortcuts', () => {
  afterEach(() => act(() => setPreferences({ singleKeys: true })));

  function Screen({ run }: { readonly run: () => void }) {
    useShortcuts('Stage', [
      { keys: '.', label: 'Next event', match: (event) => event.key === '.', run },
      { keys: '[', label: 'Fold', match: (event) => event.key === '[' && isPlain(event), run },
      {
        keys: 'Ctrl+K',
        label: 'Do anything',
        match: (event) => event.ctrlKey && event.key === 'k',
        whileTyping: true,
        run,
      },
    ]);
    const groups = useShortcutGroups();
    return (
      <>
        <input aria-label="Name" />
        <output>
          {groups.map((group) => `${group.title}: ${group.shortcuts.map(({ label }) => label).join()}`)}
        </output>
      </>
    );
  }

  test('workOutsideOfFieldsAndAreListed', async () => {
    const run = vi.fn();
    render(<Screen run={run} />);
    expect(screen.getByRole('status')).toHaveTextContent('Stage: Next event,Fold,Do anything');
    await userEvent.keyboard('.');
    expect(run).toHaveBeenCalledOnce();
    await userEvent.type(screen.getByRole('textbox'), '.');
    expect(run).toHaveBeenCalledOnce();
  });

  test('whatWritesNothingWorksInFieldsToo', () => {
    const run = vi.fn();
    render(<Screen run={run} />);
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'k', ctrlKey: true });
    expect(run).toHaveBeenCalledOnce();
    fireEvent.keyDown(screen.getByRole('textbox'), { key: '[' });
    expect(run).toHaveBeenCalledOnce();
  });

  test('aCharacterThatALayoutWritesWithAltGrIsASingleKey', () => {
    const run = vi.fn();
    render(<Screen run={run} />);
    const altGr = { key: '[', ctrlKey: true, altKey: true, modifierAltGraph: true };
    fireEvent.keyDown(document.body, altGr);
    expect(run).toHaveBeenCalledOnce();
    fireEvent.keyDown(document.body, { ...altGr, modifierAltGraph: false });
    expect(run).toHaveBeenCalledOnce();
    act(() => setPreferences({ singleKeys: false }));
    fireEvent.keyDown(document.body, altGr);
    expect(run).toHaveBeenCalledOnce();
  });

  test('canBeSwitchedOff', async () => {
    const run = vi.fn();
    render(<Screen run={run} />);
    act(() => setPreferences({ singleKeys: false }));
    await userEvent.keyboard('.');
    expect(run).not.toHaveBeenCalled();
  });
});
