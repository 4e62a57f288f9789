import { numberOf } from '@campus/contract/numbers'

/** Points as typed; a text when they cannot be. */
export function readPoints(text: string, most: number): { puntos: number } | { error: string } {
  const puntos = numberOf(text)
  if (Number.isNaN(puntos)) return { error: 'Escribe los puntos.' }
  if (puntos < 0 || puntos > most) return { error: `Los puntos van de 0 a ${most}.` }
  return { puntos }
}
