export const SALES_PATH = '/gestion/ventas'

export const orderPath = (numero: string): string => `/gestion/ordenes/${numero}`

/** The sales whose money moved on these days of Lima, both included. */
export const salesOfDays = (desde_dia: string, hasta_dia: string): string =>
  `${SALES_PATH}?${new URLSearchParams({ desde_dia, hasta_dia })}`
