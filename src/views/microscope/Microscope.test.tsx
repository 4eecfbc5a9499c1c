import { readFileSync } from 'node:fs';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { directEngine } from '../../bridge/directEngine.ts';
import type { EngineSession } from '../../bridge/EngineSession.ts';
import { readScenario, sessionOn } from '../../bridge/SessionTestContext.ts';
import { microscope as m } from '../../i18n/en/microscope.ts';
import type { BatchBytes, DirectoryFile, DirectoryQuery, DirectoryView } from '../../shared/LogDirectory.ts';
import type { Simulation } from '../../state/Simulation.ts';
import { EXAMPLE_FRAMES, exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { SimulationProvider } from '../SimulationContext.tsx';
import { Microscope } from './Microscope.tsx';

const REPLICA = { kind: 'replica', broker: 1, partition: 'payments-0' } as const;
let session: EngineSession;

beforeAll(() => {
  const preset = JSON.parse(readFileSync('content/scenarios/presets/three-brokers.json', 'utf8')) as {
    topics: { configs: Record<string, unknown> }[];
    producers: { workload: Record<string, unknown> }[];
  };
  preset.topics[0]!.configs = { 'segment.ms': 2000 };
  preset.producers[0]!.workload['arrivals'] = { constant: '3000/s' };
  session = sessionOn(readScenario(preset));
  session.seek({ timeUs: 5_000_000, after: 0 });
});

afterEach(cleanup);

function show(
  props: Partial<Parameters<typeof Microscope>[0]> = {},
  inspectDirectory = directEngine(session).inspectDirectory as Simulation['inspectDirectory'],
) {
  const simulation = createStillSimulation(exampleFrame(EXAMPLE_FRAMES[0]!.name), {
    deeds: { inspectDirectory },
  });
  render(
    <SimulationProvider simulation={simulation}>
      <Microscope source={REPLICA} {...props} />
    </SimulationProvider>,
  );
}

const byteGrid = () => screen.findByRole('grid', { name: /^Bytes of The batch/ });

test('finds the last record first, and says what that cost', async () => {
  show();
  await byteGrid();
  const segments = within(screen.getByRole('group', { name: m.files.segments })).getAllByRole('button');
  expect(segments.length).toBeGreaterThan(1);
  expect(segments.at(-1)).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByText(/1 file, \d+ index probes, \d+ batch(es)? read/)).toBeVisible();
  expect(screen.getByText(/^Found: offset /)).toBeVisible();
});

test('goes through a look-up step by step, back to its beginning and on', async () => {
  show();
  await byteGrid();
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('button', { name: m.steps.first }));
  expect(screen.getByText(m.steps.none)).toBeVisible();
  expect(screen.queryByRole('grid')).toBeNull();
  await user.click(screen.getByRole('button', { name: m.steps.next }));
  expect(screen.getByText(/^The segment with the greatest base offset/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: m.steps.next }));
  expect(screen.getByText(/^Warm section first: entry \d+ has/, { selector: 'p' })).toBeVisible();
  // The same with a key, from anywhere inside.
  await user.keyboard('.');
  expect(screen.getByText(/^step 3 of/)).toBeVisible();
  await user.keyboard(',');
  expect(screen.getByText(/^step 2 of/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: m.steps.last }));
  await byteGrid();
});

test('a byte leads to its field, what that says and means, and its rule', async () => {
  show({ initialTarget: { by: 'offset', offset: 3000 } });
  const grid = await byteGrid();
  const fields = screen.getByRole('group', { name: m.batch.fields });
  const user = userEvent.setup({ delay: null });
  await user.click(within(fields).getByRole('button', { name: /^magic: 2$/ }));
  const details = screen.getByRole('region', { name: m.field.label });
  expect(details).toHaveTextContent('magic');
  expect(details).toHaveTextContent('Version of the format. 2 since Kafka 0.11.');
  expect(details).toHaveTextContent('RB1');
  // One tab stop, arrows from byte to byte, N to the next field.
  const stops = within(grid)
    .getAllByRole('gridcell')
    .filter((cell) => cell.tabIndex === 0);
  expect(stops).toHaveLength(1);
  stops[0]!.focus();
  await user.keyboard('{ArrowRight}');
  expect(details).toHaveTextContent(/crc \(CRC-32C\)bytes 17 to 20/);
  await user.keyboard('n');
  expect(details).toHaveTextContent(/attributes.*none, CreateTime/);
  await waitFor(() => expect(document.activeElement).toHaveAccessibleName(/^Byte 21, 0x00, attributes$/));
  await user.keyboard('{Control>}{Home}{/Control}');
  expect(details).toHaveTextContent(/baseOffset/);
  // The record that was looked for is named by its offset.
  expect(within(fields).getByRole('button', { name: /^record 3\u202f000:/ })).toBeVisible();
});

test('leafs through a segment, and shows the bytes of another file', async () => {
  show();
  await byteGrid();
  const user = userEvent.setup({ delay: null });
  await user.click(within(screen.getByRole('group', { name: m.files.segments })).getAllByRole('button')[0]!);
  expect(await screen.findByText(m.scan.plain)).toBeVisible();
  const batches = await screen.findByRole('group', { name: m.scan.batches });
  await user.click(within(batches).getAllByRole('button')[1]!);
  expect(await screen.findByRole('grid', { name: /^Bytes of The batch/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^leader-epoch-checkpoint: 1 epoch$/ }));
  expect(await screen.findByRole('grid', { name: 'Bytes of leader-epoch-checkpoint' })).toBeVisible();
  expect(screen.getByRole('region', { name: m.field.label })).toHaveTextContent('One line of text.');
});

test('what is typed wrong is told, and what is not there as well', async () => {
  const lookedUp: unknown[] = [];
  show({ onTarget: (target) => lookedUp.push(target) });
  await byteGrid();
  const user = userEvent.setup({ delay: null });
  const field = screen.getByRole('textbox', { name: m.find.field.offset });
  await user.clear(field);
  await user.type(field, 'ten{Enter}');
  expect(screen.getByText(m.find.problems['not-an-offset'])).toBeVisible();
  expect(field).toBeInvalid();
  await user.clear(field);
  await user.type(field, '999999{Enter}');
  expect(await screen.findByText(/^No record there: the log ends at /)).toBeVisible();
  // Only what can be looked up is told on.
  expect(lookedUp).toEqual([{ by: 'offset', offset: 999_999 }]);
  await user.click(screen.getByRole('radio', { name: m.find.by.timestamp }));
  const time = screen.getByRole('textbox', { name: m.find.field.timestamp });
  await user.clear(time);
  await user.type(time, '0:02.000{Enter}');
  expect(await screen.findByText(/segments? looked at, \d+ index probes/)).toBeVisible();
  expect(await screen.findByText(/^Halve the time index/)).toBeVisible();
  // The record that is found is the one whose bytes are shown.
  await waitFor(() =>
    expect(screen.getByRole('region', { name: m.field.label })).toHaveTextContent(/^record/),
  );
  await user.clear(time);
  await user.type(time, 'max-timestamp{Enter}');
  expect(await screen.findByText('First segment with the largest timestamp')).toBeVisible();
  expect(screen.getByText(/^The index leads to the batch that brought the timestamp/)).toBeVisible();
  expect(lookedUp.at(-1)).toEqual({ by: 'timestamp', timestampMs: -3 });
});

test('damaged files are shown as far as they can be read, with what is wrong, where, and what mends it', async () => {
  const files = (
    session.inspectDirectory({ kind: 'export', source: REPLICA, missingBytes: 'refuse' }) as {
      files: readonly DirectoryFile[];
    }
  ).files.map(([name, bytes]): DirectoryFile => {
    if (!name.endsWith('0000.log')) return [name, bytes];
    const broken = bytes.slice();
    broken[2000]! ^= 1;
    return [name, broken];
  });
  session.inspectDirectory({
    kind: 'open',
    name: 'payments-0',
    files: [...files, ['notes.txt', new Uint8Array(3)]],
  });
  show({ source: { kind: 'opened' } });
  expect(await screen.findByText(/things in this directory are not right$/)).toBeVisible();
  expect(screen.getByText(/The checksum is 0x.*they were changed or torn/)).toBeVisible();
  expect(screen.getByText(m.problems.mend.log)).toBeVisible();
  expect(screen.getByText(m.problems.mend.other)).toBeVisible();
  expect(screen.queryByText(m.files.roll)).toBeNull();
});

test('finds the transactions of a producer: batches, marker, and the aborted range in the index', async () => {
  const preset = JSON.parse(readFileSync('content/scenarios/presets/three-brokers.json', 'utf8')) as {
    producers: { configs: Record<string, unknown>; workload: Record<string, unknown> }[];
  };
  const producer = preset.producers[0]!;
  producer.configs = { ...producer.configs, 'transactional.id': 'pay' };
  producer.workload['transaction'] = { records: 30, abortEvery: 2 };
  (preset as unknown as { topics: { configs: Record<string, unknown> }[] }).topics[0]!.configs = {
    'segment.ms': 1000,
  };
  const transactional = sessionOn(readScenario(preset));
  transactional.seek({ timeUs: 2_000_000, after: 0 });
  show({}, directEngine(transactional).inspectDirectory as Simulation['inspectDirectory']);
  await byteGrid();
  const user = userEvent.setup({ delay: null });
  await user.click(screen.getByRole('radio', { name: m.find.by.transaction }));
  const field = screen.getByRole('textbox', { name: m.find.field.transaction });
  await user.type(field, 'nobody{Enter}');
  expect(await screen.findByText(m.transactions.none)).toBeVisible();
  await user.clear(field);
  await user.type(field, 'pay{Enter}');
  // The first one is shown at once: its first batch is chosen, its bytes stand there, and its segment is marked.
  const first = (await screen.findAllByRole('region', { name: /^(COMMIT|ABORT), offsets \d/ }))[0]!;
  const chosen = within(first).getAllByRole('button', { name: /^Batch of offsets / })[0]!;
  expect(chosen).toHaveAttribute('aria-pressed', 'true');
  expect(await byteGrid()).toBeVisible();
  expect(screen.getByRole('button', { name: /^attributes: .*isTransactional/ })).toBeVisible();
  const segments = within(screen.getByRole('group', { name: m.files.segments })).getAllByRole('button');
  expect(segments.length).toBeGreaterThan(1);
  expect(segments.map((one) => one.getAttribute('aria-pressed'))).toEqual(
    segments.map((_, i) => String(i === 0)),
  );
  // 29 of 30: the abort drops what was not sent yet.
  const aborted = await screen.findByRole('region', { name: /^ABORT, offsets 31 to 60, pay, producerId/ });
  await user.click(within(aborted).getByRole('button', { name: /^Marker ABORT at offset 60/ }));
  const grid = await byteGrid();
  expect(grid).toBeVisible();
  expect(screen.getByRole('button', { name: /^attributes: .*isControl/ })).toBeVisible();
  await user.click(within(aborted).getByRole('button', { name: 'Entry 0 of …0.txnindex' }));
  expect(within(aborted).getByText('aborted from 31 to 60, lastStableOffset 61')).toBeVisible();
  // The files of the segment stand beside it, and no steps of a look-up.
  expect(screen.getByRole('button', { name: /^0{20}\.txnindex: / })).toBeVisible();
  expect(screen.queryByText(/^step \d+ of/)).toBeNull();
  expect(await screen.findByRole('grid', { name: /\.txnindex$/ })).toBeVisible();
  // The look-up comes back with the next thing that is looked for.
  await user.click(screen.getByRole('radio', { name: m.find.by.offset }));
  await user.type(screen.getByRole('textbox', { name: m.find.field.offset }), '{Enter}');
  expect(await screen.findByText(/^Found: offset /)).toBeVisible();
});

test('a batch of which there is only a size says so', async () => {
  const inspect = directEngine(session).inspectDirectory;
  const withoutBytes = async (query: DirectoryQuery) => {
    const answer = await inspect(query);
    if (query.kind === 'overview') return { ...(answer as DirectoryView), batchesWithoutBytes: 3 };
    return query.kind === 'batch' ? { ...(answer as BatchBytes), bytes: null, fields: [] } : answer;
  };
  show({}, withoutBytes as Simulation['inspectDirectory']);
  expect(await screen.findByText(m.batch.noBytes)).toBeVisible();
  expect(
    screen.getByText(/^3 batches of this log have a size from a preset compression ratio/),
  ).toBeVisible();
});

test('says that there is no such directory', async () => {
  show({ source: { ...REPLICA, broker: 9 } });
  expect(await screen.findByText(m.gone)).toBeVisible();
});
