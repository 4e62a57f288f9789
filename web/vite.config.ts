import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'

const within = (...folders: string[]) => new RegExp(folders.join('|').replaceAll('/', '[\\\\/]'))

/** What every page needs: the frame around the screens. */
const FRAME = within(
  '@mantine/hooks/esm/(use-media-query|use-reduced-motion)/',
  '@mantine/(notifications/esm/notifications.store|store/|hooks/esm/utils/random-id/)',
  'node_modules/@tabler/.*/Icon(Bell|BrandFacebook|BrandYoutube|Home|Lifebuoy|User|Wand)\\.',
  'app/ui/(brand-logo|dropdown|landscape|light-button|mantine-looks|only|page-head|picture|states)\\.',
  'app/shell/',
  'app/platform/(before-paint|brand|calm|cart|color-scheme|errors|format|match|network|own-brand|page-nonce|present|queries-later|redirect|session|site|theme-css)\\.',
  'vite/preload-helper',
)
/** Mantine's ground and the parts that most screens have; the landing is without (app/platform/themed.tsx). */
const MANTINE = within(
  '@mantine/core/esm/core/(?!MantineProvider/(ColorSchemeScript|mantine-html-props))',
  '@mantine/core/esm/components/(ActionIcon|Badge|Button|CloseButton|Group|Loader|Paper|Skeleton|Stack|Text|Title|Transition|UnstyledButton)/',
  '@mantine/hooks/esm/(use-id|use-isomorphic-effect|use-merged-ref|use-uncontrolled)/',
  'app/platform/(theme|themed)\\.',
)
/** What asks the API from the browser, which pages rendered whole on the server do without. */
const CALLS = within('@tanstack/', 'openapi-', 'app/platform/(api|client|first-calls|prefetch|queries|query)\\.')
const FIELDS = within('/components/(Input|InputBase|TextInput|PasswordInput|Textarea|Checkbox)/', '/utils/InlineInput/')
const FORMS = within('@mantine/form/', 'node_modules/(klona|fast-deep-equal)/', 'app/platform/form\\.')
/** What a dialog needs and nothing else does. */
const DIALOGS = within(
  '@mantine/core/esm/components/(FocusTrap|Modal|ModalBase|Overlay|Portal|ScrollArea)/',
  '@mantine/hooks/esm/(use-debounced-callback|use-focus-return|use-focus-trap)/',
  'node_modules/(react-remove-scroll|react-remove-scroll-bar|react-style-singleton|tslib|use-callback-ref|use-sidecar)/',
)
/** What screens of students are built of: a request for each would cost more than its bytes. */
const CAMPUS = within(
  'app/ui/(author|evaluation-row|evaluation-status|refusal|tag)\\.',
  'app/platform/(ago|when)\\.',
  'node_modules/@tabler/.*/Icon(Checks|Flag|Pencil|ThumbUp)\\.',
)
/** And other pages too. */
const PIECES = within('@mantine/', 'app/ui/(crumbs|html|icon-tile|panel|progress)\\.', 'app/platform/paths\\.')
/** What sells: the campus behind the login does without. */
const SHOP = within('app/ui/(sale-card|sale-grid)\\.', 'app/platform/(schema-org|seo)\\.')
const APART = within('node_modules/(@tabler|zod)/')

/**
 * What many screens share travels in few files, because on a bad signal each request costs more than its bytes; but no
 * page pays for what only others use (docs/decisions/0015). The budgets of bench/budgets.ts hold it to that.
 * `minShareCount` counts screens, layouts and parts that load on demand.
 */
const SHARED = [
  {
    name: 'react',
    test: within('node_modules/(react|react-dom|react-router|scheduler)/', 'rolldown/runtime'),
    priority: 50,
  },
  { name: 'base', test: FRAME, minShareCount: 2, priority: 45 },
  { name: 'mantine', test: MANTINE, minShareCount: 2, priority: 42 },
  { name: 'mantine', test: within('node_modules/@mantine/'), minShareCount: 21, priority: 41 },
  {
    name: 'base',
    test: (id: string) => ![CALLS, FIELDS, FORMS, SHOP, APART].some((later) => later.test(id)),
    minShareCount: 21,
    priority: 40,
  },
  { name: 'tienda', test: SHOP, minShareCount: 2, priority: 40 },
  { name: 'consultas', test: CALLS, minShareCount: 2, priority: 30 },
  { name: 'formularios', test: FORMS, minShareCount: 2, priority: 20 },
  { name: 'campos', test: FIELDS, minShareCount: 2, priority: 20 },
  { name: 'dialogos', test: DIALOGS, minShareCount: 2, priority: 15 },
  { name: 'campus', test: CAMPUS, minShareCount: 2, priority: 12 },
  { name: 'piezas', test: PIECES, minShareCount: 4, priority: 10 },
  { name: 'esquemas', test: within('node_modules/zod/'), priority: 10 },
  { name: 'iconos', test: within('node_modules/@tabler/'), minShareCount: 3, priority: 18 },
]

const MERGE_REFS = '\0merge-refs'

/**
 * Mantine's ScrollArea, which every dialog has, takes one small function from floating-ui; the editor's popovers take all of
 * it. In one build that would bring the whole of it to every page with a dialog, so ScrollArea gets Mantine's own.
 */
const scrollAreaAlone: Plugin = {
  name: 'scroll-area-alone',
  enforce: 'pre',
  resolveId: (id, importer) =>
    id === '@floating-ui/react' && importer?.includes('/components/ScrollArea/') ? MERGE_REFS : undefined,
  load: (id) =>
    id === MERGE_REFS
      ? `import { useMergedRef } from '@mantine/hooks'\nexport const useMergeRefs = (refs) => useMergedRef(...refs)`
      : undefined,
}

/**
 * The theme's variables come with each document, made on the server (app/platform/theme-css.server.tsx): the browser needs
 * none of what makes them.
 */
const themeFromServer: Plugin = {
  name: 'theme-from-server',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) =>
    id.endsWith('/MantineProvider/MantineCssVariables/MantineCssVariables.mjs')
      ? 'export const MantineCssVariables = () => null'
      : undefined,
}

export default defineConfig({
  plugins: [scrollAreaAlone, themeFromServer, reactRouter()],
  // In the server's build only the icons and parts that screens use; as packages they would all be in memory (decision 21).
  ssr: { noExternal: [/^@tabler\//, /^@mantine\//] },
  build: {
    target: 'es2022',
    // Says which file stands for which source: bench/assets.ts weighs with it.
    manifest: true,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: SHARED } } },
  },
})
