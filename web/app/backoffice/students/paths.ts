export const STUDENTS_PATH = '/gestion/alumnos'
export const studentPath = (id: number | string, tab = ''): string =>
  `${STUDENTS_PATH}/${id}${tab === '' ? '' : `/${tab}`}`
