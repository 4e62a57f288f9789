import {
  type EvaluationDocument,
  QUESTION_KINDS,
  type QuestionPart,
  sumOfValues,
} from '@campus/contract/documents/evaluation'
import { PASS_PERCENT } from '@campus/contract/rules'
import { count, formatNumber } from '../../lib/format'

export type QuestionKind = QuestionPart['tipo_pregunta']
export type ChoiceQuestion = Extract<QuestionPart, { tipo_pregunta: 1 | 3 }>

export const KINDS = Object.entries(QUESTION_KINDS).map(([kind, name]) => ({
  kind: Number(kind) as QuestionKind,
  name,
}))
/** A survey grades nothing. */
export const SURVEY_KINDS = KINDS.filter(({ kind }) => kind === 1 || kind === 2)

/** Names a part until its first publication gives it an id. */
export const newPartId = (): string => crypto.randomUUID().slice(0, 18)

const option = () => ({ id: newPartId(), opcion: '', correcta: false })

type Common = Omit<Extract<QuestionPart, { tipo_pregunta: 2 }>, 'tipo_pregunta' | 'criterio'>

function keyOf(kind: QuestionKind, common: Common): QuestionPart {
  if (kind === 1 || kind === 3) return { ...common, tipo_pregunta: kind, opciones: [option(), option()] }
  if (kind === 2) return { ...common, tipo_pregunta: 2, criterio: '' }
  if (kind === 4) return { ...common, tipo_pregunta: 4, aceptadas: [''] }
  if (kind === 5) return { ...common, tipo_pregunta: 5, numero: { modo: 'valor', valor: null, tolerancia: null } }
  const pair = () => ({ izquierda: '', derecha: '' })
  return { ...common, tipo_pregunta: 6, pares: [pair(), pair()], distractores: [] }
}

export const newQuestion = (kind: QuestionKind, valor: number | null): QuestionPart =>
  keyOf(kind, {
    id: newPartId(),
    pregunta: '',
    valor,
    explicacion: '',
    imagen: null,
    imagen_alt: '',
    id_leccion: null,
    segundo: null,
  })

/** The same question as another kind; options stay where both kinds have them. */
export function toKind(question: QuestionPart, kind: QuestionKind): QuestionPart {
  const { id, pregunta, valor, explicacion, imagen, imagen_alt, id_leccion, segundo } = question
  if ((question.tipo_pregunta === 1 || question.tipo_pregunta === 3) && (kind === 1 || kind === 3)) {
    const first = question.opciones.findIndex(({ correcta }) => correcta)
    const opciones = question.opciones.map((given, place) => ({
      ...given,
      correcta: given.correcta && (kind === 3 || place === first),
    }))
    return { ...question, tipo_pregunta: kind, opciones }
  }
  return keyOf(kind, { id, pregunta, valor, explicacion, imagen, imagen_alt, id_leccion, segundo })
}

/** With ids of its own: it is another question. */
export function duplicate(question: QuestionPart): QuestionPart {
  if (question.tipo_pregunta !== 1 && question.tipo_pregunta !== 3) return { ...question, id: newPartId() }
  return { ...question, id: newPartId(), opciones: question.opciones.map((given) => ({ ...given, id: newPartId() })) }
}

/** 100 points in equal parts with two decimals; the first ones carry the hundredths that are left over. */
export function shareHundred(questions: readonly QuestionPart[]): QuestionPart[] {
  if (questions.length === 0) return []
  const each = Math.floor(10_000 / questions.length)
  const extra = 10_000 - each * questions.length
  return questions.map((question, place) => ({ ...question, valor: (each + (place < extra ? 1 : 0)) / 100 }))
}

/** A new question's value: that of the last one, so that equal values stay equal. */
export const nextValue = ({ modelo, preguntas }: EvaluationDocument): number | null =>
  modelo === 'encuesta' ? 0 : (preguntas.at(-1)?.valor ?? 10)

/** The lowest grade that passes. */
const passGrade = (max: number): number => Math.ceil(max * PASS_PERCENT - 1e-6) / 100

/** *10 preguntas, 100 puntos, aprueba con 60* */
export function totalsText({ modelo, preguntas }: EvaluationDocument): string {
  const questions = count(preguntas.length, 'pregunta', 'preguntas')
  if (modelo === 'encuesta') return questions
  const sum = sumOfValues(preguntas)
  const points = `${questions}, ${count(sum, 'punto', 'puntos')}`
  return sum > 0 ? `${points}, aprueba con ${formatNumber(passGrade(sum))}` : points
}
