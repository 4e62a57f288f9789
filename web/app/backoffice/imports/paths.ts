export const IMPORT_PATH = '/gestion/importaciones'
export const reportPath = (id: number): string => `${IMPORT_PATH}/${id}`
