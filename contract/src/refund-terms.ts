type Terms = { devolucion_dias: number; devolucion_avance: number }

/**
 * What an academy promises for a change of mind, as its refund page says it; null where it promises nothing.
 * `certified`: whether a certificate can be earned, which ends the promise.
 */
export function refundTerms({ devolucion_dias: days, devolucion_avance: progress }: Terms, certified = true) {
  if (!(days > 0)) return null
  return {
    title: days === 1 ? '1 día para arrepentirte' : `${days} días para arrepentirte`,
    text: `Te devolvemos todo si completaste menos del ${progress}\u00a0% de las lecciones${certified ? ' y no obtuviste un certificado' : ''}.`,
  }
}
