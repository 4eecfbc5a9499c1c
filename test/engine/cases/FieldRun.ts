import { readFileSync } from 'node:fs';
import type { Producer } from '../../../src/engine/client/producer/Producer.ts';
import type { Rules } from '../../../src/engine/rules/Rules.ts';
import type { ScenarioFile } from '../../../src/scenario/ScenarioFile.ts';
import type { TraceKind } from '../../../src/shared/traceEvents.ts';
import { ClusterTestContext, PROBE, type Fields, type Row } from '../ClusterTestContext.ts';

export const FIELD_SCENARIOS = 'content/scenarios/field';
/** The long runs of the cases are under the laws too, but not after every event. */
const LAW_INTERVAL = 499;
const LOOK_INTERVAL_MS = 50;

/** A scenario file of a case, run headless by its own commands. Times are ms. */
export class FieldRun extends ClusterTestContext {
  /** @param name file under `content/scenarios/field`, without its ending. */
  static of(name: string): FieldRun {
    return new FieldRun({ file: fileOf(name), lawInterval: LAW_INTERVAL });
  }

  /** The same with another text, not under the laws. */
  static changed(name: string, change: (file: ScenarioFile) => ScenarioFile): FieldRun {
    return new FieldRun({ file: change(fileOf(name)), lawInterval: Infinity });
  }

  /** The same for an engine whose rules were tampered with. */
  static lawless(name: string, rules: Partial<Rules> = {}): FieldRun {
    return new FieldRun({ file: fileOf(name), lawInterval: Infinity, rules });
  }

  /** To the instant at which the file ends, or to an earlier one that is enough. */
  toEnd(endMs = (this.scenario.untilUs ?? 0) / 1000): this {
    this.runUntil(endMs).checkLaws();
    return this;
  }

  /** To an instant, with a look at the state every 50 ms. */
  watchUntil(ms: number, look: () => void): this {
    while (this.nowMs < ms) {
      this.runUntil(Math.min(ms, this.nowMs + LOOK_INTERVAL_MS));
      look();
    }
    return this;
  }

  /** Runs until this happens, or else to the instant; null when it did not happen. */
  soughtUntil<Kind extends TraceKind>(kind: Kind, where: Fields<Kind>, ms: number): Row<Kind> | null {
    return this.nextFact(kind, where, Math.round(ms * 1000));
  }

  /** Facts from an instant on and before another. */
  factsBetween<Kind extends TraceKind>(
    kind: Kind,
    fromMs: number,
    toMs: number,
    where: Fields<Kind> = {},
  ): Row<Kind>[] {
    return this.facts(kind, where).filter(({ timeUs }) => timeUs >= fromMs * 1000 && timeUs < toMs * 1000);
  }
}

/** The file, and a client that does nothing of its own, in whose name brokers may be asked. */
function fileOf(name: string): ScenarioFile {
  const file = JSON.parse(readFileSync(`${FIELD_SCENARIOS}/${name}.json`, 'utf8')) as ScenarioFile;
  return { ...file, producers: [...(file.producers ?? []), { 'client.id': PROBE, workload: null }] };
}

/** Memory of buffer.memory that the producer's batches hold, waiting and on their way. */
export function bufferedBytes(producer: Producer): number {
  const waiting = [...producer.accumulator.queues.values()].flat();
  const sent = [...producer.sent.values()].flat();
  return sumOf([...waiting, ...sent], ({ pooledBytes }) => pooledBytes);
}

export function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0);
}
