import { z } from 'zod'
import { Day, Id, oneOf } from './common.ts'
import { eachOnce, MAX_CHOSEN } from './lists.ts'
import { conflictOf } from './staff.ts'
import { ENROLMENT_STATES } from './students.staff.ts'
import { prose } from './text-fields.ts'

const ENROLMENT_ACTS = ['extender', 'suspender', 'reabrir', 'grupo'] as const

export const MAX_DAYS = 730

const Change = z.object({
  accion: z.enum(ENROLMENT_ACTS, 'Elige qué hacer.'),
  /** `extender`: days more, from the last day or from today. */
  dias: z
    .int('Escribe cuántos días.')
    .min(1, 'Escribe cuántos días.')
    .max(MAX_DAYS, `Son ${MAX_DAYS} días como máximo.`)
    .optional(),
  /** `extender`: the last day; null without an end. */
  hasta: z.iso.date('La fecha no es válida.').nullish(),
  /** `grupo`: of the course; null for none. */
  id_grupo: Id.nullish(),
  /** `suspender`: told to the academy's log, not to the student. */
  motivo: prose(500, 'El motivo puede tener hasta 500 caracteres.').default(''),
})

type Changed = z.infer<typeof Change>

function complete({ accion, dias, hasta, motivo, id_grupo }: Changed, context: z.RefinementCtx): void {
  const complain = (message: string, path: string) => context.addIssue({ code: 'custom', message, path: [path] })
  if (accion === 'extender' && (dias === undefined) === (hasta === undefined)) complain('Elige hasta cuándo.', 'hasta')
  if (accion === 'grupo' && id_grupo === undefined) complain('Elige el grupo.', 'id_grupo')
  if (accion === 'suspender' && motivo.length < 3) complain('Escribe por qué se suspende.', 'motivo')
}

export type EnrolmentChange = z.infer<typeof Change>

/** Changes one enrolment as it was read. */
export const EnrolmentChangeBody = Change.extend({
  version: z.int('Falta la versión.').min(0, 'Falta la versión.').max(2_147_483_647, 'Falta la versión.'),
}).superRefine(complete)
export type EnrolmentChangeBody = z.infer<typeof EnrolmentChangeBody>

const CHOOSE = 'Elige al menos una matrícula.'

/** Those of a list, `MAX_CHOSEN` at most. */
export const EnrolmentIds = oneOf(z.object({ ids: z.array(Id) }))

const ids = eachOnce(
  z
    .array(Id, CHOOSE)
    .min(1, CHOOSE)
    .max(MAX_CHOSEN, `Son ${MAX_CHOSEN.toLocaleString('en-US')} matrículas por vez como máximo.`),
  'Cada matrícula va una sola vez.',
)

export const ChosenBody = z.object({ ids })

/** Of the chosen ones: a paid order bought them, and those of these without a last day, which never get one. */
const BoughtCount = z.object({ compradas: z.int(), sin_ultimo_dia: z.int() })
export type BoughtCount = z.infer<typeof BoughtCount>
export const OneBoughtCount = oneOf(BoughtCount)

/** Changes several as a job. */
export const EnrolmentsChangeBody = Change.extend({
  ids,
  envio: z.uuid('Recarga la página y vuelve a intentarlo.'),
}).superRefine(complete)
export type EnrolmentsChangeBody = z.infer<typeof EnrolmentsChangeBody>

const EnrolmentNow = z.object({
  id: Id,
  estado: z.enum(ENROLMENT_STATES),
  /** The last day; null without an end. */
  vence: Day.nullable(),
  version: z.int(),
  /** The paid order that bought it. */
  orden: z.string().nullable(),
  grupo: z.string().nullable(),
})
export type EnrolmentNow = z.infer<typeof EnrolmentNow>
export const OneEnrolment = oneOf(EnrolmentNow)
export const EnrolmentConflict = conflictOf(EnrolmentNow)
