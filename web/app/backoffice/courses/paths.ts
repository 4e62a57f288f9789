export const COURSES_PATH = '/gestion/cursos'
export const coursePath = (course: number | string, tab = ''): string =>
  `${COURSES_PATH}/${course}${tab === '' ? '' : `/${tab}`}`
export const lessonPath = (course: number | string, lesson: number): string =>
  `${coursePath(course)}/lecciones/${lesson}`
export const examPath = (course: number | string, exam: number): string => `${coursePath(course)}/examenes/${exam}`

/** Where a document of a course is edited. */
export function pathOfDocument(course: number | string, objeto: string): string | null {
  const [kind, id] = objeto.split(':')
  if (kind === 'curso') return coursePath(course)
  if (kind === 'leccion') return lessonPath(course, Number(id))
  return kind === 'evaluacion' ? examPath(course, Number(id)) : null
}
