import { z } from 'zod'
import { Id, Instant, oneOf } from './common.ts'
import { MEDIA } from './media.ts'
import { MAX_REFUND_TEXT } from './returned.ts'
import { StaffListQuery, staffListOf } from './staff.ts'
import { line } from './text-fields.ts'

/** What the drawer holds of one medium; `monto` is signed, in soles. */
const TillMedium = z.object({ medio: z.enum(MEDIA), cobros: z.int(), monto: z.number() })

const TillMovement = z.object({
  id: Id,
  numero: z.string(),
  comprador: z.string(),
  tipo: z.enum(['cobro', 'devolucion', 'ajuste']),
  medio: z.enum(MEDIA),
  monto: z.number(),
  hora: Instant,
})

export const MAX_TILL_ROWS = 200

/** What the person registered since their last closing, in any medium. */
export const Till = oneOf(
  z.object({
    /** Of the last closing; null before the first. */
    desde: Instant.nullable(),
    medios: z.array(TillMedium),
    /** The cash that there should be. */
    efectivo: z.number(),
    /** The newest first, 200 at most. */
    movimientos: z.array(TillMovement),
    total: z.int(),
  }),
)
export type Till = z.infer<typeof Till>['data']

const COUNTED_TEXT = 'Escribe cuánto efectivo contaste.'
const EXPECTED_TEXT = 'Vuelve a abrir tu caja y cuenta otra vez.'
const NOTE_TEXT = 'Escribe por qué no cuadra.'

const inCents = (soles: number): number => Math.round(soles * 100)

/** `esperado` is the cash that the person saw; a difference has a reason. */
export const CloseTillBody = z
  .object({
    esperado: z.number(EXPECTED_TEXT).min(-1_000_000, EXPECTED_TEXT).max(1_000_000, EXPECTED_TEXT),
    contado: z.number(COUNTED_TEXT).min(0, COUNTED_TEXT).max(1_000_000, COUNTED_TEXT),
    nota: line(MAX_REFUND_TEXT).nullish(),
    envio: z.uuid('El envío no es válido.'),
  })
  .refine(({ esperado, contado, nota }) => inCents(esperado) === inCents(contado) || Boolean(nota), {
    error: NOTE_TEXT,
    path: ['nota'],
  })
export type CloseTillBody = z.infer<typeof CloseTillBody>

/** Amounts are of cash. */
export const TillClosing = z.object({
  id: Id,
  persona: z.string(),
  desde: Instant.nullable(),
  hasta: Instant,
  medios: z.array(TillMedium),
  esperado: z.number(),
  contado: z.number(),
  diferencia: z.number(),
  nota: z.string().nullable(),
})
export type TillClosing = z.infer<typeof TillClosing>
export const OneTillClosing = oneOf(TillClosing)

/** The newest first. */
export const TillClosingsQuery = StaffListQuery.pick({ desde: true })
export const TillClosings = staffListOf(TillClosing)
