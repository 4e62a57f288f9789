export const attemptsPath = (exam: number): string => `/gestion/evaluaciones/${exam}/intentos`
export const attemptPath = (attempt: number): string => `/gestion/intentos/${attempt}`
export const resultsPath = (exam: number): string => `/gestion/evaluaciones/${exam}/resultados`
