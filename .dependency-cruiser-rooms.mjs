import files from './.dependency-cruiser.mjs'

/** No room of the server reaches itself (docs/architecture.md, rule 3). Tables are a floor of their own, so the rule runs without them. */
export default {
  forbidden: [
    {
      name: 'no-circles-of-rooms',
      comment: 'A folder must not reach itself through others.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^server/src/' },
      to: { circular: true },
    },
  ],
  options: {
    ...files.options,
    exclude: { path: ['node_modules', '\\.tables\\.ts$', '\\.test\\.ts$', '^server/test/', '^contract/'] },
  },
}
