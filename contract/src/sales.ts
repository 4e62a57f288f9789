import { z } from 'zod'
import { Day, Email, Id, listOf, oneOf } from './common.ts'
import { ChosenGroups } from './groups.ts'
import { MAX_INSTALMENTS } from './instalment-rules.ts'
import { InstalmentPlan } from './instalments.ts'
import { eachOnce } from './lists.ts'
import { isNumbered, MAX_OPERATION, MEDIA, type Medium } from './media.ts'
import { MAX_ITEMS, UNKNOWN_CODE_TEXT } from './order-rules.ts'
import { ReceiptBody } from './receipts.ts'
import { Dni, isPrintedTogether, PersonName, TOGETHER } from './registration.ts'
import { MAX_REFUND_TEXT } from './returned.ts'
import { MAX_PASTED_CODE } from './rules.ts'
import { line, writtenLine } from './text-fields.ts'
import { cleanLine } from './texts.ts'

const OPERATION_TEXT = 'Escribe el número de operación.'

/** As it is compared: «1234-56 78» is the number 12345678. */
const operationOf = (typed: string): string =>
  cleanLine(typed.normalize('NFKC'))
    .replace(/[\s\p{Pd}]+/gu, '')
    .toUpperCase()

export const Operation = z
  .string(OPERATION_TEXT)
  .max(200, OPERATION_TEXT)
  .overwrite(operationOf)
  .max(MAX_OPERATION, `Puede tener hasta ${MAX_OPERATION} letras y números.`)

/** What staff register: the gateway tells of the rest. */
export const SaleMedium = z.enum(MEDIA, 'Elige cómo pagó.').exclude(['mercadopago'])

const MOTIVE_TEXT = 'Escribe por qué.'

/** How money came in; `total` is what the person who registers it saw. */
const Paid = z.object({
  medio: SaleMedium,
  operacion: Operation.nullish(),
  /** In Lima. */
  dia: Day,
  motivo: line(MAX_REFUND_TEXT).nullish(),
  total: z.number('Escribe cuánto se cobró.').min(0).max(1_000_000),
  envio: z.uuid('El envío no es válido.'),
})

type Payment = { medio: Medium; operacion?: string | null | undefined; motivo?: string | null | undefined }

/** {@link Paid} in a list, where each person has a number. */
export const ListedPayment = Paid.omit({ operacion: true }).refine(
  ({ medio, motivo }) => medio !== 'cortesia' || Boolean(motivo),
  { error: MOTIVE_TEXT, path: ['motivo'] },
)
export type ListedPayment = z.infer<typeof ListedPayment>

/** Someone who has no account yet, made with the sale. */
export const NewBuyer = z
  .object({
    nombres: PersonName('Escribe los nombres.'),
    apellidos: PersonName('Escribe los apellidos.'),
    correo: Email.transform((mail) => mail.toLowerCase()),
    numero_documento: Dni.optional(),
  })
  .refine(isPrintedTogether, TOGETHER)
export type NewBuyer = z.infer<typeof NewBuyer>

const COURSES_TEXT = 'Elige al menos un curso.'
const BUYER_TEXT = 'Elige a quién le vendes.'

const hasMotive = ({ descuento, medio, motivo }: Payment & { descuento?: number | undefined }) =>
  Boolean(motivo) || (medio !== 'cortesia' && !descuento)

/** Of new courses to a person, or of an order that stands unpaid, at its prices and to its buyer. */
export const SaleBody = Paid.extend({
  id_usuario: Id.optional(),
  persona: NewBuyer.optional(),
  cursos: eachOnce(
    z.array(Id, COURSES_TEXT).max(MAX_ITEMS, `Son ${MAX_ITEMS} cursos por venta como máximo.`),
    'Cada curso va una sola vez.',
  ).optional(),
  orden: z.uuid().optional(),
  /** Soles. */
  descuento: z.number('Escribe el descuento.').positive('Escribe el descuento.').max(1_000_000).optional(),
  comprobante: ReceiptBody.optional(),
  /** The first is paid now, `dia` is its day. */
  cuotas: InstalmentPlan.optional(),
  /** Of courses that have groups; who is sold a course without one is placed later. */
  grupos: ChosenGroups.optional(),
  /** Instead of a discount. */
  cupon: line(MAX_PASTED_CODE, UNKNOWN_CODE_TEXT).optional(),
})
  .refine(({ medio, operacion }) => !isNumbered(medio) || Boolean(operacion), {
    error: OPERATION_TEXT,
    path: ['operacion'],
  })
  .refine(hasMotive, { error: MOTIVE_TEXT, path: ['motivo'] })
  .refine(({ orden, cursos }) => orden !== undefined || Boolean(cursos?.length), {
    error: COURSES_TEXT,
    path: ['cursos'],
  })
  .refine(
    ({ orden, id_usuario, persona }) => [orden, id_usuario, persona].filter((one) => one !== undefined).length === 1,
    { error: BUYER_TEXT, path: ['persona'] },
  )
  .refine(({ orden, descuento, medio }) => orden === undefined || (descuento === undefined && medio !== 'cortesia'), {
    error: 'Una orden se cobra con sus precios: para cambiarlos, registra otra venta.',
    path: ['descuento'],
  })
  .refine(({ cupon, orden, descuento, medio }) => !cupon || !(orden || descuento || medio === 'cortesia'), {
    error: 'Un cupón no se suma a otro descuento.',
    path: ['cupon'],
  })
  .refine(({ cuotas, medio }) => !cuotas || medio !== 'cortesia', {
    error: 'Una cortesía no se paga en cuotas.',
    path: ['cuotas'],
  })
export type SaleBody = z.infer<typeof SaleBody>
/** As a form sends it. */
export type SaleRequest = z.input<typeof SaleBody>

/** The same for a retry. `invitada`: has not chosen a password yet. */
export const RegisteredSale = oneOf(
  z.object({
    numero: z.string(),
    total: z.number(),
    /** Less than the total where it is paid in instalments. */
    cobrado: z.number(),
    id_usuario: Id,
    nombre: z.string(),
    invitada: z.boolean(),
    cursos: z.array(z.object({ id: Id, nombre: z.string() })),
  }),
)
export type RegisteredSale = z.infer<typeof RegisteredSale>['data']

/** An instalment that staff took the money of, once however often it is sent; `monto` is what the person saw. */
export const InstalmentBody = z
  .object({
    cuota: z.int().min(1).max(MAX_INSTALMENTS),
    medio: SaleMedium.exclude(['cortesia']),
    operacion: Operation.nullish(),
    /** In Lima. */
    dia: Day,
    monto: z.number('Escribe cuánto se cobró.').positive().max(1_000_000),
  })
  .refine(({ medio, operacion }) => !isNumbered(medio) || Boolean(operacion), {
    error: OPERATION_TEXT,
    path: ['operacion'],
  })
export type InstalmentBody = z.infer<typeof InstalmentBody>

const SHORT_TEXT = 'Escribe al menos tres letras.'

/** By what was typed, or the one that a link names. */
export const SalePeopleQuery = z
  .object({
    q: writtenLine(SHORT_TEXT, 100, 'Busca con hasta 100 letras.').min(3, SHORT_TEXT).optional(),
    id: z.coerce.number().pipe(Id).optional(),
  })
  .refine(({ q, id }) => q !== undefined || id !== undefined, { error: SHORT_TEXT, path: ['q'] })
export type SalePeopleQuery = z.infer<typeof SalePeopleQuery>

export const MAX_SALE_PEOPLE = 8

/** What a sale needs of others, and nothing more. */
export const SalePerson = z.object({
  id: Id,
  nombre: z.string(),
  correo: z.string(),
  /** The last three digits, to tell two people of one name apart. */
  documento: z.string().nullable(),
  /** Courses that they may enter. */
  cursos: z.array(Id),
})
export type SalePerson = z.infer<typeof SalePerson>
export const SalePeople = listOf(SalePerson)

/** On sale, at the prices of now; `descuento` is the percent that the caller may take off. */
export const SaleCourses = oneOf(
  z.object({
    cursos: z.array(
      z.object({
        id: Id,
        nombre: z.string(),
        precio: z.number(),
        /** Open ones, on sale or not; `libres` is null without a limit. */
        grupos: z.array(z.object({ id: Id, nombre: z.string(), libres: z.int().nullable() })),
      }),
    ),
    descuento: z.int(),
  }),
)
export type SaleCourses = z.infer<typeof SaleCourses>['data']
