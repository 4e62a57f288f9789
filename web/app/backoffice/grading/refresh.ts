import type { QueryClient } from '@tanstack/react-query'

const SHOWING_GRADES = [
  'calificar',
  'bandeja',
  'intentos/{id}',
  'evaluaciones/{id}/intentos',
  'alumnos/{id}/intentos',
] as const

/** After a grade was given or corrected. */
export function refreshGrades(client: QueryClient): void {
  for (const path of SHOWING_GRADES) void client.invalidateQueries({ queryKey: ['get', `/api/gestion/${path}`] })
}
