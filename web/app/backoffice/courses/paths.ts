export const COURSES_PATH = '/gestion/cursos'
export const coursePath = (course: number | string, tab = ''): string =>
  `${COURSES_PATH}/${course}${tab === '' ? '' : `/${tab}`}`
export const lessonPath = (course: number | string, lesson: number): string =>
  `${coursePath(course)}/lecciones/${lesson}`
export const examPath = (course: number | string, exam: number): string => `${coursePath(course)}/examenes/${exam}`

/** The tab of a course's screen that has a field. */
const tabOf = (field: string): string => ({ '': '', modulos: '', sesiones: 'clases' })[field] ?? 'ficha'

/** What the course's draft does not hold. */
const OF_SALE = ['docentes', 'precio']

/** Names the module whose new exam a course's screen begins. */
export const NEW_EXAM = 'examen'

/** Where a field of a course's document is edited; null when that takes another role. */
export function fieldPath(course: number, objeto: string, path: string, sells: boolean): string | null {
  const [kind, id] = objeto.split(':')
  if (kind === 'leccion') return lessonPath(course, Number(id))
  if (kind === 'modulo') return `${coursePath(course)}${path === 'examen' ? `?${NEW_EXAM}=${id}` : ''}`
  if (kind === 'evaluacion') return examPath(course, Number(id))
  const [field = ''] = path.split('.')
  return OF_SALE.includes(field) && !sells ? null : coursePath(course, tabOf(field))
}
