import { useRefresh } from '../blocks/use-refresh'

/** After a grade was given or corrected. */
export const useRefreshGrades = () =>
  useRefresh(
    '/api/gestion/calificar',
    '/api/gestion/bandeja',
    '/api/gestion/intentos/{id}',
    '/api/gestion/evaluaciones/{id}/intentos',
    '/api/gestion/alumnos/{id}/intentos',
    '/api/gestion/alumnos/{id}/certificados',
  )
