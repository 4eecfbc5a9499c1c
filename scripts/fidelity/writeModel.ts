import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RULE_AREAS } from '../../src/engine/model/ruleAreas.ts';
import { conformanceRows } from './conformance.ts';
import { MODEL_FILE, readResults } from './results.ts';
import { renderModel } from './renderModel.ts';
import { vectorRows } from './vectors.ts';

/** Writes MODEL.md if it would change, and says whether it did. */
export function writeModel(root: string): boolean {
  const file = join(root, MODEL_FILE);
  const text = renderModel(RULE_AREAS, readResults(root), conformanceRows(root), vectorRows(root));
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return false;
  writeFileSync(file, text);
  return true;
}
