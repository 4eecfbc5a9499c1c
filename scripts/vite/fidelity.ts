import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { OTHER_VERSIONS } from '../../src/engine/model/otherVersions.ts';
import { RULE_AREAS } from '../../src/engine/model/ruleAreas.ts';
import { conformanceRows } from '../fidelity/conformance.ts';
import { ledgerOf, marksOf } from '../fidelity/ledger.ts';
import { RESULTS_FILE, resultsThatFit } from '../fidelity/results.ts';
import { vectorRows } from '../fidelity/vectors.ts';

const MARKS = 'virtual:fidelity-marks';
const LEDGER = 'virtual:fidelity-ledger';
const VERSIONS = 'virtual:other-versions';
const CONFORMANCE = 'virtual:conformance';

/**
 * The fidelity ledger for the page. `virtual:fidelity-marks` is small, one state a control; `virtual:fidelity-ledger` holds all,
 * and is loaded when somebody asks. Results of the tests count only if they are of exactly these sources.
 */
export function fidelity(root: string): Plugin {
  return {
    name: 'highwater:fidelity',
    resolveId: (source) =>
      [MARKS, LEDGER, VERSIONS, CONFORMANCE].includes(source) ? `\0${source}` : undefined,
    load(source) {
      if (source === `\0${VERSIONS}`)
        return `export const otherVersions = ${JSON.stringify(OTHER_VERSIONS)};\n`;
      if (source === `\0${CONFORMANCE}`)
        return `export const conformanceRows = ${JSON.stringify(conformanceRows(root))};\nexport const vectorRows = ${JSON.stringify(vectorRows(root))};\n`;
      if (source !== `\0${MARKS}` && source !== `\0${LEDGER}`) return undefined;
      const results = join(root, RESULTS_FILE);
      if (existsSync(results)) this.addWatchFile(results);
      const entries = ledgerOf(RULE_AREAS, resultsThatFit(root));
      return source === `\0${MARKS}`
        ? `export const fidelityMarks = ${JSON.stringify(marksOf(entries))};\n`
        : `export const fidelityEntries = ${JSON.stringify(entries)};\n`;
    },
  };
}
