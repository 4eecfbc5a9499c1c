import type { CDPSession } from 'playwright/test';

interface HeapSnapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly unknown[] };
  };
  readonly nodes: readonly number[];
}

export interface Held {
  /** Objects, closures, arrays and texts of the page's scripts. */
  readonly dataMiB: number;
  /** What the engine of scripts made of the scripts that have run so far, and of the forms of their objects. */
  readonly codeMiB: number;
  /** In the document or kept by a script. */
  readonly nodes: number;
  readonly listeners: number;
}

const CODE = ['code', 'object shape', 'hidden'];
/** Of the browser: source texts, style sheets, what it measured. */
const NOT_OURS = ['native', 'synthetic'];

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
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as HeapSnapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [typeAt, sizeAt] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const names = types[typeAt] as readonly string[];
  let [data, code] = [0, 0];
  for (let at = 0; at < nodes.length; at += fields.length) {
    const type = names[nodes[at + typeAt]!]!;
    const bytes = nodes[at + sizeAt]!;
    if (CODE.includes(type)) code += bytes;
    else if (!NOT_OURS.includes(type)) data += bytes;
  }
  const counters = await session.send('Memory.getDOMCounters');
  return {
    dataMiB: data / 1024 / 1024,
    codeMiB: code / 1024 / 1024,
    nodes: counters.nodes,
    listeners: counters.jsEventListeners,
  };
}
