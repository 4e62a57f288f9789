import { z } from 'zod'
import { Day, Id, Instant, oneOf } from './common.ts'
import { ORDER_STATES } from './order-rules.ts'
import { StaffListQuery, staffListOf } from './staff.ts'
import { writtenLine } from './text-fields.ts'

const TodaysClass = z.object({
  id: Id,
  nombre: z.string(),
  id_curso: Id,
  curso: z.string(),
  /** Whose class it is alone. */
  grupo: z.string().nullable(),
  inicio: Instant,
  /** Minutes. */
  duracion: z.int(),
  enlace: z.string(),
})

const Amount = z.object({ cobros: z.int(), neto: z.number() })

/** Permission `academia`; staff and closed accounts are not counted. Days and months are Lima's, counts stop at 10,000. */
const AcademyFigures = z.object({
  /** What came in less what went back today, and since the first of the month, of every medium; and how many payments came in. */
  ventas_hoy: Amount,
  ventas_mes: Amount,
  /** Enrolments that began or were reopened today, and since the first of the month. */
  matriculas_hoy: z.int(),
  matriculas_mes: z.int(),
  /** Students who logged in, or used an open session, in the last 7 days. */
  alumnos_activos: z.int(),
})
export type AcademyFigures = z.infer<typeof AcademyFigures>
export const Figures = oneOf(AcademyFigures)

/** Each turns true by itself: an active teacher, a published course, an earnable certificate, an enrolled student. */
const FirstSteps = z.object({
  /** The brand has what a receipt names (legal name, RUC, address), its mail and logo. */
  marca: z.boolean(),
  /** What the shop shows beside its prices was chosen. */
  oferta: z.boolean(),
  /** The shop takes payments, and mails go out. */
  cobros: z.boolean(),
  correo: z.boolean(),
  docente: z.boolean(),
  curso: z.boolean(),
  examen: z.boolean(),
  alumno: z.boolean(),
  /** The newest course without an earnable certificate, a published one first: its exam is the next to write. */
  sin_examen: Id.nullable(),
})

/** Enough for a count in the menu, which every staff screen requests each minute. */
export const MAX_WAITING = 1000

export type FirstSteps = z.infer<typeof FirstSteps>

/** What waits; null without the permission. Counts stop at {@link MAX_WAITING}. */
export const Inbox = oneOf(
  z.object({
    /** `calificar`: open answers of submitted attempts without points, in the caller's courses. */
    por_calificar: z.int().nullable(),
    /** `cursos.editar`: rows of GET /gestion/preguntas. */
    sin_responder: z.int().nullable(),
    soporte: z.int().nullable(),
    /** `reclamos`: unanswered sheets, and the last day of the soonest due. */
    reclamos: z.object({ total: z.int(), vence: Day.nullable() }).nullable(),
    /** `devoluciones`: orders whose payment has another amount. */
    pagos_en_revision: z.int().nullable(),
    devoluciones_pedidas: z.int().nullable(),
    /** `ventas.registrar`: orders with an instalment whose day is over, as GET /gestion/ordenes lists them with `cuotas`. */
    cuotas_vencidas: z.int().nullable(),
    /** `cupones`: coupons that were paid more often than they may be, as GET /gestion/cupones lists them with `pasado`. */
    cupones_pasados: z.int().nullable(),
    /** `alumnos.gestionar`: open groups with more people than places, as GET /gestion/grupos lists them with `pasado`. */
    grupos_pasados: z.int().nullable(),
    por_moderar: z.int().nullable(),
    /** `alumnos.ver`: jobs of the last 7 days that failed or skipped some rows, as GET /gestion/trabajos lists them. */
    trabajos_con_errores: z.int().nullable(),
    /** `academia`: rows of GET /gestion/correos. */
    correos_fallidos: z.int().nullable(),
    /** `cursos.editar`: live classes of today that are not over or cancelled, in the caller's courses; the next 20. */
    clases_hoy: z.array(TodaysClass).nullable(),
    primeros_pasos: FirstSteps.nullable(),
  }),
)
export type Inbox = z.infer<typeof Inbox>['data']

/** Of the caller's courses: students' top-level comments and unsolved forums that their staff has not answered. */
export const QuestionsQuery = StaffListQuery.extend({
  curso: z.coerce.number().pipe(Id).optional(),
  tipo: z.enum(['comentario', 'foro']).optional(),
  orden: z.enum(['fecha', '-fecha']).optional(),
})
export type QuestionsQuery = z.infer<typeof QuestionsQuery>

export const QuestionRow = z.object({
  tipo: z.enum(['comentario', 'foro']),
  id: Id,
  id_curso: Id,
  curso: z.string(),
  lugar: z.string(),
  autor: z.string(),
  extracto: z.string(),
  fecha: Instant,
  ruta: z.string(),
})
export type QuestionRow = z.infer<typeof QuestionRow>
export const QuestionRows = staffListOf(QuestionRow)

/** `persona` is a student, `miembro` one of the staff. */
const FOUND = ['curso', 'persona', 'miembro', 'ticket', 'orden'] as const
const SHORT_TEXT = 'Escribe al menos dos letras.'

/** What the caller may see; `tipo` limits it for pickers. */
export const StaffSearchQuery = z.object({
  q: writtenLine(SHORT_TEXT, 100, 'Busca con hasta 100 letras.').min(2, SHORT_TEXT),
  tipo: z.enum(FOUND).optional(),
})

export const StaffHit = z.object({
  tipo: z.enum(FOUND),
  /** An id, the number of an order, or the mail of a member of the staff. */
  clave: z.string(),
  titulo: z.string(),
  detalle: z.string(),
  /** Of an order: `titulo` is its buyer, `detalle` its courses. */
  orden: z.object({ total: z.number(), estado: z.enum(ORDER_STATES) }).nullable(),
})
export type StaffHit = z.infer<typeof StaffHit>
