import { z } from 'zod'
import { Day, Id, Instant } from './common.ts'
import { ClosedByLessons, CourseState, NextPiece, Progress } from './learning.ts'
import { writtenProse } from './text-fields.ts'

/** `nota` is the best percentage. */
export const Certificate = z.object({
  id: Id,
  id_usuario: Id,
  id_curso: Id,
  id_modulo: Id.nullable(),
  codigo_certificado: z.string(),
  alumno: z.string(),
  curso: z.string(),
  modulo: z.string().nullable(),
  nota: z.number(),
  horas: z.number(),
  /** Of its lessons when it was earned. */
  minutos: z.int(),
  fecha_emision: Instant,
  fecha_inicio: Day,
  fecha_fin: Day,
  estado: z.enum(['vigente', 'revocado']),
  fecha_revocacion: Instant.nullable(),
  motivo_revocacion: z.string().nullable(),
  pdf: z.string(),
  certificado_lado_a: z.string(),
  certificado_lado_b: z.string(),
  /** The document's first page as a picture; `?ancho=1600` for a large one. */
  imagen: z.string(),
  enlace: z.string(),
})
export type Certificate = z.infer<typeof Certificate>

/** Public: no document number, email or address. */
export const Verification = z.object({
  codigo_certificado: z.string(),
  estado: z.enum(['vigente', 'revocado']),
  fecha_revocacion: Instant.nullable(),
  alumno: z.string(),
  /** Null where there is none, and where the student hides it. */
  profesion: z.string().nullable(),
  imagen: z.string().nullable(),
  curso: z.string(),
  modulo: z.string().nullable(),
  nota: z.number(),
  horas: z.number(),
  minutos: z.int(),
  fecha_emision: Instant,
  CursofechaInicio: Day,
  CursofechaFin: Day,
  id_cliente: Id,
  nombre_cliente: z.string(),
})
export type Verification = z.infer<typeof Verification>

/** Grade and dates are ignored (docs/product/certificates.md 1.8). */
export const CertificateBody = z
  .object({ id_modulo: z.int().positive().optional(), id_curso: z.int().positive().optional() })
  .refine((body) => body.id_modulo !== undefined || body.id_curso !== undefined, {
    path: ['id_curso'],
    error: 'Indica el curso o el módulo.',
  })

const REASON_TEXT = 'Escribe el motivo.'

export const RevocationBody = z.object({
  motivo: writtenProse(REASON_TEXT, 500).min(3, REASON_TEXT),
})

export const CourseCertificates = z.object({
  id_curso: Id,
  curso: z.string(),
  imagen: z.string().nullable(),
  horas: z.number(),
  /** Null once the enrolment has ended. */
  progreso: Progress.nullable(),
  siguiente: NextPiece.nullable(),
  estado_avance: CourseState.nullable(),
  certificado: Certificate.nullable(),
  /** Whether it has an exam that gives one. */
  certifica: z.boolean(),
  faltan: z.array(z.string()),
  /** Names of the required exams without attempts left. */
  sin_intentos: z.array(z.string()),
  modulos: z.array(
    z.object({
      id_modulo: Id,
      nombre: z.string(),
      porcentaje: z.number().nullable(),
      aprobado: z.boolean(),
      abierto: z.boolean(),
      pendiente: z.boolean(),
      /** The exam under way, otherwise the first. */
      id_evaluacion: Id.nullable(),
      sin_intentos: z.boolean(),
      cerrado_por_lecciones: ClosedByLessons.nullable(),
      /** No longer in the course: its certificate remains. */
      retirado: z.boolean(),
      certificado: Certificate.nullable(),
    }),
  ),
})
export type CourseCertificates = z.infer<typeof CourseCertificates>
