export const COURSES_PATH = '/gestion/cursos'
export const coursePath = (course: number | string, tab = ''): string =>
  `${COURSES_PATH}/${course}${tab === '' ? '' : `/${tab}`}`
export const lessonPath = (course: number | string, lesson: number): string =>
  `${coursePath(course)}/lecciones/${lesson}`
export const examPath = (course: number | string, exam: number): string => `${coursePath(course)}/examenes/${exam}`

/** The tab of a course's screen that has a field. */
function tabOf(path: string): string {
  const [field = ''] = path.split('.')
  if (field === '' || field === 'modulos') return ''
  if (field === 'docentes' || field === 'precio') return 'venta'
  return field === 'sesiones' ? field : 'ficha'
}

/** Where a field of a course's document is edited; null when that takes another role. */
export function fieldPath(course: number, objeto: string, path: string, sells: boolean): string | null {
  const [kind, id] = objeto.split(':')
  if (kind === 'leccion') return lessonPath(course, Number(id))
  if (kind === 'modulo') return coursePath(course)
  if (kind === 'evaluacion') return examPath(course, Number(id))
  const tab = tabOf(path)
  return tab === 'venta' && !sells ? null : coursePath(course, tab)
}
