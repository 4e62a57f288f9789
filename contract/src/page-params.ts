const PAGE_PARAMS: Readonly<Record<string, readonly string[]>> = {
  '': ['docente'],
  certificado: ['codigo'],
  cursos: ['buscar', 'categoria', 'nivel', 'orden', 'pagina', 'precio'],
  login: ['redirect', 'vista'],
  pago: ['orden', 'payment_id'],
  premios: ['mes', 'pagina'],
  referidos: ['codigo'],
  registro: ['redirect'],
  restablecer: ['token'],
  'verificar-correo': ['token'],
}

/** The first segment of a page's path; `/_root.data` is the landing page's data. */
export const screenOf = (path: string): string =>
  (path.split('/')[1] ?? '').replace(/\.data$/, '').replace(/^_root$/, '')

/** The query that the server renders; it drops the rest, to protect the page cache. Signed-in screens read theirs. */
export function pageParams(path: string): readonly string[] {
  const screen = screenOf(path)
  return (Object.hasOwn(PAGE_PARAMS, screen) && PAGE_PARAMS[screen]) || []
}

/** The catalogue's filters; the server drops other values for the same reason. */
export const CATALOGUE_CHOICES = {
  nivel: ['basico', 'intermedio', 'avanzado'],
  precio: ['hasta-100', '100-a-150', 'desde-150'],
  orden: ['precio', 'precio-mayor', 'cortos', 'nuevos'],
} as const
