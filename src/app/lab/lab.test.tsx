import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { addClients } from './addClients.ts';
import { PasteDialog } from './PasteDialog.tsx';
import { PRESETS } from './presets.ts';
import { ScenarioDialog, type AcceptedScenario } from './ScenarioDialog.tsx';
import { playedFile } from './editor/playedFile.ts';
import { recallText, type TextMemory } from './editor/textMemory.ts';
import { LIMITS } from '../../scenario/limits.ts';
import { parseScenario } from '../../scenario/parseScenario.ts';

const PASTE = [
  '$ kafka-topics.sh --describe --topic payments',
  'Topic: payments\tTopicId: sbQgYTM1uw8bhFReyvIuNA\tPartitionCount: 2\tReplicationFactor: 2\tConfigs: min.insync.replicas=2',
  '\tTopic: payments\tPartition: 0\tLeader: 1\tReplicas: 1,2\tIsr: 1,2',
  '\tTopic: payments\tPartition: 1\tLeader: 2\tReplicas: 2,1\tIsr: 2,1',
].join('\n');

async function paste(text: string) {
  await userEvent.click(screen.getByRole('textbox', { name: /Output of/ }));
  await userEvent.paste(text);
}

describe('PasteDialog', () => {
  test('showsWhatWasFoundAndIgnoredAndRunsIt', async () => {
    const onRun = vi.fn();
    render(<PasteDialog onClose={vi.fn()} onRun={onRun} />);
    expect(screen.getByRole('button', { name: 'Run this cluster' })).toBeDisabled();
    await paste(PASTE);
    expect(screen.getByRole('status')).toHaveTextContent('1 topic, 2 partitions, 2 brokers');
    expect(screen.getByText('1 line was ignored')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Run this cluster' }));
    expect(onRun).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ producers: [expect.objectContaining({ clientId: 'producer-1' })] }),
    );
  });

  test('runsWithoutClientsWhenTheyAreNotWanted', async () => {
    const onRun = vi.fn();
    render(<PasteDialog onClose={vi.fn()} onRun={onRun} />);
    await paste(PASTE);
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Run this cluster' }));
    expect(onRun).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ producers: [], consumers: [] }));
  });

  test('saysThatNothingWasFound', async () => {
    render(<PasteDialog onClose={vi.fn()} onRun={vi.fn()} />);
    await paste('hello');
    expect(screen.getByRole('status')).toHaveTextContent('No topic was found in this text.');
    expect(screen.getByRole('button', { name: 'Run this cluster' })).toBeDisabled();
  });
});

describe('ScenarioDialog', () => {
  function show(memory: TextMemory = { keeps: false, last: null, found: null }) {
    const told = { onRun: vi.fn(), onText: vi.fn(), memory };
    render(<ScenarioDialog {...told} onClose={vi.fn()} />);
    return told;
  }
  const upload = (text: string, name: string) =>
    userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File([text], name));

  test('opensAFileAndKeepsItsCommentsForTheText', async () => {
    const { onRun, memory } = show();
    const text = '# mine\nhighwater: 1\nseed: 9\nbrokers: [{ node.id: 1 }]\n';
    await upload(text, 'own.yaml');
    await vi.waitFor(() => expect(onRun).toHaveBeenCalledOnce());
    const { scenario } = onRun.mock.calls[0]![0] as AcceptedScenario;
    expect(scenario).toMatchObject({ seed: 9 });
    expect(recallText(memory, playedFile(scenario))).toMatchObject({ text, format: 'yaml' });
  });

  test('aFileThatCannotRunIsShownAsText', async () => {
    const { onRun, onText, memory } = show();
    await upload('{"highwater":1,"brokers":[{"node.idd":1}]}', 'own.json');
    await vi.waitFor(() => expect(onText).toHaveBeenCalledOnce());
    expect(onRun).not.toHaveBeenCalled();
    expect(recallText(memory, { highwater: 1 })).toMatchObject({
      text: expect.stringContaining('node.idd') as string,
      format: 'json',
    });
  });

  test('aFileThatIsTooLongIsRefused', async () => {
    const { onRun, onText } = show();
    await upload(`{${' '.repeat(LIMITS.pastedCharacters)}}`, 'long.json');
    expect(await screen.findByRole('alert')).toHaveTextContent(/longer than/);
    expect(onRun).not.toHaveBeenCalled();
    expect(onText).not.toHaveBeenCalled();
  });

  test('runsAReadyCluster', async () => {
    const { onRun } = show();
    await userEvent.click(screen.getByRole('button', { name: /Three brokers, one topic/ }));
    await vi.waitFor(() => expect(onRun).toHaveBeenCalledOnce());
  });
});

test('everyPresetIsAScenario', async () => {
  expect(PRESETS.length).toBeGreaterThan(0);
  for (const preset of PRESETS) expect(parseScenario(await preset.load())).toMatchObject({ ok: true });
});

test('addsClientsForAsManyPartitionsAsCanBeShown', () => {
  const file = addClients({ highwater: 1, topics: [{ name: 't', partitions: 100 }] }, 't');
  expect(file.consumers?.[0]?.assign).toHaveLength(24);
});
