import { ID } from '@campus/contract/common'

/** The pages of something that a course's copy has as well. */
const COPIED = [
  '/miscursos/:curso/modulos',
  '/miscursos/:curso/modulos/:modulo',
  '/miscursos/:curso/modulos/:modulo/leccion/:leccion',
  '/miscursos/:curso/foros',
  '/detallecurso/:curso',
  '/detallecurso/:curso/leccion/:leccion',
  '/certificado-modulo/:curso',
  '/examen/:evaluacion/:modulo/modulo',
  '/examen/:evaluacion/:curso/curso',
]

const OTHERS = [
  ...['', '/inicio', '/miscursos', '/cursos', '/cursos/:categoria', '/detallecurso', '/prompt', '/carrito', '/pago'],
  ...['/compras', '/miscertificados', '/soporte', '/foros', '/foro/:foro', '/notificaciones', '/calendario', '/perfil'],
  ...['/notificaciones/preferencias', '/premios', '/referidos', '/preguntas-frecuentes', '/libro-de-reclamaciones'],
  ...['/terminos', '/privacidad', '/reembolsos', '/marcas', '/plataformas', '/login', '/registro'],
]

/** Whatever follows. */
const OPEN = ['api', 'login', 'certificado', 'restablecer', 'verificar-correo', 'pasarela-de-prueba']

const wordsOf = (path: string) => path.split('/')

const COPIED_PAGES = COPIED.map(wordsOf)
const PAGES = [...COPIED, ...OTHERS].map(wordsOf)

const fits = (page: string[], parts: string[]): boolean =>
  page.length === parts.length &&
  page.every((word, at) => (word.startsWith(':') ? ID.test(parts[at] ?? '') : word === parts[at]))

const partsOf = (path: string): string[] => wordsOf(path.replace(/\/$/, ''))

/** The words of a page that a copy of a course has too, where a word with a colon is an id of {@link partsOf} its path. */
export function copiedPage(path: string) {
  const parts = partsOf(path)
  return { parts, page: COPIED_PAGES.find((words) => fits(words, parts)) }
}

const TARGETS = ['leccion', 'evaluacion', 'modulo', 'foro', 'categoria', 'curso'] as const

/** What a page shows; a `gratis` lesson is shown before it is bought. */
export type CampusTarget = { tipo: (typeof TARGETS)[number]; id: number; gratis: boolean }

/** What an address of the campus shows to students: one thing, a page of its own, or nothing. */
export function campusTarget(path: string): CampusTarget | 'page' | 'nothing' {
  const parts = partsOf(path)
  const page = PAGES.find((words) => fits(words, parts))
  if (!page) return OPEN.includes(parts[1] ?? '') ? 'page' : 'nothing'
  const tipo = TARGETS.find((kind) => page.includes(`:${kind}`))
  if (!tipo) return 'page'
  return { tipo, id: Number(parts[page.indexOf(`:${tipo}`)]), gratis: parts[1] === 'detallecurso' }
}

/** Of addresses without a host. */
const HERE = 'http://campus.invalid'

/** An address of the brand's own pages; null for any other. */
export function ownAddress(href: string, hosts: ReadonlySet<string>): URL | null {
  const url = URL.parse(href, HERE)
  if (!url || href.startsWith('/')) return url
  return url.protocol === 'https:' && hosts.has(url.hostname) ? url : null
}
