import { globSync, readFileSync } from 'node:fs'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, minify, type Plugin } from 'vite'

const iconsOf = (files: string[]) =>
  new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/\bIcon[A-Z]\w+/g) ?? []))

const SOURCES = globSync(`${import.meta.dirname}/app/**/*.{ts,tsx}`)
const isStaff = (file: string) => file.includes('/backoffice/')
const campusIcons = iconsOf(SOURCES.filter((file) => !isStaff(file)))
/** Many screens of the back office share them, but no student needs them. */
const staffIcons = [...iconsOf(SOURCES.filter(isStaff))].filter((icon) => !campusIcons.has(icon))
const STAFF_ICON = new RegExp(`/(${staffIcons.join('|')})\\.`)

/** Shared code comes in few files, because each request costs more than some unused bytes. */
const GROUPS = [
  // Two, because a page waits longest for its largest file.
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 11 },
  { name: 'router', test: /node_modules\/react-router\//, priority: 11 },
  {
    name: 'icons',
    test: (file: string) => file.includes('/@tabler/') && !STAFF_ICON.test(file),
    minShareCount: 4,
    priority: 11,
  },
  // What the parts of public pages that wake by themselves share (app/islands.tsx): nothing of it imports the router.
  {
    name: 'island',
    test: /app\/(lib\/(brand|contact|errors|format|network|paths|storage|session|toasts|waiting-scripts|way)|ui\/(alert|button|contact-button|empty-state|icon-button|island|late|picture|title)|features\/learning\/learning)\.|contract\/src\/(durations|offline|plain-text|rules)[./]/,
    priority: 11,
  },
  // With every page, and around every page but the back office's.
  {
    name: 'base',
    test: /app\/(root|lib\/(early-keys|shades|offline|install|retry|brand-redirect|session-time)|ui\/(error-page|page-head|avatar|brand-mark)|shell\/(notes|tools))\./,
    priority: 10,
  },
  { name: 'frame', test: /app\/shell\/(app-layout|public-layout)\./, priority: 9 },
  // What only public pages have, apart from their islands.
  {
    name: 'public',
    test: /app\/(lib\/(banners|schema-org|seo|site)|ui\/(other-brand|page-failure|smart-link))\.|contract\/src\/shorten/,
    priority: 8,
  },
  {
    name: 'parts',
    test: /app\/ui\/(breadcrumbs|card-frame|icon-tile|pager|panel|progress|skeleton)\.|IconMenu2\./,
    priority: 10,
  },
  // What asks the API, with or without a cache.
  { name: 'client', test: /node_modules\/openapi-fetch\/|app\/lib\/(client|envio|request-login)\./, priority: 10 },
  // With the first screen of the campus, or a signed-in person's part of a public page.
  { name: 'query', test: /node_modules\/(@tanstack|openapi-react-query)\/|app\/lib\/(api|quer\w+)\./, priority: 9 },
  {
    name: 'mantine',
    test: /@mantine\/core\/esm\/core\/|components\/(ActionIcon|Alert|Anchor|Button|Center|CloseButton|Group|Loader|Paper|Portal|SimpleGrid|Skeleton|Stack|Text|Title|UnstyledButton|Input|InputBase|PasswordInput|TextInput)\/|app\/backoffice\/shell\/(mantine|theme)\./,
    priority: 9,
  },
  { name: 'hooks', test: /@mantine\/hooks/, minShareCount: 6, priority: 8 },
  // An exam under way, on every screen of a student.
  {
    name: 'exam-time',
    test: /features\/exams\/(exam-clock|open-(attempt|exam))\./,
    priority: 3,
  },
  // Right after the first paint of a signed-in person's page.
  {
    name: 'signed',
    test: /app\/(shell\/signed-parts\.|features\/notifications\/(bell\.module|cache|notice-format|notice-text|texts)\.)/,
    priority: 2,
  },
  {
    name: 'overlays',
    test: /@floating-ui|components\/(FocusTrap|Menu|Overlay|Popover|ScrollArea)\//,
    priority: 7,
  },
  { name: 'dialogs', test: /app\/ui\/(dialog|layer)\./, priority: 9 },
  // With the first key in a form.
  { name: 'zod', test: /node_modules\/zod\//, priority: 6 },
  { name: 'forms', test: /node_modules\/(klona|fast-deep-equal|@mantine\/form)\//, priority: 6 },
  { name: 'progress', test: /components\/Progress\//, priority: 6 },
  // Shared by campus screens, and needed neither by the landing page nor by the inbox.
  {
    name: 'campus-parts',
    test: /app\/(lib\/(ago|prefetch|sender)|ui\/grade-badge|features\/forums\/unread-text)\./,
    minShareCount: 3,
    priority: 4,
  },
  // What each screen of a student draws at once around its own.
  {
    name: 'campus',
    test: /app\/(shell\/(guard|campus-layout)|lib\/(events|points)|ui\/(text|stack)|ui\/access-denied|features\/exams\/exams)\.|closed-by-lessons/,
    priority: 4,
  },
  { name: 'staff-icons', test: STAFF_ICON, priority: 4 },
  {
    name: 'learning',
    test: /app\/features\/(learning\/[\w.-]+$|comments\/use-count|forums\/forums\.|calendar\/(calendar|join)\.)/,
    minShareCount: 2,
    priority: 3,
  },
  { name: 'lesson', test: /Icon(Notes|UserCheck|ZoomIn)\.|learning\/lesson\/rows\.|attendance-opening/, priority: 4 },
  // Cart and payment, then payment and purchases; what public pages and the back office need too is apart.
  { name: 'orders', test: /features\/orders\/orders\.|IconBuildingStore\./, priority: 4 },
  { name: 'order-rules', test: /contract\/src\/order-rules\./, priority: 4 },
  {
    name: 'buying',
    test: /features\/orders\/(cart\/(cart-check|cart-lines|dropped-courses|texts)|payment\/(purchase|use-leaving))\./,
    priority: 3,
  },
  {
    name: 'purchases',
    test: /features\/orders\/payment\/(money-back|order-state|refund|texts|use-order)\./,
    priority: 2,
  },
  // A group takes what its files import: what other screens need too has its own.
  { name: 'texts', test: /contract\/src\/(rules|texts)\./, priority: 5 },
  { name: 'textarea', test: /components\/Textarea\//, priority: 3 },
  { name: 'menu', test: /app\/ui\/menu\./, priority: 9 },
  { name: 'loaded', test: /app\/ui\/loaded\./, priority: 9 },
  { name: 'fields', test: /app\/ui\/(field|growing-textarea|required-mark)\./, priority: 4 },
  { name: 'forums', test: /features\/forums\/(editor\/preload|marks)\./, priority: 5 },
  { name: 'topics', test: /features\/forums\/list\/(forum-list|use-view)\./, minShareCount: 2, priority: 2 },
  { name: 'thread', test: /features\/forums\/thread\/(?!write-form)/, minShareCount: 2, priority: 2 },
  // With the first answer, or a new topic.
  { name: 'writing', test: /features\/forums\/(thread\/write-form|editor\/rich-editor)\./, priority: 1 },
]

/** The scripts that stand in documents, as small as they get. */
const inlineScripts: Plugin = {
  name: 'inline-scripts',
  enforce: 'pre',
  async load(id) {
    const [file = '', query] = id.split('?')
    if (query !== 'raw' || !/(lib\/(start|first-answer)|ui\/early-clock)\.js$/.test(file)) return null
    const { code } = await minify(file, readFileSync(file, 'utf8'))
    return `export default ${JSON.stringify(code.trim())}`
  },
}

export default defineConfig({
  // The back office speaks Spanish alone; react-aria brings 34 languages.
  plugins: [inlineScripts, optimizeLocales.vite({ locales: ['es-ES'] }), reactRouter()],
  // Bundles only the icons and components in use; as packages they would all be loaded.
  ssr: { noExternal: [/^@tabler\//, /^@mantine\//] },
  build: {
    target: 'es2022',
    // bench/assets.ts weighs pages with it.
    manifest: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Compiles only what is imported of a package's index: 200 of 6,000 icons.
    rolldownOptions: { experimental: { lazyBarrel: true } },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Beside the router's own: what wakes by itself on a guest's public page.
          input: globSync(`${import.meta.dirname}/app/**/{*.island,islands}.tsx`),
          output: { codeSplitting: { groups: GROUPS } },
        },
      },
    },
  },
})
