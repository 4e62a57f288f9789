export const ENROLMENTS_PATH = '/gestion/matriculas'
export const enrolPath = (course?: number): string =>
  `${ENROLMENTS_PATH}/nueva${course === undefined ? '' : `?curso=${course}`}`
