import { readFileSync } from 'node:fs';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { directEngine } from '../../bridge/directEngine.ts';
import { readScenario, sessionOn } from '../../bridge/SessionTestContext.ts';
import { microscope } from '../../i18n/en/microscope.ts';
import type { DirectoryView } from '../../shared/LogDirectory.ts';
import type { Simulation } from '../../state/Simulation.ts';
import { DirectoryExchange } from './DirectoryExchange.tsx';
import { unzipDirectories } from './zipDirectory.ts';

const m = microscope.exchange;
const SOURCE = { kind: 'replica', broker: 1, partition: 'payments-0' } as const;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Shows the buttons for a run whose producer compresses; what is downloaded comes into the list. */
function show(workload: Record<string, unknown>): { downloads: Blob[]; logBytes: number } {
  const file = JSON.parse(readFileSync('content/scenarios/presets/three-brokers.json', 'utf8')) as {
    producers: { configs: Record<string, unknown>; workload: Record<string, unknown> }[];
  };
  const producer = file.producers[0]!;
  producer.configs = { ...producer.configs, 'compression.type': 'zstd', 'linger.ms': 50 };
  producer.workload = { ...producer.workload, ...workload };
  const session = sessionOn(readScenario(file));
  session.seek({ timeUs: 2_000_000, after: 0 });
  const downloads: Blob[] = [];
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => {
      downloads.push(blob);
      return 'blob:zip';
    },
    revokeObjectURL: () => undefined,
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const simulation = {
    inspectDirectory: directEngine(session).inspectDirectory,
  } as unknown as Simulation;
  render(
    <DirectoryExchange
      simulation={simulation}
      source={SOURCE}
      name="payments-0"
      onOpened={() => undefined}
    />,
  );
  const view = session.inspectDirectory({ kind: 'overview', source: SOURCE }) as DirectoryView;
  return { downloads, logBytes: view.logBytes };
}

async function logBytesOf(zip: Blob): Promise<number> {
  const read = await unzipDirectories('payments-0.zip', new Uint8Array(await zip.arrayBuffer()));
  if (!read.ok) throw new Error(read.problem.kind);
  const files = read.directories[0]?.files ?? [];
  return files.reduce((sum, [name, bytes]) => sum + (name.endsWith('.log') ? bytes.length : 0), 0);
}

test('sizes by a ratio are not exported, with the reason; whoever says so gets the records uncompressed', async () => {
  const { downloads, logBytes } = show({});
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: m.exportLabel }));
  expect(await screen.findByRole('dialog', { name: m.noBytes })).toBeVisible();
  expect(screen.getByText(/have a size from a preset compression ratio\. No codec made them/)).toBeVisible();
  expect(downloads).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: m.uncompressed }));
  await waitFor(() => expect(downloads).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await logBytesOf(downloads[0]!)).toBeGreaterThan(1.5 * logBytes);
});

test('[real-compression] what a codec made is exported as it is, and nobody asks', async () => {
  const { downloads, logBytes } = show({ values: 'json' });
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: m.exportLabel }));
  await waitFor(() => expect(downloads).toHaveLength(1));
  expect(await logBytesOf(downloads[0]!)).toBe(logBytes);
});
