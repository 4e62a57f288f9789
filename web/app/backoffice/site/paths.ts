export const pagePath = (clave: string): string => `/gestion/paginas/${clave}`
export const topicPath = (id: number): string => `/gestion/temas/${id}`
