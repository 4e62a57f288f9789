import { z } from 'zod'
import { Id, Instant } from '../common.ts'
import { comparedText } from '../compared.ts'
import { repeatedAt } from '../lists.ts'
import { KEY_DECIMALS, MAX_OPTIONS, type QuestionKind, SURVEY_KINDS } from '../rules.ts'
import { seenText } from '../texts.ts'
import { type Findings, findings, type Says } from './findings.ts'
import { draftHtml, draftInt, draftNumber, draftText, isBlank, PartId, storageKey } from './parts.ts'

export const QUESTION_KINDS = {
  1: 'Una respuesta',
  2: 'Abierta',
  3: 'Varias respuestas',
  4: 'Respuesta corta',
  5: 'Numérica',
  6: 'Emparejar',
} as const satisfies Record<QuestionKind, string>

export const MAX_QUESTIONS = 200

const common = {
  id: PartId,
  pregunta: draftText(2000),
  valor: draftNumber,
  /** Plain text or the HTML of a file; shown with the key. */
  explicacion: draftHtml(100_000),
  imagen: storageKey,
  imagen_alt: draftText(300),
  /** The lesson, and the second of its video, that explain the answer. */
  id_leccion: Id.nullable(),
  segundo: draftInt,
}

const options = z
  .array(z.object({ id: PartId, opcion: draftText(1000), correcta: z.boolean() }))
  .max(MAX_OPTIONS, `Una pregunta puede tener hasta ${MAX_OPTIONS} opciones.`)

export const QuestionPart = z.discriminatedUnion('tipo_pregunta', [
  z.object({ ...common, tipo_pregunta: z.literal(1), opciones: options }),
  z.object({ ...common, tipo_pregunta: z.literal(2), criterio: draftText(5000) }),
  z.object({ ...common, tipo_pregunta: z.literal(3), opciones: options }),
  z.object({ ...common, tipo_pregunta: z.literal(4), aceptadas: z.array(draftText(200)).max(20) }),
  z.object({
    ...common,
    tipo_pregunta: z.literal(5),
    numero: z.discriminatedUnion('modo', [
      z.object({ modo: z.literal('valor'), valor: draftNumber, tolerancia: draftNumber }),
      z.object({ modo: z.literal('rango'), desde: draftNumber, hasta: draftNumber }),
    ]),
  }),
  z.object({
    ...common,
    tipo_pregunta: z.literal(6),
    pares: z
      .array(z.object({ izquierda: draftText(500), derecha: draftText(500) }))
      .max(10, 'Puedes emparejar hasta 10.'),
    distractores: z.array(draftText(500)).max(10),
  }),
])
export type QuestionPart = z.infer<typeof QuestionPart>

/** A question or an option of an id that an earlier one has would be written over it. */
const questions = z
  .array(QuestionPart)
  .max(MAX_QUESTIONS, `Puede tener hasta ${MAX_QUESTIONS} preguntas.`)
  .superRefine((parts, context) => {
    const refuse = (message: string, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', path, message })
    for (const at of repeatedAt(parts.map(({ id }) => id)))
      refuse(`La pregunta ${at + 1} repite el identificador de otra.`, at, 'id')
    // A new option's name is its question's own.
    const options = parts.flatMap((part, at) =>
      'opciones' in part
        ? part.opciones.map(({ id }, n) => ({ key: typeof id === 'number' ? id : `${at} ${id}`, at, n }))
        : [],
    )
    for (const { at, n } of repeatedAt(options.map(({ key }) => key)).flatMap((place) => options[place] ?? []))
      refuse(`La opción ${n + 1} de la pregunta ${at + 1} repite el identificador de otra.`, at, 'opciones', n, 'id')
  })

export const EvaluationDocument = z.object({
  nombre: draftText(200),
  /** Null for an evaluation of the course itself. */
  id_modulo: Id.nullable(),
  modelo: z.enum(['examen', 'encuesta']),
  intentos: draftInt,
  /** Minutes; null for a survey without a clock. */
  duracion: draftInt,
  fecha_apertura: Instant.nullable(),
  fecha_cierre: Instant.nullable(),
  instrucciones: draftHtml(100_000),
  visible: z.boolean(),
  preguntas: questions,
})
export type EvaluationDocument = z.infer<typeof EvaluationDocument>

type Kind<K> = Extract<QuestionPart, { tipo_pregunta: K }>

const fold = (text: string) => seenText(text).toLocaleLowerCase('es')

type Texts = { texts: string[]; empty: string; repeated: string; ruta: (string | number)[]; field?: string }

function checkTexts({ texts, empty, repeated, ruta, field }: Texts, { wrong }: Says): void {
  const folded = texts.map(fold)
  for (const [at, text] of folded.entries()) {
    const place = [...ruta, at, ...(field ? [field] : [])]
    wrong(text === '', empty, ...place)
    wrong(text !== '' && folded.indexOf(text) !== at, repeated, ...place)
  }
}

function checkOptions({ opciones, tipo_pregunta }: Kind<1 | 3>, at: number, survey: boolean, says: Says): void {
  const ruta = ['preguntas', at, 'opciones']
  const right = opciones.filter(({ correcta }) => correcta).length
  const texts = opciones.map(({ opcion }) => opcion)
  says.wrong(opciones.length < 2, 'Escribe al menos dos opciones.', ...ruta)
  checkTexts(
    { texts, empty: 'Hay una opción vacía.', repeated: 'Hay dos opciones iguales.', ruta, field: 'opcion' },
    says,
  )
  says.wrong(!survey && right === 0, 'Marca la respuesta correcta.', ...ruta)
  says.wrong(!survey && tipo_pregunta === 1 && right > 1, 'Marca una sola respuesta correcta.', ...ruta)
}

/** An accent alone has nothing that answers are compared by. */
export const isComparable = (text: string): boolean => comparedText(text) !== ''
const INCOMPARABLE_TEXT = 'Con esta respuesta no se puede comparar: escribe letras, números o signos.'

/** Finer keys would be rounded when answers are compared. */
export const isExactKey = (value: number | null): boolean =>
  value === null || Number(value.toFixed(KEY_DECIMALS)) === value
const INEXACT_TEXT = `Admite hasta ${KEY_DECIMALS} decimales.`

function checkShort({ aceptadas }: Kind<4>, at: number, says: Says): void {
  const ruta = ['preguntas', at, 'aceptadas']
  says.wrong(aceptadas.length === 0, 'Escribe al menos una respuesta aceptada.', ...ruta)
  checkTexts(
    { texts: aceptadas, empty: 'Hay una respuesta vacía.', repeated: 'Hay dos respuestas iguales.', ruta },
    says,
  )
  for (const [n, text] of aceptadas.entries())
    says.wrong(fold(text) !== '' && !isComparable(text), INCOMPARABLE_TEXT, ...ruta, n)
}

function checkNumber({ numero }: Kind<5>, at: number, { wrong }: Says): void {
  const place = ['preguntas', at, 'numero']
  for (const [name, value] of Object.entries(numero))
    wrong(typeof value === 'number' && !isExactKey(value), INEXACT_TEXT, ...place, name)
  if (numero.modo === 'valor') {
    wrong(numero.valor === null, 'Escribe la respuesta correcta.', ...place, 'valor')
    wrong((numero.tolerancia ?? 0) < 0, 'La tolerancia no puede ser negativa.', ...place, 'tolerancia')
    return
  }
  const { desde, hasta } = numero
  wrong(desde === null, 'Escribe desde qué número.', ...place, 'desde')
  wrong(hasta === null, 'Escribe hasta qué número.', ...place, 'hasta')
  wrong(desde !== null && hasta !== null && hasta < desde, 'El rango termina antes de empezar.', ...place, 'hasta')
}

function checkPairs({ pares, distractores }: Kind<6>, at: number, says: Says): void {
  const ruta = ['preguntas', at, 'pares']
  const empty = 'Hay un par incompleto.'
  says.wrong(pares.length < 2, 'Escribe al menos dos pares.', ...ruta)
  const texts = pares.map(({ izquierda }) => izquierda)
  checkTexts({ texts, empty, repeated: 'Hay dos pares iguales.', ruta, field: 'izquierda' }, says)
  for (const [n, { derecha }] of pares.entries()) says.wrong(isBlank(derecha), empty, ...ruta, n, 'derecha')
  const right = new Set(pares.map(({ derecha }) => fold(derecha)))
  for (const [n, text] of distractores.entries()) {
    says.wrong(isBlank(text), 'Hay un distractor vacío.', 'preguntas', at, 'distractores', n)
    const repeated = !isBlank(text) && right.has(fold(text))
    says.wrong(repeated, 'Un distractor es igual a una respuesta.', 'preguntas', at, 'distractores', n)
  }
}

const SURVEY_KINDS_TEXT = 'Una encuesta solo lleva preguntas de una o varias respuestas, o abiertas.'

function checkKey(question: QuestionPart, at: number, survey: boolean, says: Says): void {
  if (question.tipo_pregunta === 1 || question.tipo_pregunta === 3) checkOptions(question, at, survey, says)
  if (question.tipo_pregunta === 4) checkShort(question, at, says)
  if (question.tipo_pregunta === 5) checkNumber(question, at, says)
  if (question.tipo_pregunta === 6) checkPairs(question, at, says)
}

const isValue = (valor: number | null): boolean => valor !== null && valor >= 0 && valor <= 100_000
const hasTwoDecimals = (valor: number): boolean => Math.abs(valor * 100 - Math.round(valor * 100)) < 1e-6

function checkQuestion(question: QuestionPart, at: number, survey: boolean, says: Says): void {
  const { pregunta, valor, imagen, imagen_alt, tipo_pregunta } = question
  const second = question.segundo ?? 0
  const { wrong, warn } = says
  const place = ['preguntas', at]
  wrong(isBlank(pregunta), 'Escribe la pregunta.', ...place, 'pregunta')
  wrong(survey && !SURVEY_KINDS.includes(tipo_pregunta), SURVEY_KINDS_TEXT, ...place, 'tipo_pregunta')
  wrong(!survey && !isValue(valor), 'El valor no es válido.', ...place, 'valor')
  wrong(!survey && !hasTwoDecimals(valor ?? 0), 'El valor admite hasta dos decimales.', ...place, 'valor')
  warn(imagen !== null && isBlank(imagen_alt), 'La imagen no tiene texto alternativo.', ...place, 'imagen_alt')
  wrong(second < 0 || second > 86_400, 'El segundo no es válido.', ...place, 'segundo')
  checkKey(question, at, survey, says)
}

/** In hundredths, because 0.1 + 0.2 is not 0.3 in floating point. */
export const sumOfValues = (questions: readonly { valor: number | null }[]): number =>
  questions.reduce((sum, { valor }) => sum + Math.round((valor ?? 0) * 100), 0) / 100

function checkTotals(questions: readonly QuestionPart[], { wrong, warn }: Says): void {
  const sum = sumOfValues(questions)
  wrong(sum <= 0, 'Los valores de las preguntas suman cero.', 'preguntas')
  warn(sum > 0 && sum !== 100, `Los valores suman ${sum} y no 100.`, 'preguntas')
  const places = questions.flatMap((question) =>
    question.tipo_pregunta === 1 ? [question.opciones.findIndex(({ correcta }) => correcta)] : [],
  )
  const same = places.length >= 4 && new Set(places).size === 1
  warn(same, 'La respuesta correcta está siempre en la misma posición.', 'preguntas')
}

function checkHead(document: EvaluationDocument, modulos: readonly number[] | undefined, { wrong, warn }: Says): void {
  const { nombre, id_modulo, modelo, fecha_apertura, fecha_cierre } = document
  const tries = document.intentos ?? 0
  const minutes = document.duracion ?? (modelo === 'encuesta' ? 1 : 0)
  wrong(isBlank(nombre), 'Escribe el nombre.', 'nombre')
  wrong(id_modulo !== null && modulos?.includes(id_modulo) === false, 'Ese módulo no es de este curso.', 'id_modulo')
  wrong(tries < 1 || tries > 100, 'Los intentos van de 1 a 100.', 'intentos')
  wrong(minutes < 1 || minutes > 600, 'La duración va de 1 a 600 minutos.', 'duracion')
  const reversed =
    fecha_apertura !== null && fecha_cierre !== null && Date.parse(fecha_cierre) <= Date.parse(fecha_apertura)
  wrong(reversed, 'Cierra antes de abrir.', 'fecha_cierre')
  const span =
    fecha_apertura !== null && fecha_cierre !== null ? Date.parse(fecha_cierre) - Date.parse(fecha_apertura) : null
  const short = span !== null && span > 0 && minutes * 60_000 > span
  warn(short, `Está abierto menos de lo que dura: nadie tendrá sus ${minutes} minutos.`, 'fecha_cierre')
}

export function checkEvaluation(document: EvaluationDocument, around: { modulos?: readonly number[] } = {}): Findings {
  const says = findings()
  const { preguntas } = document
  const survey = document.modelo === 'encuesta'
  checkHead(document, around.modulos, says)
  says.wrong(preguntas.length === 0, 'Agrega al menos una pregunta.', 'preguntas')
  for (const [at, question] of preguntas.entries()) checkQuestion(question, at, survey, says)
  if (!survey && preguntas.length > 0) checkTotals(preguntas, says)
  return says.found
}
