/** Apart from the schemas, for screens that load no Zod. */

export const ENROLMENT_NAMES = {
  vigente: 'Vigente',
  por_vencer: 'Por vencer',
  vencida: 'Vencida',
  suspendida: 'En pausa',
} as const

export const ORIGIN_NAMES = { compra: 'Compra', a_mano: 'A mano' } as const

export const RISK_NAMES = { atencion: 'Atención', alto: 'Alto' } as const
