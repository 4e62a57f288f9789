/** Addresses of screens that more than one feature links to; `routes.ts` is the site map. */

/** The modules of a course, with one of them open. */
export const modulesPath = (course: number, module?: number): string =>
  `/miscursos/${course}/modulos${module ? `/${module}` : ''}`

type LessonPlace = { id_curso: number; id_modulo: number; id_leccion: number }

/** A lesson. */
export const lessonPath = ({ id_curso, id_modulo, id_leccion }: LessonPlace): string =>
  `/miscursos/${id_curso}/modulos/${id_modulo}/leccion/${id_leccion}`

/** The forums of a course. */
export const forumsPath = (course: number): string => `/miscursos/${course}/foros`

/** A forum; with a post, where that one stands in it. */
export const forumPath = (forum: number, post?: number): string =>
  `/foro/${forum}${post ? `?post=${post}#post-${post}` : ''}`

type EvaluationPlace = { id: number; id_curso: number; id_modulo: number | null }

/** An exam or survey: of a module, or of the course itself (campus.md section 2). */
export const evaluationPath = ({ id, id_curso, id_modulo }: EvaluationPlace): string =>
  id_modulo ? `/examen/${id}/${id_modulo}/modulo` : `/examen/${id}/${id_curso}/curso`

/** Whether a text is an id as addresses have it (contract section 1). */
export const isId = (text: string | undefined): text is string => /^[1-9][0-9]{0,9}$/.test(text ?? '')

/** A course as it is offered. */
export const coursePath = (course: number): string => `/detallecurso/${course}`

/** The catalogue: of one category, of all; with what is searched. */
export function cataloguePath(category?: number, search = ''): string {
  const wanted = search.trim()
  return `/cursos${category ? `/${category}` : ''}${wanted ? `?${new URLSearchParams({ buscar: wanted })}` : ''}`
}
