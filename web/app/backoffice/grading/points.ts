/** Points as typed, with comma or point; a text when they cannot be. */
export function readPoints(text: string, most: number): { puntos: number } | { error: string } {
  const typed = text.trim().replace(',', '.')
  const puntos = Number(typed)
  if (typed === '' || !Number.isFinite(puntos)) return { error: 'Escribe los puntos.' }
  if (puntos < 0 || puntos > most) return { error: `Los puntos van de 0 a ${most}.` }
  return { puntos }
}
