import { z } from 'zod'
import { Id, oneOf } from './common.ts'
import { EnrolmentFilters } from './enrolments.staff.ts'
import { eachOnce, MAX_CHOSEN } from './lists.ts'
import { writtenLine, writtenProse } from './text-fields.ts'

export const MAX_AUDIENCE = 20_000

const CHOOSE = 'Elige a quién le escribes.'

/** Whom staff write to: those of chosen enrolments, or of all that a list finds. */
const Audience = z.object({
  ids: eachOnce(z.array(Id, CHOOSE).min(1, CHOOSE).max(MAX_CHOSEN), 'Cada matrícula va una sola vez.').optional(),
  filtros: EnrolmentFilters.optional(),
})

const isChosen = ({ ids, filtros }: z.output<typeof Audience>): boolean =>
  (ids === undefined) !== (filtros === undefined)

export const AudienceBody = Audience.refine(isChosen, { error: CHOOSE, path: ['ids'] })
export type AudienceBody = z.infer<typeof AudienceBody>

/** People, each counted once. */
export const AudienceCount = oneOf(
  z.object({
    personas: z.int(),
    /** Get a mail too. */
    correos: z.int(),
    /** Want no messages, neither in the campus nor by mail. */
    sin_avisos: z.int(),
    /** Their account is disabled. */
    desactivadas: z.int(),
  }),
)
export type AudienceCount = z.infer<typeof AudienceCount>['data']

/** What is written; one line, and a text. */
export const Written = z.object({
  titulo: writtenLine('Escribe el título.', 80),
  texto: writtenProse('Escribe el mensaje.', 2000),
})

export const WriteBody = Audience.extend(Written.shape)
  .extend({ envio: z.uuid('Recarga la página y vuelve a intentarlo.') })
  .refine(isChosen, { error: CHOOSE, path: ['ids'] })
export type WriteBody = z.infer<typeof WriteBody>
