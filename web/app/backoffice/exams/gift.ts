import { comparedText } from '@campus/contract/compared'
import {
  checkEvaluation,
  type EvaluationDocument,
  MAX_QUESTIONS,
  QuestionPart,
} from '@campus/contract/documents/evaluation'
import { type GIFTQuestion, parse, type TextChoice, type TextFormat } from 'gift-pegjs'
import { newPartId, newQuestion, nextValue, type QuestionKind } from './questions'

/** A text of the paste, between empty lines. */
type Block = { line: number; text: string }
export type Reason = Block & { reason: string }
export type Pasted = {
  questions: QuestionPart[]
  /** What a question lost on the way. */
  notes: Reason[]
  /** What was not taken, with its text. */
  left: Reason[]
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let open: Block | null = null
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') open = null
    else if (open) open.text += `\n${line}`
    else {
      open = { line: at + 1, text: line }
      blocks.push(open)
    }
  }
  return blocks.filter((block) => block.text.split('\n').some((line) => !line.trimStart().startsWith('//')))
}

/** The words of HTML. */
type Words = (html: string) => string
type TextOf = (given: TextFormat) => string

/** Moodle's own format may carry HTML too. */
const textOfWith =
  (words: Words): TextOf =>
  ({ format, text }) =>
    (format === 'html' || /<[a-z]{1,10}[1-6]?[ />]/i.test(text) ? words(text) : text).trim()

const feedbackOf = (choices: readonly TextChoice[], textOf: TextOf): string[] =>
  choices.flatMap(({ text, feedback }) => (feedback ? [`${textOf(text)}: ${textOf(feedback)}`] : []))

const isFull = ({ isCorrect, weight }: { isCorrect: boolean; weight: number | null }) =>
  weight === null ? isCorrect : weight >= 100

const WEIGHTS = 'Las opciones correctas valen lo mismo: sus pesos no se traen.'
const PARTIAL = 'Las respuestas que daban parte del valor no se traen como correctas.'

type Made = { question: QuestionPart; feedback?: string[]; notes?: string[] }
type Of<T extends GIFTQuestion['type']> = Extract<GIFTQuestion, { type: T }>
type Make = <K extends QuestionKind>(kind: K) => Extract<QuestionPart, { tipo_pregunta: K }>
type Tools = { make: Make; textOf: TextOf }

function fromChoices({ choices }: Of<'MC'>, { make, textOf }: Tools): Made {
  const full = choices.filter(isFull)
  const weighed = choices.filter(({ weight }) => weight !== null && weight > 0)
  const right = full.length > 0 ? full : weighed
  const opciones = choices.map((choice) => ({
    id: newPartId(),
    opcion: textOf(choice.text),
    correcta: right.includes(choice),
  }))
  const equal = weighed.every(({ weight }) => Math.abs((weight ?? 0) - 100 / weighed.length) < 1)
  const notes = [
    ...(right === weighed && !equal ? [WEIGHTS] : []),
    ...(right === full && weighed.length > full.filter(({ weight }) => weight !== null).length ? [PARTIAL] : []),
  ]
  const question = right.length > 1 ? { ...make(3), opciones } : { ...make(1), opciones }
  return { question, feedback: feedbackOf(choices, textOf), notes }
}

function fromTrueFalse({ isTrue, trueFeedback, falseFeedback }: Of<'TF'>, { make, textOf }: Tools): Made {
  const opciones = ['Verdadero', 'Falso'].map((opcion, at) => ({
    id: newPartId(),
    opcion,
    correcta: isTrue === (at === 0),
  }))
  const feedback = [falseFeedback, trueFeedback].flatMap((given) => (given ? [textOf(given)] : []))
  return { question: { ...make(1), opciones }, feedback }
}

function fromShort({ choices }: Of<'Short'>, { make, textOf }: Tools): Made {
  const full = choices.filter(isFull)
  const texts = new Map(full.map(({ text }) => [comparedText(textOf(text)), textOf(text)]))
  return {
    question: { ...make(4), aceptadas: [...texts.values()] },
    feedback: feedbackOf(choices, textOf),
    notes: full.length < choices.length ? [PARTIAL] : [],
  }
}

function fromNumber({ choices }: Of<'Numerical'>, { make }: Tools): Made {
  const full = Array.isArray(choices) ? choices.filter(isFull) : [{ text: choices }]
  const first = full[0]?.text
  const numero =
    first?.type === 'high-low'
      ? { modo: 'rango' as const, desde: first.numberLow ?? null, hasta: first.numberHigh ?? null }
      : { modo: 'valor' as const, valor: first?.number ?? null, tolerancia: first?.range || null }
  const more = Array.isArray(choices) && choices.length > 1
  const notes = more ? ['Solo se trae la primera respuesta que da todo el valor.'] : []
  return { question: { ...make(5), numero }, notes }
}

function fromPairs({ matchPairs }: Of<'Matching'>, { make, textOf }: Tools): Made {
  const pares = matchPairs.map(({ subquestion, subanswer }) => ({
    izquierda: textOf(subquestion),
    derecha: subanswer.trim(),
  }))
  return {
    question: {
      ...make(6),
      pares: pares.filter(({ izquierda }) => izquierda !== ''),
      distractores: pares.filter(({ izquierda }) => izquierda === '').map(({ derecha }) => derecha),
    },
  }
}

function fromGift(gift: GIFTQuestion, tools: Tools): Made | string {
  switch (gift.type) {
    case 'MC':
      return fromChoices(gift, tools)
    case 'TF':
      return fromTrueFalse(gift, tools)
    case 'Short':
      return fromShort(gift, tools)
    case 'Numerical':
      return fromNumber(gift, tools)
    case 'Matching':
      return fromPairs(gift, tools)
    case 'Essay':
      return { question: tools.make(2) }
    case 'Category':
      return 'Una evaluación no tiene categorías.'
    default:
      return 'Es un texto sin respuesta: le faltan las llaves { }.'
  }
}

/** What keeps the question from being published, in the editor's own words. */
function faultOf(question: QuestionPart, document: EvaluationDocument): string | undefined {
  const parsed = QuestionPart.safeParse(question)
  if (!parsed.success) return parsed.error.issues[0]?.message ?? 'No cabe en una pregunta.'
  const { errores } = checkEvaluation({ ...document, preguntas: [question] })
  return errores.find(({ ruta }) => ruta.startsWith('preguntas.0.'))?.texto
}

function read(gift: GIFTQuestion, document: EvaluationDocument, textOf: TextOf): Made | string {
  const make: Make = (kind) =>
    newQuestion(kind, nextValue(document)) as Extract<QuestionPart, { tipo_pregunta: typeof kind }>
  const made = fromGift(gift, { make, textOf })
  if (typeof made === 'string' || !('stem' in gift)) return made
  const general = 'globalFeedback' in gift && gift.globalFeedback ? [textOf(gift.globalFeedback)] : []
  const { stem } = gift
  const question = {
    ...made.question,
    // The parser puts a space after the gap of a missing word.
    pregunta: textOf(stem).replace(/_____ (?=[,.;:!?)])/, '_____'),
    explicacion: [...general, ...(made.feedback ?? [])].join('\n'),
  }
  const pictures = /<img\b/i.test(stem.text) ? ['Su imagen no se trae: súbela en la pregunta.'] : []
  return faultOf(question, document) ?? { question, notes: [...(made.notes ?? []), ...pictures] }
}

/** What each question of a block becomes, or why it cannot be taken. */
function readBlock({ line, text }: Block, document: EvaluationDocument, textOf: TextOf): (Made | string)[] {
  try {
    return parse(`${text}\n`).map((gift) => read(gift, document, textOf))
  } catch (error) {
    const at = (error as { location?: { start: { line: number } } }).location?.start.line ?? 1
    const last = text.split('\n').length
    return [`No se entiende cerca de la línea ${line + Math.min(at, last) - 1}.`]
  }
}

const TOO_MANY = `Una evaluación lleva hasta ${MAX_QUESTIONS} preguntas.`

/** Questions in Moodle's GIFT format, to be added to a draft; nothing is dropped without a word. */
export function readGift(text: string, document: EvaluationDocument, words: Words): Pasted {
  const textOf = textOfWith(words)
  const room = MAX_QUESTIONS - document.preguntas.length
  const all = blocksOf(text).flatMap((block) => readBlock(block, document, textOf).map((made) => ({ block, made })))
  const pasted: Pasted = { questions: [], notes: [], left: [] }
  for (const { block, made } of all) {
    if (typeof made === 'string') pasted.left.push({ ...block, reason: made })
    else if (pasted.questions.length >= room) pasted.left.push({ ...block, reason: TOO_MANY })
    else {
      pasted.questions.push(made.question)
      pasted.notes.push(...(made.notes ?? []).map((reason) => ({ ...block, reason })))
    }
  }
  return pasted
}
