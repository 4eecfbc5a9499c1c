const { NOT_LAYERED, layerRules } = require('./scripts/layers/table.cjs');

module.exports = {
  forbidden: layerRules('src'),
  options: {
    // With TypeScript before compilation, so that `import type` counts.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: NOT_LAYERED },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default', 'types'] },
  },
};
