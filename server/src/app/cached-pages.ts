/** Every page shows the brands and, in its footer, courses; these are all that a card of a course and its button say. */
const CARDS = [
  'clientes',
  'categorias',
  'cursos',
  'curso_docentes',
  'usuarios',
  'modulos',
  'lecciones',
  'evaluaciones',
  'preguntas',
  'conexiones',
] as const

type Thing =
  | (typeof CARDS)[number]
  | 'alumnos'
  | 'archivos'
  | 'botones'
  | 'grupos'
  | 'paginas'
  | 'premios'
  | 'puntos_mes'
  | 'rankings_cerrados'
  | 'roles_personal'
  | 'sesiones'

/** Which changes end a cached page of a route, besides those of {@link CARDS}; null for one that is never cached. */
type Ends = readonly Thing[] | null

/** A proof, a payment, or something of one person. */
const NEVER: Ends = null
/** The frame, which the browser fills. */
const FRAME: Ends = []
const WRITTEN: Ends = ['paginas']

/** Each route of `web/app/routes.ts`; one that is missing here is not cached. */
export const CACHED_PAGES: Readonly<Record<string, Ends>> = {
  '/': ['alumnos', 'botones', 'roles_personal'],
  '/cursos/:idcategoria?': [],
  '/detallecurso/:idcurso?': ['archivos', 'grupos', 'sesiones'],
  '/detallecurso/:idcurso/leccion/:idleccion': ['archivos', 'grupos', 'sesiones'],
  '/premios': ['alumnos', 'premios', 'puntos_mes', 'rankings_cerrados'],
  '/terminos': WRITTEN,
  '/privacidad': WRITTEN,
  '/reembolsos': WRITTEN,
  '/preguntas-frecuentes': WRITTEN,
  '/libro-de-reclamaciones': [],
  '/marcas': [],
  '/plataformas': [],
  '/referidos': [],

  '/certificado/*': NEVER,
  '/pago': NEVER,
  '/pasarela-de-prueba/:numero': NEVER,
  '/restablecer/:idusuario': NEVER,
  '/verificar-correo/:idusuario': NEVER,

  '/login/:marca?': FRAME,
  '/registro': FRAME,
  '/empezar': FRAME,
  '/prompt': FRAME,
  '/carrito': FRAME,
  '/inicio': FRAME,
  '/miscursos': FRAME,
  '/miscursos/:idcurso/modulos/:idmodulo?': FRAME,
  '/miscursos/:idcurso/modulos/:idmodulo/leccion/:idleccion': FRAME,
  '/examen/:idexamen/:idmodulocurso/:tipo': FRAME,
  '/miscertificados': FRAME,
  '/certificado-modulo/:id_curso': FRAME,
  '/miscursos/:idCurso/foros': FRAME,
  '/foros': FRAME,
  '/foro/:idForo': FRAME,
  '/notificaciones': FRAME,
  '/notificaciones/preferencias': FRAME,
  '/calendario': FRAME,
  '/perfil': FRAME,
  '/compras': FRAME,
  '/soporte': FRAME,
  '/gestion/*': FRAME,
  // One page for all addresses that no route has.
  '/*': FRAME,
}

/** Parameters that name a person, an order or a secret. */
const PERSONAL = ['codigo', 'orden', 'payment_id', 'token']

/** What ends a cached page of this route and address; null where it is not cached. */
export function endsOf(route: string, address: string): readonly string[] | null {
  const more = CACHED_PAGES[route]
  const [, query] = address.split('?')
  const asked = new URLSearchParams(query)
  return more && !PERSONAL.some((name) => asked.has(name)) ? [...CARDS, ...more] : null
}
