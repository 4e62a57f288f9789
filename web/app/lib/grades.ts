import { badgeOf } from '@campus/contract/rules'

export const isExcellent = (percent: number | null): boolean => badgeOf(percent) === 'excelente'
