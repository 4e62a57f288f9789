import { MISSED_CLASSES, type RiskReason } from '@campus/contract/at-risk'
import { formatLimaDate } from '@campus/contract/formats'
import { quoted } from '@campus/contract/texts'

type Facts = {
  ultima_actividad: string | null
  avance: number
  vence: string | null
  mediana: number | null
  examen: string | null
  /** A day of Lima. */
  hoy: string
}

const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

const WORDS: Record<RiskReason, (facts: Facts) => string> = {
  sin_actividad: ({ ultima_actividad }) =>
    ultima_actividad ? `Sin actividad desde el ${formatLimaDate(ultima_actividad)}` : 'Todavía no empezó',
  termina: ({ vence, hoy, avance }) => {
    const days = vence === null ? 0 : daysBetween(hoy, vence)
    const end = ['Termina hoy', 'Termina mañana'][days] ?? `Termina en ${days} días`
    return `${end} y va en ${avance} %`
  },
  sin_intentos: ({ examen }) => `Usó todos sus intentos${examen ? ` en ${quoted(examen)}` : ''} y no aprobó`,
  detras: ({ avance, mediana }) => `Va en ${avance} %; lo normal es ${Math.round(mediana ?? 0)} %`,
  faltas: () => `Faltó a las últimas ${MISSED_CLASSES} clases`,
}

/** Why a student is at risk, as staff read it. */
export const wordsOf = (reason: RiskReason, facts: Facts): string => WORDS[reason](facts)
