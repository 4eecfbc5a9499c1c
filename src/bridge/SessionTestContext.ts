import { readFileSync } from 'node:fs';
import { parseScenario } from '../scenario/parseScenario.ts';
import type { Scenario } from '../scenario/Scenario.ts';
import { DirectoryReader } from './directory/DirectoryReader.ts';
import { EngineSession } from './EngineSession.ts';
import type { SessionOptions } from './EngineSession.ts';
import type { EntityKey, EntityView, Frame } from './frame.ts';

export function readScenario(json: unknown): Scenario {
  const parsed = parseScenario(json);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.scenario;
}

export function preset(name: string): Scenario {
  return readScenario(JSON.parse(readFileSync(`content/scenarios/presets/${name}.json`, 'utf8')));
}

/** A session that runs a preset; its clock says at each look that another ms is gone. */
export function sessionOn(scenario: Scenario, options: SessionOptions = {}): EngineSession {
  let wallMs = 0;
  const engine = new EngineSession({
    wallMs: () => wallMs++,
    directories: new DirectoryReader(),
    ...options,
  });
  engine.load(scenario, []);
  return engine;
}

/** What a page knows that takes every frame in turn. */
export class Page {
  readonly views = new Map<EntityKey, EntityView>();
  frameSeq = 0;

  take(frame: Frame): void {
    if (frame.sinceFrame === 0) this.views.clear();
    else if (frame.sinceFrame !== this.frameSeq) throw new Error(`frame ${frame.frameSeq} follows another`);
    for (const key of frame.removed) this.views.delete(key);
    for (const view of frame.upserts) this.views.set(view.key, view);
    this.frameSeq = frame.frameSeq;
  }
}
