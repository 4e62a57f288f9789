import { formatMoney } from '@campus/contract/formats'

/** `S/ 1,490.00`. */
export const soles = (centimos: number): string => formatMoney(centimos / 100)
