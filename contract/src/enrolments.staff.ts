import { z } from 'zod'
import { Day, Email, Id, Instant, listOf, oneOf } from './common.ts'
import { eachOnce } from './lists.ts'
import { isNumbered } from './media.ts'
import { Dni, isPrintedTogether, PersonName, TOGETHER } from './registration.ts'
import { ListedPayment, Operation } from './sales.ts'
import { StaffListQuery, staffListOf } from './staff.ts'
import { ENROLMENT_STATES, StudentRow } from './students.staff.ts'
import { OwnPassword } from './team.ts'

const ORDER = z.enum(['fecha', '-fecha'], 'Esta lista no se ordena así.').optional()

const Filters = StaffListQuery.pick({ q: true }).extend({
  curso: z.coerce.number().pipe(Id).optional(),
  grupo: z.coerce.number().pipe(Id).optional(),
  estado: z.enum(ENROLMENT_STATES, 'Elige cómo está la matrícula.').optional(),
  /** Those that the figure `matriculas_mes` counts. */
  periodo: z.literal('mes').optional(),
  /** Students at risk in the course, which is chosen too. */
  riesgo: z.literal('1').optional(),
})

const ofCourse = ({ curso, riesgo }: z.output<typeof Filters>): boolean => !riesgo || curso !== undefined
const CHOOSE_COURSE = { error: 'Elige un curso.', path: ['curso'] }

/** Which enrolments, of all pages. */
export const EnrolmentFilters = Filters.refine(ofCourse, CHOOSE_COURSE)
export type EnrolmentFilters = z.infer<typeof EnrolmentFilters>

export const EnrolmentsQuery = Filters.extend({ orden: ORDER, desde: StaffListQuery.shape.desde }).refine(
  ofCourse,
  CHOOSE_COURSE,
)
export type EnrolmentsQuery = z.infer<typeof EnrolmentsQuery>

/** The list as a file. */
export const EnrolmentsExport = Filters.extend({ orden: ORDER }).refine(ofCourse, CHOOSE_COURSE)
export type EnrolmentsExport = z.infer<typeof EnrolmentsExport>
export const EnrolmentsExportBody = Filters.extend({ orden: ORDER, password: OwnPassword }).refine(
  ofCourse,
  CHOOSE_COURSE,
)
/** The link expires after a minute or two. */
export const EnrolmentsExportLink = oneOf(z.object({ enlace: z.string(), filas: z.int() }))

export const ENROLMENT_ORIGINS = ['compra', 'a_mano'] as const

/** How someone does in the course of the list. */
const Following = z.object({
  /** Their last lesson, video, attempt or attendance in it. */
  ultima_actividad: Instant.nullable(),
  examenes: z.int(),
  aprobados: z.int(),
  certificado: z.boolean(),
  /** Null when not at risk. */
  riesgo: z.object({ nivel: z.enum(['atencion', 'alto']), motivos: z.array(z.string()) }).nullable(),
  /** Someone contacted them lately, which takes the mark of risk away for a while. */
  contactado_en: Instant.nullable(),
})
export type Following = z.infer<typeof Following>

export const EnrolmentRow = StudentRow.pick({
  nombres: true,
  apellidos: true,
  falta_nombre: true,
  foto_perfil: true,
  correo: true,
}).extend({
  id: Id,
  /** Of its state and last day. */
  version: z.int(),
  id_usuario: Id,
  id_curso: Id,
  curso: z.string(),
  id_grupo: Id.nullable(),
  grupo: z.string().nullable(),
  desde: Instant,
  /** The last day; null without an end. */
  vence: Day.nullable(),
  estado: z.enum(ENROLMENT_STATES),
  avance: z.int(),
  origen: z.enum(ENROLMENT_ORIGINS).nullable(),
  /** By an order that was paid. */
  comprada: z.boolean(),
  /** In a list of one course. */
  seguimiento: Following.nullable(),
})
export type EnrolmentRow = z.infer<typeof EnrolmentRow>
export const Enrolments = staffListOf(EnrolmentRow)

/** The brand's courses that are not archived. */
export const EnrolmentCourses = listOf(z.object({ id: Id, nombre: z.string(), oculto: z.boolean() }))
export type EnrolmentCourse = z.infer<typeof EnrolmentCourses>['data'][number]

/** In one request, which is 256 KB at most. */
export const MAX_ENROLLED = 500
export const MAX_ENROLLED_COURSES = 10

const PEOPLE_TEXT = 'Escribe al menos una persona.'
const MANY_TEXT = `Son ${MAX_ENROLLED} personas por vez como máximo.`

const Mail = Email.transform((mail) => mail.toLowerCase())

/** Without `nombres` the mail is the name; without `apellidos` all of it is in `nombres`. */
export const ListedPerson = z
  .object({
    correo: Mail,
    nombres: PersonName('Escribe los nombres.').optional(),
    apellidos: PersonName('Escribe los apellidos.').optional(),
    numero_documento: Dni.optional(),
    /** Of the payment. */
    operacion: Operation.optional(),
  })
  .refine(isPrintedTogether, TOGETHER)
export type ListedPerson = z.input<typeof ListedPerson>

const COURSES_TEXT = 'Elige al menos un curso.'
const cursos = eachOnce(
  z
    .array(Id, COURSES_TEXT)
    .min(1, COURSES_TEXT)
    .max(MAX_ENROLLED_COURSES, `Son ${MAX_ENROLLED_COURSES} cursos por vez como máximo.`),
  'Cada curso va una sola vez.',
)

/** Each is a sale. */
export const MAX_PAID = 50

/**
 * Without `hasta` a live enrolment retains its last day; null removes the end. With `pago` each person's courses are a sale
 * (permission `ventas.registrar`), its `total` what one of them pays.
 */
export const EnrolBody = z
  .object({
    cursos,
    personas: z.array(ListedPerson, PEOPLE_TEXT).min(1, PEOPLE_TEXT).max(MAX_ENROLLED, MANY_TEXT),
    hasta: z.iso.date('La fecha no es válida.').nullish(),
    pago: ListedPayment.optional(),
    /** Of all of them; of the only course. */
    grupo: Id.optional(),
  })
  .superRefine(({ cursos, personas, pago, hasta, grupo }, context) => {
    const complain = (message: string, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', message, path })
    if (grupo !== undefined && cursos.length > 1) complain('Para elegir un grupo, deja un solo curso.', 'grupo')
    if (!pago) return
    if (personas.length > MAX_PAID) complain(`Son ${MAX_PAID} personas con su pago por vez como máximo.`, 'personas')
    if (hasta) complain('Lo que se vende no lleva último día.', 'hasta')
    if (!isNumbered(pago.medio)) return
    const numbers = personas.map(({ operacion }) => operacion)
    for (const [at, number] of numbers.entries())
      if (!number) complain('Escribe el número de operación.', 'personas', at, 'operacion')
      else if (numbers.indexOf(number) < at)
        complain('El número de operación está repetido.', 'personas', at, 'operacion')
  })
export type EnrolBody = z.infer<typeof EnrolBody>

export const EnrolledPeople = listOf(
  z.object({
    id_curso: Id,
    id_usuario: Id,
    correo: z.string(),
    nombre: z.string(),
    cuenta_nueva: z.boolean(),
    hecho: z.enum(['matriculada', 'reabierta', 'ultimo_dia', 'grupo', 'sin_cambio']),
    hasta: Day.nullable(),
  }),
)
export type EnrolledPerson = z.infer<typeof EnrolledPeople>['data'][number]
