const PAGE_PARAMS: Readonly<Record<string, readonly string[]>> = {
  '': ['docente'],
  certificado: ['codigo'],
  cursos: ['buscar', 'categoria', 'nivel', 'orden', 'pagina', 'precio'],
  login: ['redirect', 'vista'],
  pago: ['orden', 'payment_id', 'vuelta'],
  premios: ['mes', 'pagina'],
  referidos: ['codigo'],
  registro: ['redirect'],
  restablecer: ['token'],
  'verificar-correo': ['token'],
}

/** React Router's browser side names in it the routes whose data it requests. */
const DATA_PARAM = '_routes'

/** The catalogue's filters; an empty field of its form counts as one. */
export const CATALOGUE_CHOICES = {
  nivel: ['basico', 'intermedio', 'avanzado'],
  precio: ['hasta-100', '100-a-150', 'desde-150'],
  orden: ['precio', 'precio-mayor', 'cortos', 'nuevos'],
} as const

const CHOICES = new Map<string, readonly string[]>(Object.entries(CATALOGUE_CHOICES))
const isChoice = (name: string, value: string) => value === '' || (CHOICES.get(name)?.includes(value) ?? true)

/** The first segment of a page's path; `/_root.data` is the landing page's data. */
const screenOf = (path: string): string => (path.split('/')[1] ?? '').replace(/\.data$/, '').replace(/^_root$/, '')

/** What the page reads of a query, sorted: the caches of server and worker drop the rest. Signed-in screens read theirs. */
export function pageQuery(path: string, given: URLSearchParams): URLSearchParams {
  const screen = screenOf(path)
  const own = (Object.hasOwn(PAGE_PARAMS, screen) && PAGE_PARAMS[screen]) || []
  const read = path.endsWith('.data') ? [...own, DATA_PARAM] : own
  const found = read.filter((name) => given.has(name)).sort()
  const query = found.map((name): [string, string] => [name, given.get(name) ?? ''])
  return new URLSearchParams(screen === 'cursos' ? query.filter(([name, value]) => isChoice(name, value)) : query)
}
