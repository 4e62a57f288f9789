import { useRefresh } from '../blocks/use-refresh'

/** After what was done to a student: the page, its story and the lists say it. */
export const useStudentRefresh = () =>
  useRefresh(
    '/api/gestion/alumnos',
    '/api/gestion/alumnos/{id}',
    '/api/gestion/alumnos/{id}/historia',
    '/api/gestion/alumnos/{id}/certificados',
    '/api/gestion/matriculas',
    '/api/gestion/grupos',
  )
