/** The server from below; `main.ts` is above all. */
const FLOORS = ['platform', 'kit', 'features', 'content|backup', 'app', 'start', 'commands']

/** Tables are a floor of their own, for all but the platform, which knows nothing of the product. */
const neverLooksUp = (floor, i) => ({
  name: `${floor}-never-looks-up`,
  severity: 'error',
  from: { path: `^server/src/(${floor})/`, pathNot: '\\.test\\.ts$' },
  to: {
    path: '^server/src/',
    pathNot: [`^server/src/(${FLOORS.slice(0, i + 1).join('|')})/`, ...(i === 0 ? [] : ['\\.tables\\.ts$'])],
  },
})

/** Who may import whom (docs/architecture.md, rule 3). Arrows point one way; one rule covers all features, present and future. */
export default {
  forbidden: [
    {
      name: 'contract-is-pure',
      comment:
        'The contract is what both sides agree on: it knows neither, and of packages only zod and, for colours, chroma-js.',
      severity: 'error',
      from: { path: '^contract/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^contract/src', 'node_modules/(zod|chroma-js|@types/chroma-js)/'] },
    },
    {
      name: 'web-and-server-apart',
      comment: 'The browser and the server speak over the wire alone.',
      severity: 'error',
      from: { path: '^(web|server)/' },
      to: { path: '^(web|server)/', pathNot: '^$1/' },
    },
    ...FLOORS.map(neverLooksUp),
    {
      name: 'features-by-their-face',
      comment:
        'A feature, or a room of the kit, sees of another only its face: <f>.ts(x), and on the server <f>.tables.ts.',
      severity: 'error',
      from: { path: '^(server/src/(?:features|kit)|web/app/features)/([^/]+)/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^(server/src/(?:features|kit)|web/app/features)/([^/]+)/',
        pathNot: [
          '^$1/$2/',
          '^server/src/(?:features|kit)/(?<server>[^/]+)/\\k<server>(\\.tables)?\\.ts$',
          '^web/app/features/(?<web>[^/]+)/\\k<web>\\.tsx?$',
        ],
      },
    },
    {
      name: 'shell-by-their-face',
      comment: 'The shell puts features into the header and the menus, by their faces.',
      severity: 'error',
      from: { path: '^web/app/shell/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/app/features/', pathNot: '^web/app/features/([^/]+)/\\1\\.tsx?$' },
    },
    {
      name: 'web-layers',
      comment: 'routes -> shell -> features -> ui -> lib.',
      severity: 'error',
      from: { path: '^web/app/(ui|lib|features)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/app/shell/' },
    },
    {
      name: 'backoffice-by-their-face',
      comment: 'The back office sees of a feature only its face.',
      severity: 'error',
      from: { path: '^web/app/backoffice/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/app/features/', pathNot: '^web/app/features/([^/]+)/\\1\\.tsx?$' },
    },
    {
      name: 'backoffice-is-imported-by-none',
      comment: 'What only staff open must not reach the pages of students.',
      severity: 'error',
      from: { path: '^web/app/', pathNot: '^web/app/backoffice/' },
      to: { path: '^web/app/backoffice/' },
    },
    {
      name: 'ui-and-lib-know-no-feature',
      severity: 'error',
      from: { path: '^web/app/(ui|lib)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/app/features/' },
    },
    {
      name: 'ui-knows-no-contract',
      comment: 'Parts of the screen are told what to show.',
      severity: 'error',
      from: { path: '^web/app/ui/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^contract/' },
    },
    {
      name: 'lib-below-ui',
      severity: 'error',
      from: { path: '^web/app/lib/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^web/app/ui/' },
    },
    {
      name: 'no-circles',
      comment: 'Nor through types.',
      severity: 'error',
      from: {},
      to: { circular: true },
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
