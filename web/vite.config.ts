import { globSync, readFileSync } from 'node:fs'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

const iconsOf = (files: string[]) =>
  new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(/\bIcon[A-Z]\w+/g) ?? []))

const SOURCES = globSync(`${import.meta.dirname}/app/**/*.{ts,tsx}`)
const isStaff = (file: string) => file.includes('/backoffice/')
const campusIcons = iconsOf(SOURCES.filter((file) => !isStaff(file)))
/** Many screens of the back office share them, but no student needs them. */
const staffIcons = [...iconsOf(SOURCES.filter(isStaff))].filter((icon) => !campusIcons.has(icon))
const STAFF_ICON = new RegExp(`/(${staffIcons.join('|')})\\.`)
const BASE =
  /app\/(lib\/(?!ago|draft|envio|exam-state|form|contact|text-search|now|prefetch|schema-org|sender)|shell\/|ui\/(?!access-denied|breadcrumbs|confirm|contact|copy-|dialog|drawer|grade-badge|growing-textarea|overlay|pager|progress|radio-cards))|plain-text|durations|@tabler\/|preload-helper|zustand/

const PARTS = /app\/(lib\/(ago|envio|prefetch|sender)|ui\/(breadcrumbs|copy-(button|link)|grade-badge|pager))\./

/** Shared code comes in few files, because each request costs more than some unused bytes. */
const GROUPS = [
  // Two, because a page waits longest for its largest file.
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 11 },
  { name: 'router', test: /node_modules\/(react-router|@tanstack|openapi-.*)\//, priority: 11 },
  // With what layouts bring to every page.
  {
    name: 'frame',
    test: /@mantine\/(notifications\/esm\/notifications.store|core\/esm\/core\/)|components\/(ActionIcon|Alert|Anchor|Button|Center|CloseButton|Group|Loader|Paper|Portal|SimpleGrid|Skeleton|Stack|Text|ThemeIcon|Title|UnstyledButton)\/|app\/shell\/(app-layout|header|nav|layout|courses-button|login-request)|app\/lib\/(pre-paint-script|install|request-login|retry|storage|now)\.|complaints\/complaints\.tsx|icons\/IconBrand/,
    priority: 9,
  },
  // Dialogs and toasts need it, the first paint of a page does not.
  {
    name: 'scroll-lock',
    test: /node_modules\/(react-remove-scroll|use-sidecar|react-style-singleton|use-callback-ref)/,
    priority: 9,
  },
  {
    name: 'toasts',
    test: /@mantine\/notifications\/esm|react-transition-group|components\/Notification\/|app\/ui\/notifications\./,
    priority: 8,
  },
  { name: 'hooks', test: /@mantine\/hooks/, minShareCount: 6, priority: 8 },
  { name: 'inputs', test: /components\/(Input|InputBase|PasswordInput|TextInput)\//, priority: 8 },
  {
    name: 'overlays',
    test: /@floating-ui|components\/(FocusTrap|Menu|Modal|ModalBase|Overlay|Popover|ScrollArea)\//,
    priority: 7,
  },
  // Not on the first screens.
  { name: 'dialogs', test: /app\/ui\/(dialog|overlay)\./, priority: 7 },
  { name: 'forms', test: /node_modules\/(zod|klona|fast-deep-equal|@mantine\/form)\//, priority: 6 },
  { name: 'progress', test: /app\/ui\/progress|components\/Progress\//, priority: 6 },
  {
    name: 'base',
    test: (file: string) => BASE.test(file) && !STAFF_ICON.test(file),
    minShareCount: 5,
    priority: 5,
  },
  // Shared by campus screens, and needed neither by the landing page nor by the inbox.
  { name: 'parts', test: PARTS, minShareCount: 3, priority: 4 },
  // What each screen of a student draws at once around its own.
  {
    name: 'campus',
    test: /app\/(shell\/(guard|campus-footer)|lib\/points|ui\/access-denied|features\/(search\/search|notifications\/notifications|exams\/(exams|open-exam)))\.|closed-by-lessons/,
    priority: 4,
  },
  // The server draws it for visitors too.
  { name: 'rails', test: /app\/shell\/(sidebar|courses-menu|bottom-bar)\./, priority: 4 },
  { name: 'staff-icons', test: STAFF_ICON, priority: 4 },
  {
    name: 'icons',
    test: (file: string) => file.includes('/@tabler/') && !STAFF_ICON.test(file),
    minShareCount: 3,
    priority: 5,
  },
  {
    name: 'learning',
    test: /app\/features\/(learning\/[\w.-]+$|comments\/use-count)/,
    minShareCount: 2,
    priority: 3,
  },
  // A group takes what its files import: what other screens need too has its own.
  { name: 'texts', test: /contract\/src\/(rules|texts)\./, priority: 5 },
  { name: 'textarea', test: /growing-textarea|components\/Textarea\//, priority: 3 },
  { name: 'banners', test: /\/banners\./, minShareCount: 2, priority: 3 },
  {
    name: 'forums',
    test: /features\/forums\/(thread\/|(forums|editor\/(rich-editor|preload)|forum-badges|show-success|unread-text)\.)/,
    minShareCount: 2,
    priority: 3,
  },
]

export default defineConfig({
  // The back office speaks Spanish alone; react-aria brings 34 languages.
  plugins: [optimizeLocales.vite({ locales: ['es-ES'] }), reactRouter()],
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
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } } } } },
})
