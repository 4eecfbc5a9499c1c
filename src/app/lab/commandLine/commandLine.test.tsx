import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { directEngine } from '../../../bridge/directEngine.ts';
import { EngineSession } from '../../../bridge/EngineSession.ts';
import { parseScenario } from '../../../scenario/parseScenario.ts';
import { createSimulation } from '../../../state/createSimulation.ts';
import { SimulationProvider } from '../../../views/SimulationContext.tsx';
import { CommandLinePanel } from './CommandLinePanel.tsx';
import { EntityTools } from './EntityTools.tsx';

afterEach(cleanup);

/** A group that reads, a topic with a config, 8 s after the start. */
async function stand() {
  const parsed = parseScenario({
    highwater: 1,
    configs: { 'offsets.topic.num.partitions': 1 },
    brokers: [{ 'node.id': 1 }, { 'node.id': 2 }, { 'node.id': 3 }],
    topics: [
      { name: 'orders', partitions: 2, 'replication.factor': 3, configs: { 'retention.ms': 600000 } },
      { name: '__consumer_offsets', replicas: { '0': [2, 3, 1] }, configs: { 'cleanup.policy': 'compact' } },
    ],
    producers: [{ 'client.id': 'app', workload: { topic: 'orders', arrivals: { constant: '10/s' } } }],
    consumers: [{ 'client.id': 'reader', configs: { 'group.id': 'ledger' }, subscribe: ['orders'] }],
    commands: [{ at: '2s', kind: 'AlterBrokerConfigs', broker: 1, configs: { 'log.cleaner.threads': 2 } }],
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const session = new EngineSession();
  await session.loadQuestions();
  const simulation = createSimulation({ startEngine: () => directEngine(session) });
  await simulation.load(parsed.scenario, [], { timeUs: 8_000_000, after: 0 });
  return simulation;
}

test('eachToolPrintsTheRunInItsOwnLayout', async () => {
  render(
    <SimulationProvider simulation={await stand()}>
      <CommandLinePanel />
    </SimulationProvider>,
  );
  expect(
    await screen.findByText('kafka-topics.sh --bootstrap-server broker-1:9092 --describe'),
  ).toBeInTheDocument();
  const output = () => screen.getByRole('region', { name: /^kafka-/ }).textContent;
  expect(output()).toMatch(/^Topic: orders\tTopicId: \S{22}\tPartitionCount: 2\tReplicationFactor: 3\t/m);
  const choose = (line: string) => userEvent.selectOptions(screen.getByRole('combobox'), line);
  await choose('kafka-consumer-groups.sh --describe --all-groups');
  expect(output()).toMatch(
    /^GROUP +TOPIC +PARTITION +CURRENT-OFFSET .*\nledger +orders +0 +[\d-]+ +\d+ +[\d-]+ +reader-\S+ +\/reader +reader\n/,
  );
  await choose('kafka-metadata-quorum.sh describe --status');
  expect(output()).toMatch(/^ClusterId: {14}\S{22}\nLeaderId: {15}101\n/);
  await choose('kafka-configs.sh --describe --entity-type brokers');
  expect(output()).toContain(
    '  log.cleaner.threads=2 sensitive=false synonyms={DYNAMIC_BROKER_CONFIG:log.cleaner.threads=2, DEFAULT_CONFIG:log.cleaner.threads=1}\n',
  );
  await choose('kafka-log-dirs.sh --describe');
  expect(JSON.parse(output().split('\n')[2] ?? '')).toMatchObject({
    brokers: [{ broker: 1 }, { broker: 2 }, { broker: 3 }],
    version: 1,
  });
  await choose('What was done, as commands');
  expect(screen.getByText('Nothing was done yet.')).toBeInTheDocument();
});

test('whatIsInspectedHasItsLines', async () => {
  render(
    <SimulationProvider simulation={await stand()}>
      <EntityTools entityKey="group:ledger" />
    </SimulationProvider>,
  );
  await userEvent.click(screen.getByText('On the command line'));
  expect(
    await screen.findByText(
      'kafka-consumer-groups.sh --bootstrap-server broker-1:9092 --describe --group ledger --state',
    ),
  ).toBeInTheDocument();
  expect(screen.getByRole('region', { name: /--state$/ })).toHaveTextContent(/Stable 1$/);
});
