export const ENROLMENTS_PATH = '/gestion/matriculas'
export const ENROL_PATH = `${ENROLMENTS_PATH}/nueva`
