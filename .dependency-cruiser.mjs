/** Who may import whom (docs/architecture.md, rule 3). Arrows point one way; one rule covers all features, present and future. */
export default {
  forbidden: [
    {
      name: 'contract-is-pure',
      comment: 'The contract is what both sides agree on: it knows neither, and of packages only zod.',
      severity: 'error',
      from: { path: '^contract/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contract/src', 'node_modules/zod/'] },
    },
    {
      name: 'web-and-server-apart',
      comment: 'The browser and the server speak over the wire alone.',
      severity: 'error',
      from: { path: '^(web|server)/' },
      to: { path: '^(web|server)/', pathNot: '^$1/' },
    },
    {
      name: 'platform-never-looks-up',
      comment: 'main -> start -> app -> features -> platform.',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/(features|content|app|start|main)' },
    },
    {
      name: 'features-by-their-face',
      comment: 'A feature sees of another only <f>.ts and <f>.tables.ts, on the web nothing: pages compose them.',
      severity: 'error',
      from: { path: '^(server/src|web/app)/features/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^(server/src|web/app)/features/([^/]+)/',
        pathNot: ['^$1/features/$2/', '^server/src/features/([^/]+)/\\1(\\.tables)?\\.ts$'],
      },
    },
    {
      name: 'web-layers',
      comment: 'routes -> features -> shell, ui -> platform.',
      severity: 'error',
      from: { path: '^web/app/(ui|platform)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/app/(features|shell)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['\\.react-router/', 'web/build/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
