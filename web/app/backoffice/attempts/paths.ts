export const attemptsPath = (exam: number): string => `/gestion/evaluaciones/${exam}/intentos`
export const attemptPath = (attempt: number): string => `/gestion/intentos/${attempt}`
