// Checks who imports whom (scripts/layers/table.cjs) with dependency-cruiser. A cruiser that read nothing
// finds nothing, so the check also demands that every source file was read, that every folder is in the
// table, and that two known sins, written into a throw-away tree, are caught.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

process.chdir(join(import.meta.dirname, '..'));
const require = createRequire(import.meta.url);
const config = require('../.dependency-cruiser.cjs');
const { TABLE, NOT_LAYERED, layerRules } = require('./layers/table.cjs');

/** Own modules below `root`, and what the rules say of them. */
async function cruiseTree(root) {
  const { output } = await cruise(
    [root],
    { ...config.options, ruleSet: { forbidden: layerRules(root) }, validate: true },
    undefined,
    { tsConfig: extractTSConfig('tsconfig.json') },
  );
  const read = output.modules
    .map((module) => module.source)
    .filter((source) => source.startsWith(`${root}/`) && /\.tsx?$/.test(source));
  return { read: new Set(read), violations: output.summary.violations };
}

function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
    .filter((path) => !new RegExp(NOT_LAYERED).test(path));
}

function foldersMissingInTable() {
  const known = new Set(Object.keys(TABLE));
  const folders = (parent) =>
    readdirSync(parent, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
  return [
    ...folders('src').filter((name) => name !== 'engine' && !known.has(name)),
    ...folders('src/engine')
      .map((name) => `engine/${name}`)
      .filter((name) => !known.has(name)),
  ];
}

/** A small tree with sins in it; what the rules miss there is returned. */
async function missedSins() {
  const root = `.layers-control-${process.pid}`;
  const files = {
    'engine/kernel/Sinner.ts': "import { useState } from 'react';\nexport const sin = useState;\n",
    'engine/broker/Broker.ts':
      "import type { Client } from '../client/Client.ts';\nexport type Sin = Client;\n",
    'engine/client/Client.ts': 'export interface Client { name: string }\n',
    'views/cluster/Cluster.ts':
      "import { sin } from '../../engine/kernel/Sinner.ts';\nexport const view = sin;\n",
  };
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const { violations } = await cruiseTree(root);
    const caught = (from, to) => violations.some((v) => v.from.endsWith(from) && v.to.includes(to));
    const sins = [
      ['engine/kernel/Sinner.ts', 'react'],
      ['engine/broker/Broker.ts', 'engine/client'],
      ['views/cluster/Cluster.ts', 'engine/kernel'],
    ];
    return sins.filter(([from, to]) => !caught(from, to));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

const problems = [];
for (const name of foldersMissingInTable()) problems.push(`src/${name} is not in scripts/layers/table.cjs`);
for (const [from, to] of await missedSins())
  problems.push(`the check is blind: ${from} -> ${to} was not caught`);

const expected = sourceFiles('src');
const { read, violations } = await cruiseTree('src');
for (const path of expected) if (!read.has(path)) problems.push(`${path} was not read by dependency-cruiser`);
for (const { from, to, rule, cycle } of violations) {
  const way = cycle ? [from, ...cycle.map((step) => step.name)].join(' -> ') : `${from} -> ${to}`;
  problems.push(`${way}\n    ${rule.name}`);
}

for (const problem of problems) console.error(`  ${problem}`);
console.log(`Layers: ${read.size} of ${expected.length} modules read, ${problems.length} problems.`);
process.exitCode = problems.length > 0 || expected.length === 0 ? 1 : 0;
