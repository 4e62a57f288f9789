type Terms = { devolucion_dias: number; devolucion_avance: number }

/** Null where the academy promises no refund. `certified`: a certificate can be earned, which ends the promise. */
export function refundTerms({ devolucion_dias: days, devolucion_avance: progress }: Terms, certified = true) {
  if (!(days > 0)) return null
  return {
    title: days === 1 ? '1 día para arrepentirte' : `${days} días para arrepentirte`,
    text: `Te devolvemos todo si completaste menos del ${progress}\u00a0% de las lecciones${certified ? ' y no obtuviste un certificado' : ''}.`,
  }
}
