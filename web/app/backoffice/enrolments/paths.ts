const ENROLMENTS_PATH = '/gestion/matriculas'
export const enrolPath = (course?: number): string =>
  `${ENROLMENTS_PATH}/nueva${course === undefined ? '' : `?curso=${course}`}`

/** The live enrolments of a student. */
export const liveEnrolmentsPath = (correo: string): string =>
  `${ENROLMENTS_PATH}?${new URLSearchParams({ q: correo, estado: 'vigente' })}`
