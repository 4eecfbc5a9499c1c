import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { selectCluster } from '../clusterModel.ts';
import { EXAMPLE_FRAMES, exampleFrame } from '../gallery/exampleFrames.ts';
import { layoutReplicaLogs } from './layoutReplicaLogs.ts';
import { placeLogArea, stageSizeFor } from './placeLogArea.ts';
import { ReplicaLogs } from './ReplicaLogs.tsx';

function draw(name: string, width: number, height: number): string {
  const state = exampleFrame(name);
  const cluster = selectCluster(state.entities);
  const layout = layoutReplicaLogs({
    area: placeLogArea(stageSizeFor(width), width, height, cluster.replicas.length),
    partition: cluster.partitions[0]!,
    replicas: cluster.replicas,
    brokers: cluster.brokers,
    consumers: cluster.consumers,
    trace: state.trace,
    lostAfterAck: state.ledger.lostAfterAck,
    nowUs: state.nowUs,
  });
  return renderToStaticMarkup(<ReplicaLogs layout={layout} idPrefix="p" />);
}

const PICTURES = [
  ...EXAMPLE_FRAMES.map(({ name }) => ({ name, width: 972, height: 500 })),
  { name: 'second-broker-fenced', width: 390, height: 430 },
  { name: 'healthy', width: 724, height: 278 },
];

test.each(PICTURES)('draws $name at $width × $height', ({ name, width, height }) => {
  const svg = draw(name, width, height);
  expect((svg.match(/<(?!\/)/g) ?? []).length).toBeLessThanOrEqual(300);
  expect(`${svg.replaceAll('><', '>\n<')}\n`).toMatchSnapshot();
});

test('usesTokensAndNoRawColour', () => {
  for (const { name } of EXAMPLE_FRAMES)
    expect(draw(name, 972, 500)).not.toMatch(/#[0-9a-f]{3,6}\b|rgba?\(/i);
});
