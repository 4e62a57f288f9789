export const PAGES_PATH = '/gestion/paginas'
export const TOPICS_PATH = '/gestion/temas'

export const pagePath = (clave: string): string => `${PAGES_PATH}/${clave}`
export const topicPath = (id: number): string => `${TOPICS_PATH}/${id}`
