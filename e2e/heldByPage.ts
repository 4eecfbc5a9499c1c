import type { CDPSession } from 'playwright/test';

interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly unknown[];
      readonly edge_fields: readonly string[];
      readonly edge_types: readonly unknown[];
    };
  };
  readonly nodes: readonly number[];
  readonly edges: readonly number[];
  readonly strings: readonly string[];
}

export interface Held {
  /** Objects, closures, arrays and texts of the page's scripts. */
  readonly dataMiB: number;
  /** What the engine of scripts made of the scripts that have run so far, and of the forms of their objects. */
  readonly codeMiB: number;
  /** Of a document that is gone or that they were taken out of, kept by a script. */
  readonly leftNodes: number;
  readonly listeners: number;
}

const CODE = ['code', 'object shape', 'hidden'];
/** Of the browser: source texts, style sheets, what it measured. */
const NOT_OURS = ['native', 'synthetic'];

/** Who tests a page holds what it last pressed, and with it the whole of a picture that is gone: that is not the page's fault. */
const HAND_OF_TEST = /DevTools console/;
const DETACHED = 2;

/**
 * What a page holds after a collection. Code is counted apart: functions are compiled when they are first called, and again when they
 * are called often, so that it grows for as long as somebody finds something new to press; what a page forgot to let go of is data.
 */
export async function heldByPage(session: CDPSession): Promise<Held> {
  for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage');
  const chunks: string[] = [];
  const onChunk = ({ chunk }: { chunk: string }): void => void chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', onChunk);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', onChunk);
  const heap = JSON.parse(chunks.join('')) as HeapSnapshot;
  const { node_fields: fields, node_types: types } = heap.snapshot.meta;
  const [typeAt, sizeAt, detachedAt] = ['type', 'self_size', 'detachedness'].map((name) =>
    fields.indexOf(name),
  );
  const names = types[typeAt!] as readonly string[];
  let [data, code, leftNodes] = [0, 0, 0];
  for (const at of heldNodes(heap)) {
    const type = names[heap.nodes[at + typeAt!]!]!;
    const bytes = heap.nodes[at + sizeAt!]!;
    if (CODE.includes(type)) code += bytes;
    else if (!NOT_OURS.includes(type)) data += bytes;
    if (heap.nodes[at + detachedAt!] === DETACHED) leftNodes += 1;
  }
  const { jsEventListeners: listeners } = await session.send('Memory.getDOMCounters');
  return { dataMiB: data / 1024 / 1024, codeMiB: code / 1024 / 1024, leftNodes, listeners };
}

/** Where each object stands in `nodes` that something holds, other than the test's own hand or weakly. */
function heldNodes({ snapshot, nodes, edges, strings }: HeapSnapshot): readonly number[] {
  const { node_fields: nodeFields, edge_fields: edgeFields, edge_types: edgeTypes } = snapshot.meta;
  const [width, edgeWidth] = [nodeFields.length, edgeFields.length];
  const edgeCountAt = nodeFields.indexOf('edge_count');
  const [typeAt, nameAt, toAt] = ['type', 'name_or_index', 'to_node'].map((name) => edgeFields.indexOf(name));
  const types = edgeTypes[typeAt!] as readonly string[];
  const firstEdges: number[] = [];
  let next = 0;
  for (let at = 0; at < nodes.length; at += width) {
    firstEdges.push(next);
    next += nodes[at + edgeCountAt]! * edgeWidth;
  }
  const isHolding = (edge: number): boolean => {
    const type = types[edges[edge + typeAt!]!]!;
    if (type === 'weak') return false;
    const isNamed = type !== 'element' && type !== 'hidden';
    return !isNamed || !HAND_OF_TEST.test(strings[edges[edge + nameAt!]!]!);
  };
  const held = [0];
  const seen = new Set(held);
  for (const at of held) {
    const index = at / width;
    for (let edge = firstEdges[index]!; edge < (firstEdges[index + 1] ?? next); edge += edgeWidth) {
      const to = edges[edge + toAt!]!;
      if (seen.has(to) || !isHolding(edge)) continue;
      seen.add(to);
      held.push(to);
    }
  }
  return held;
}
