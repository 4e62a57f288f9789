type Terms = { devolucion_dias: number; devolucion_avance: number }

/** What an academy promises for a change of mind, as its refund page says it; null where it promises nothing. */
export function refundTerms({ devolucion_dias: days, devolucion_avance: progress }: Terms) {
  if (!(days > 0)) return null
  return {
    title: days === 1 ? '1 día para arrepentirte' : `${days} días para arrepentirte`,
    text: `Te devolvemos todo si completaste menos del ${progress}\u00a0% de las lecciones y no obtuviste un certificado.`,
  }
}
