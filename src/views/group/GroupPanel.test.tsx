import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ConsumerView, EntityView, GroupView } from '../../bridge/frame.ts';
import { group as m } from '../../i18n/en/group.ts';
import type { TraceEvent } from '../../shared/traceEvents.ts';
import { EXAMPLE_FRAMES, exampleFrame } from '../gallery/exampleFrames.ts';
import { createStillSimulation } from '../gallery/stillSimulation.ts';
import { SimulationProvider } from '../SimulationContext.tsx';
import { GroupPanel } from './GroupPanel.tsx';

const P = 'payments-0';

const GROUP: GroupView = {
  kind: 'group',
  key: 'group:ledger',
  groupId: 'ledger',
  type: 'classic',
  state: 'Stable',
  generation: 3,
  assignmentEpoch: null,
  protocol: 'range',
  coordinator: 1,
  members: [
    {
      memberId: 'ledger-1-x',
      clientId: 'ledger-1',
      instanceId: null,
      epoch: null,
      state: null,
      partitions: [P],
    },
  ],
  processed: 1400,
  repeated: 0,
  committed: [{ partition: P, offset: 1400 }],
};

const MEMBER: NonNullable<ConsumerView['group']> = {
  groupId: 'ledger',
  instanceId: null,
  memberId: 'ledger-1-x',
  generation: 3,
  state: 'STABLE',
  isLeader: true,
  coordinator: 1,
  committed: [],
};

function renderPanel(withGroup: boolean) {
  const state = exampleFrame(EXAMPLE_FRAMES[0]!.name);
  const entities = new Map<string, EntityView>(
    [...state.entities].map(([key, entity]) => [
      key,
      withGroup && entity.kind === 'consumer' ? { ...entity, group: MEMBER } : entity,
    ]),
  );
  if (withGroup) entities.set(GROUP.key, GROUP);
  const facts: readonly TraceEvent[] = [
    { kind: 'GroupRequestSent', consumer: 'ledger-1', group: 'ledger', request: 'JoinGroup' },
    { kind: 'PartitionsAssigned', consumer: 'ledger-1', group: 'ledger', generation: 3, partitions: [P] },
  ];
  const trace = withGroup
    ? facts.map((event, i) => ({
        timeUs: state.nowUs - 2_000_000 + i * 1000,
        seq: i + 1,
        causeSeq: 0,
        event,
      }))
    : [];
  render(
    <SimulationProvider simulation={createStillSimulation({ ...state, entities, trace })}>
      <GroupPanel />
    </SimulationProvider>,
  );
}

test('says what makes a group while there is none', () => {
  renderPanel(false);
  expect(screen.getByText(m.empty)).toBeVisible();
});

test('has every part as text, chosen by name', async () => {
  const user = userEvent.setup();
  renderPanel(true);
  expect(await screen.findByText(m.standing(GROUP))).toBeVisible();
  expect(await screen.findByText(new RegExp(m.owners.cost(0, 1, 0)))).toBeVisible();

  await user.click(screen.getByRole('button', { name: m.owners.table.open }));
  const owners = within(screen.getByRole('table', { name: m.owners.table.caption('ledger') })).getAllByRole(
    'row',
  );
  expect(owners[1]).toHaveTextContent(/^payments-0A ledger-1.*now2 s$/);

  await user.click(screen.getByRole('radio', { name: m.parts.steps }));
  const steps = within(await screen.findByRole('table', { name: m.steps.caption('ledger') })).getAllByRole(
    'row',
  );
  expect(steps[1]).toHaveTextContent(/ledger-1is assigned payments-03$/);
  expect(steps[2]).toHaveTextContent(/asks to join/);

  await user.click(screen.getByRole('radio', { name: m.parts.offsets }));
  const [, row] = within(screen.getByRole('table', { name: m.offsets.caption('ledger') })).getAllByRole(
    'row',
  );
  expect(row).toHaveTextContent(/^payments-0ledger-1/);

  await user.click(screen.getByRole('radio', { name: m.parts.lag }));
  expect(screen.getByText(m.lag.nothing)).toBeVisible();
});
