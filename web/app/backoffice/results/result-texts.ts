import {
  QUESTION_FLAGS,
  type QuestionFlag,
  type ReportedQuestion,
  SMALL_SAMPLE,
} from '@campus/contract/question-report'
import { OPEN } from '@campus/contract/rules'
import { formatNumber } from '../../lib/format'

/** What each flag means and what to do about it. */
export const FLAG_TEXTS: Record<QuestionFlag, { label: string; text: string }> = {
  revisa_clave: {
    label: 'Revisa la clave',
    text: 'La fallan más quienes mejor dieron el resto del examen. Mira si la respuesta marcada es la correcta.',
  },
  muy_dificil: {
    label: 'Muy difícil',
    text: 'Se logró menos de la cuarta parte de los puntos. Mira si la lección lo explica y si el enunciado se entiende.',
  },
  no_distingue: {
    label: 'No distingue',
    text: 'A quienes saben les va casi igual que a los demás. Prueba con un enunciado más preciso.',
  },
  distractor_sin_uso: {
    label: 'Distractor sin uso',
    text: 'Hay una opción incorrecta que nadie eligió. Cámbiala por un error que tus alumnos sí cometan.',
  },
  muy_facil: { label: 'Muy fácil', text: 'Casi todos la aciertan. Para medir, pide un poco más.' },
  muestra_pequena: {
    label: 'Muestra pequeña',
    text: 'La recibieron menos de 20 alumnos: sus cifras dicen poco todavía.',
  },
}

/** 14 of 20 as *70 %*. */
export const percentText = (part: number, whole: number): string =>
  whole > 0 ? `${formatNumber(Math.round((part * 100) / whole))} %` : '0 %'

export const shareText = (part: number, whole: number): string => `${formatNumber(part)} · ${percentText(part, whole)}`

/** How far a question tells those who know from those who do not. */
export function distinguishesText(r: number | null): string {
  if (r === null) return 'Sin dato'
  if (r < 0) return 'Al revés'
  if (r < 0.1) return 'Casi nada'
  return r < 0.3 ? 'Algo' : 'Bien'
}

type Groups = Pick<ReportedQuestion, 'tipo_pregunta' | 'mejores' | 'menores'>

export function groupsText({ tipo_pregunta, mejores, menores }: Groups): string | null {
  if (!mejores?.intentos || !menores?.intentos) return null
  const did = tipo_pregunta === OPEN ? 'lograron todos los puntos' : 'la acertaron'
  return `De los ${mejores.intentos} mejores, ${did} ${mejores.aciertos}; de los ${menores.intentos} de menor nota, ${menores.aciertos}.`
}

/** Who chose an option, where there are groups to compare. */
export function chosenText(option: ReportedQuestion['opciones'][number], grouped: boolean): string | null {
  if (option.vistas === 0) return 'Es nueva: todavía no la recibió nadie.'
  if (option.cuenta === 0 && option.vistas >= SMALL_SAMPLE) return 'Nadie la eligió.'
  if (!grouped) return null
  return `${formatNumber(option.mejores)} de los mejores, ${formatNumber(option.menores)} de los de menor nota`
}

export type Numbered = { question: ReportedQuestion; number: number }

const gravity = ({ avisos: [first] }: ReportedQuestion): number =>
  first && first !== 'muestra_pequena' ? QUESTION_FLAGS.indexOf(first) : QUESTION_FLAGS.length

export const isFlagged = (question: ReportedQuestion): boolean => gravity(question) < QUESTION_FLAGS.length

/** In the exam's order, or those with the gravest flag first. */
export function ordered(questions: readonly ReportedQuestion[], flaggedFirst: boolean): Numbered[] {
  const numbered = questions.map((question, at) => ({ question, number: at + 1 }))
  return flaggedFirst ? numbered.toSorted((a, b) => gravity(a.question) - gravity(b.question)) : numbered
}
