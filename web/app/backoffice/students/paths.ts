export const studentPath = (id: number | string, tab = ''): string =>
  `/gestion/alumnos/${id}${tab === '' ? '' : `/${tab}`}`
