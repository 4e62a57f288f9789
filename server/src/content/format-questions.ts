import { isComparable, isExactKey } from '@campus/contract/documents/evaluation'
import {
  KEY_DECIMALS,
  MAX_ACCEPTED,
  MAX_DISTRACTORS,
  MAX_OPTIONS,
  MAX_PAIRS,
  MAX_SHORT_ANSWER,
  MIN_PAIRS,
} from '@campus/contract/rules'
import { cleanLine, seenText } from '@campus/contract/texts'
import { z } from 'zod'
import { line, prose } from './fields.ts'

const number = z.number().min(-1e12).max(1e12)
const side = prose(500)

const KINDS = ['abierta', 'varias', 'corta', 'numerica', 'emparejar'] as const
type Kind = (typeof KINDS)[number] | 'una'

/** What only some kinds have; any other key belongs to all. */
const OWN: Record<Kind, string[]> = {
  una: ['opciones', 'correcta'],
  varias: ['opciones', 'correctas'],
  abierta: ['criterio'],
  corta: ['respuestas'],
  numerica: ['respuesta', 'tolerancia', 'desde', 'hasta'],
  emparejar: ['parejas', 'distractores'],
}
const OWNED = [...new Set(Object.values(OWN).flat())]
const NAMES: Record<Kind, string> = {
  una: 'de una respuesta',
  varias: 'de varias respuestas',
  abierta: 'abierta',
  corta: 'de respuesta corta',
  numerica: 'numérica',
  emparejar: 'de emparejar',
}

const fields = z.strictObject({
  pregunta: prose(2000),
  tipo: z.enum(KINDS).optional(),
  valor: z
    .number()
    .min(0)
    .max(100_000)
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'admite hasta dos decimales')
    .optional(),
  imagen: line().optional(),
  imagen_alt: z.string().overwrite(cleanLine).max(300).optional(),
  opciones: z.array(prose(1000)).min(2).max(MAX_OPTIONS).optional(),
  correcta: z.int().optional(),
  correctas: z.array(z.int()).min(1).max(MAX_OPTIONS).optional(),
  criterio: prose(5000).optional(),
  respuestas: z.array(line(MAX_SHORT_ANSWER)).min(1).max(MAX_ACCEPTED).optional(),
  respuesta: number.optional(),
  tolerancia: number.min(0).optional(),
  desde: number.optional(),
  hasta: number.optional(),
  parejas: z
    .array(z.strictObject({ izquierda: side, derecha: side }))
    .min(MIN_PAIRS)
    .max(MAX_PAIRS)
    .optional(),
  distractores: z.array(side).max(MAX_DISTRACTORS).optional(),
  leccion: line().optional(),
  segundo: z.int().min(0).max(86_400).optional(),
  explicacion: prose().optional(),
})
type Fields = z.infer<typeof fields>
export type QuestionEntry = Fields

export type Complain = (path: PropertyKey[], message: string) => void

/** Runs of blanks are shown as one, line ends as they are. */
const seenLines = (text: string): string => text.split('\n').map(seenText).join('\n')

/** Two options that a student cannot tell apart; capitals may be what is asked. */
function checkDifferent(values: Fields, complain: Complain): void {
  for (const field of ['opciones', 'distractores'] as const) {
    const texts = (values[field] ?? []).map(seenLines)
    for (const [at, text] of texts.entries()) {
      const first = texts.indexOf(text)
      if (first !== at) complain([field, at], `se lee igual que la n.º ${first + 1}`)
    }
  }
}

export const question = fields.superRefine((values, context) => {
  const complain: Complain = (path, message) => context.addIssue({ code: 'custom', path, message })
  const kind = values.tipo ?? 'una'
  for (const key of OWNED) {
    if (key !== 'correcta' && values[key as keyof Fields] !== undefined && !OWN[kind].includes(key))
      complain([key], `una pregunta ${NAMES[kind]} no lleva ${key}`)
  }
  if (kind === 'una' && !values.opciones) complain([], 'faltan las opciones, o tipo: abierta')
  if (kind === 'varias' && !values.opciones) complain([], 'faltan las opciones')
  if ((values.imagen === undefined) !== (values.imagen_alt === undefined))
    complain(['imagen_alt'], 'una imagen lleva imagen_alt: lo que se ve en ella')
  checkDifferent(values, complain)
})

const isOption = (place: number, options: string[]) => place >= 1 && place <= options.length

function checkChoice({ opciones = [], correcta, correctas = [] }: Fields, kind: Kind, complain: Complain): void {
  const right = kind === 'una' ? [correcta] : correctas
  const field = kind === 'una' ? 'correcta' : 'correctas'
  if (opciones.length === 0) return
  if (right.length === 0 || right.includes(undefined)) complain([], 'falta la opción correcta')
  else if (!right.every((place) => isOption(place ?? 0, opciones)) || new Set(right).size < right.length)
    complain([field], `debe ser la posición de una opción, de 1 a ${opciones.length}`)
}

function checkNumber({ respuesta, tolerancia, desde, hasta }: Fields, complain: Complain): void {
  const exact = respuesta !== undefined
  const range = desde !== undefined && hasta !== undefined
  const half = (desde === undefined) !== (hasta === undefined) || (tolerancia !== undefined && !exact)
  if (exact === range || half) complain([], 'falta la respuesta con su tolerancia, o desde y hasta')
  else if (range && hasta < desde) complain(['hasta'], 'hasta es menor que desde')
  for (const [field, value] of Object.entries({ respuesta, tolerancia, desde, hasta }))
    if (value !== undefined && !isExactKey(value)) complain([field], `puede tener hasta ${KEY_DECIMALS} decimales`)
}

function checkShort({ respuestas }: Fields, complain: Complain): void {
  if (!respuestas) complain([], 'faltan las respuestas')
  for (const [at, text] of (respuestas ?? []).entries())
    if (!isComparable(text)) complain(['respuestas', at], 'no se puede comparar: escribe letras, números o signos')
}

function checkPairs({ parejas = [], distractores = [] }: Fields, complain: Complain): void {
  if (parejas.length === 0) complain([], 'faltan las parejas')
  const lefts = parejas.map(({ izquierda }) => izquierda)
  for (const [at, left] of lefts.entries()) {
    if (lefts.indexOf(left) !== at) complain(['parejas', at, 'izquierda'], 'está dos veces a la izquierda')
  }
  if (parejas.some(({ derecha }) => distractores.includes(derecha)))
    complain(['distractores'], 'un distractor es también la pareja de un elemento')
}

/** The key that an exam needs and a survey does not have. */
export function checkExamQuestion(values: Fields, complain: Complain): void {
  const kind = values.tipo ?? 'una'
  if (values.valor === undefined) complain([], 'falta el valor')
  if (kind !== 'una' && values.correcta !== undefined)
    complain(['correcta'], `una pregunta ${NAMES[kind]} no lleva correcta`)
  if (kind === 'una' || kind === 'varias') checkChoice(values, kind, complain)
  if (kind === 'corta') checkShort(values, complain)
  if (kind === 'numerica') checkNumber(values, complain)
  if (kind === 'emparejar') checkPairs(values, complain)
}

export function checkSurveyQuestion(values: Fields, complain: Complain): void {
  for (const key of ['valor', 'correcta', 'correctas', 'criterio'] as const) {
    if (values[key] !== undefined) complain([key], `una encuesta no lleva ${key}`)
  }
  if (values.tipo && !['abierta', 'varias'].includes(values.tipo))
    complain(['tipo'], `una encuesta no lleva preguntas ${NAMES[values.tipo]}`)
}

/** Whether the option at a place, from 1, is right. */
export const isRightOption = ({ correcta, correctas }: Pick<Fields, 'correcta' | 'correctas'>, place: number) =>
  correcta === place || (correctas?.includes(place) ?? false)
