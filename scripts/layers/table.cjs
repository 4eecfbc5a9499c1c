// Who may import whom (ARCHITECTURE.md has the same table in words). A folder may import itself and what is
// listed here, nothing else; '?' before a name means types only. A folder of src/ or src/engine/ that is
// missing here fails the check, so a new one is a decision.

const ENGINE_PARTS = [
  'shared',
  'engine/kernel',
  'engine/node',
  'engine/network',
  'engine/storage',
  'engine/protocol',
  'engine/metadata',
];
const BELOW_CLUSTER = [
  ...ENGINE_PARTS,
  'engine/raft',
  'engine/coordinator',
  'engine/store',
  'engine/client',
  'engine/broker',
  'engine/controller',
  'engine/queueBroker',
];
const REACT = ['npm:react', 'npm:react-dom', 'npm:zustand'];
const ARIA = ['npm:react-aria-components', 'npm:react-aria', 'npm:react-stately'];

/** Longest name wins, so `bridge/engineClient` has rules of its own. */
const TABLE = {
  shared: [],
  'engine/kernel': ['shared'],
  // Requests carry batches and metadata records, whose types live where they are stored.
  'engine/protocol': ['shared', '?engine/storage', '?engine/metadata'],
  'engine/storage': ['shared', 'engine/kernel'],
  'engine/metadata': ['shared', 'engine/kernel', 'engine/protocol'],
  'engine/network': ['shared', 'engine/kernel', 'engine/protocol'],
  'engine/node': [
    'shared',
    'engine/kernel',
    'engine/protocol',
    '?engine/network',
    '?engine/storage',
    '?engine/rules',
  ],
  // All decisions in one object; nodes know its type, and get it with their context.
  // Codecs among them: what is really compressed is decided by what they make of it.
  'engine/rules': [...BELOW_CLUSTER, 'codecs'],
  // These five never import each other: they meet through RPCs, or through an interface handed in by cluster. Only the metadata
  // quorum is part of every server, as it is in Kafka: controllers are its voters, brokers its observers.
  'engine/raft': [...ENGINE_PARTS, '?engine/rules'],
  'engine/coordinator': [...ENGINE_PARTS, '?engine/rules'],
  // A database outside of Kafka; of it applications know only what is said between the two.
  'engine/store': [...ENGINE_PARTS, '?engine/rules'],
  'engine/client': [...ENGINE_PARTS, '?engine/rules', '?engine/store'],
  'engine/broker': [...ENGINE_PARTS, 'engine/raft', '?engine/rules'],
  'engine/controller': [...ENGINE_PARTS, 'engine/raft', '?engine/rules'],
  // Not Kafka: a broker of queues and its clients, which call as an application calls send().
  'engine/queueBroker': [...ENGINE_PARTS, '?engine/client'],
  // Laws over the whole cluster, read only; nothing in the engine knows that they exist.
  'engine/invariants': [...BELOW_CLUSTER, '?engine/rules', 'engine/cluster'],
  'engine/cluster': [...BELOW_CLUSTER, 'engine/rules', '?scenario'],
  // The fidelity ledger: data about the rules, which the page gets through scripts/vite/fidelity.ts.
  'engine/model': ['shared'],
  // Written by tools.
  generated: [],
  scenario: ['shared', 'npm:zod', 'npm:yaml'],
  import: ['shared', 'scenario', 'npm:zod', 'npm:yaml'],
  export: ['shared', 'scenario', 'npm:zod', 'npm:yaml'],
  link: ['shared', 'scenario'],
  // Compression in plain script; the engine is handed what it needs.
  codecs: ['shared', 'npm:fflate', 'npm:fzstd'],
  formulas: ['shared', 'scenario'],
  // The words for what may be wrong with a link know the problems by their types.
  i18n: ['shared', 'scenario', '?link'],
  cli: ['shared', 'bridge', 'scenario', 'import', 'export', 'link', 'i18n', 'npm:node'],
  // Frames are plain data that both sides know; they may name the engine's types, never run its code.
  'bridge/frame': ['shared', '?engine/cluster', '?engine/kernel', '?scenario'],
  'bridge/engineClient': ['shared', 'scenario', 'bridge/frame', 'bridge/columns', '?bridge', 'npm:comlink'],
  // The worker's side makes frames out of what the engine is, so it reads all of it.
  // With codecs, for it unpacks what is looked at.
  bridge: ['shared', 'engine', 'scenario', 'codecs', 'npm:comlink'],
  state: ['shared', 'scenario', 'bridge/engineClient', '?bridge', 'npm:zustand'],
  ui: ['shared', 'i18n', ...REACT, ...ARIA],
  views: ['shared', 'state', '?bridge/frame', 'formulas', 'i18n', 'ui', ...REACT, ...ARIA],
  lessons: [
    'shared',
    'state',
    'scenario',
    'formulas',
    'i18n',
    'views',
    'ui',
    ...REACT,
    ...ARIA,
    'npm:@mdx-js',
    'npm:zod',
  ],
  // Everything except the engine.
  app: [
    ...[
      'shared',
      'scenario',
      'import',
      'export',
      'link',
      'formulas',
      'i18n',
      'state',
      'ui',
      'views',
      'lessons',
      'generated',
      'bridge/engineClient',
      '?bridge',
    ],
    'npm:.*',
  ],
};

/** Not part of the layers: tests may import anything below their folder, and EngineSession. */
const NOT_LAYERED = '(\\.(test|spec)\\.tsx?|TestContext\\.tsx?|\\.d\\.ts)$';

const inFolder = (root, name) =>
  name.includes('/') && name.startsWith('bridge/') ? `^${root}/${name}\\b` : `^${root}/${name}/`;
// An installed package, with its types; `npm:node` is what Node itself brings.
const inPackage = (name) =>
  name === 'node'
    ? '^(node:)?(fs|path|url|process|util|zlib|os|crypto)(/|$)'
    : `node_modules/(@types/)?${name}(/|$)`;

/** dependency-cruiser rules for the tree below `root`. */
function layerRules(root) {
  const names = Object.keys(TABLE);
  const rules = [];
  for (const [name, allowed] of Object.entries(TABLE)) {
    const finer = names.filter((other) => other.startsWith(name) && other !== name);
    const from = {
      path: inFolder(root, name),
      ...(finer.length > 0 ? { pathNot: finer.map((other) => inFolder(root, other)) } : {}),
    };
    const packages = allowed
      .filter((entry) => entry.startsWith('npm:'))
      .map((entry) => inPackage(entry.slice(4)));
    const values = allowed.filter((entry) => !entry.startsWith('?') && !entry.startsWith('npm:'));
    const types = allowed.filter((entry) => entry.startsWith('?')).map((entry) => entry.slice(1));
    const own = [
      inFolder(root, name),
      ...values.map((entry) => inFolder(root, entry)),
      ...packages,
      '\\.(css|svg)$',
      '^virtual:',
    ];
    rules.push({
      name: `${name} may import only ${allowed.length === 0 ? 'itself' : allowed.join(', ')}`,
      severity: 'error',
      from,
      to: { pathNot: [...own, ...types.map((entry) => inFolder(root, entry))], couldNotResolve: false },
    });
    if (types.length > 0) {
      rules.push({
        name: `${name} may import only types from ${types.join(', ')}`,
        severity: 'error',
        from,
        to: {
          path: types.map((entry) => inFolder(root, entry)),
          pathNot: own,
          dependencyTypesNot: ['type-only'],
        },
      });
    }
  }
  rules.push({
    name: 'no circle of imports (types apart)',
    severity: 'error',
    from: { path: `^${root}/` },
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  });
  rules.push({
    name: 'every import resolves',
    severity: 'error',
    from: { path: `^${root}/` },
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  });
  return rules;
}

module.exports = { TABLE, NOT_LAYERED, layerRules };
