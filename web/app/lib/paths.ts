import type { SupportTopic } from '@campus/contract/support-topics'

/** Paths that several features link to; routes.ts is the site map. */

export const modulesPath = (course: number, module?: number): string =>
  `/miscursos/${course}/modulos${module ? `/${module}` : ''}`

type LessonPlace = { id_curso: number; id_modulo: number; id_leccion: number }

export const lessonPath = ({ id_curso, id_modulo, id_leccion }: LessonPlace): string =>
  `/miscursos/${id_curso}/modulos/${id_modulo}/leccion/${id_leccion}`

export const forumsPath = (course: number): string => `/miscursos/${course}/foros`

export const forumPath = (forum: number, post?: number): string =>
  `/foro/${forum}${post ? `?post=${post}#post-${post}` : ''}`

type EvaluationPlace = { id: number; id_curso: number; id_modulo: number | null }

export const evaluationPath = ({ id, id_curso, id_modulo }: EvaluationPlace): string =>
  id_modulo ? `/examen/${id}/${id_modulo}/modulo` : `/examen/${id}/${id_curso}/curso`

type Piece = { id_curso: number } & (
  | { tipo: 'leccion'; id_modulo: number; id_leccion: number }
  | { tipo: 'examen'; id_modulo: number | null; id_evaluacion: number }
)

export const piecePath = (piece: Piece): string =>
  piece.tipo === 'leccion' ? lessonPath(piece) : evaluationPath({ ...piece, id: piece.id_evaluacion })

const GUARDED =
  /^\/(?:calendario|certificado-modulo|compras|examen|foros?|gestion|inicio|miscertificados|miscursos|notificaciones|perfil|prompt|soporte)(?:[/?#]|$)/

/** Must match the guarded routes of routes.ts. */
export const needsSession = (path: string): boolean => GUARDED.test(path)

export const isId = (text: string | undefined): text is string => /^[1-9]\d{0,15}$/.test(text ?? '')

export const coursePath = (course: number): string => `/detallecurso/${course}`

export const freeLessonPath = (course: number, lesson: number): string => `${coursePath(course)}/leccion/${lesson}`

type Filters = { nivel?: string; precio?: string; orden?: string }

export function cataloguePath(
  category?: number,
  search = '',
  { nivel = '', precio = '', orden = '' }: Filters = {},
): string {
  const given = Object.entries({ buscar: search.trim(), nivel, precio, orden }).filter(([, value]) => value)
  const query = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  return `/cursos${category ? `/${category}` : ''}${query}`
}

export const supportPath = (mensaje: string, tema: SupportTopic): string =>
  `/soporte?${new URLSearchParams({ tema, mensaje })}`
