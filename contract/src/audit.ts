import { z } from 'zod'
import { Day, Id, Instant, PageQuery } from './common.ts'
import { line } from './text-fields.ts'

export const AUDITED = [
  'acceso_concedido',
  'acceso_fallido',
  'permiso_negado',
  'campos_ajenos',
  'contrasena_cambiada',
  'contrasena_restablecida',
  'perfil_cambiado',
  'cuenta_creada',
  'cuenta_eliminada',
  'intento_iniciado',
  'intento_enviado',
  'intento_calificado',
  'certificado_emitido',
  'certificado_mejorado',
  'certificado_verificado',
  'certificado_revocado',
  'certificado_restaurado',
  'certificado_corregido',
  'orden_creada',
  'orden_cambiada',
  'pago_cambiado',
  'contenido_retirado',
  'contenido_cargado',
  'gestion',
] as const

export const AuditEntry = z.object({
  id: z.int(),
  fecha: Instant,
  accion: z.enum(AUDITED),
  /** The actor; null for guests, webhooks and jobs. */
  id_usuario: Id.nullable(),
  /** The actor's name today. */
  nombre: z.string().nullable(),
  sobre: Id.nullable(),
  /** The name today of the person whom it affects. */
  nombre_sobre: z.string().nullable(),
  objeto: z.string().nullable(),
  detalle: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])),
  /** The network: the address without its last part. */
  direccion: z.string().nullable(),
  solicitud: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const ACTION_TEXT = 'La acción no existe.'
const PERSON_TEXT = 'El usuario no es válido.'
const COURSE_TEXT = 'El curso no es válido.'
const LINE_TEXT = 'La línea no es válida.'

/** `usuario` matches the actor and the person affected; `antes` is a keyset cursor for entries beyond the pages. */
export const AuditQuery = PageQuery.extend({
  accion: z.enum(AUDITED, { error: ACTION_TEXT }).optional(),
  usuario: z.coerce.number(PERSON_TEXT).int(PERSON_TEXT).positive(PERSON_TEXT).optional(),
  /** The course's own lines, and those of its lessons and exams. */
  curso: z.coerce.number(COURSE_TEXT).int(COURSE_TEXT).positive(COURSE_TEXT).optional(),
  /** For example `usuario:12` or `leccion:34`. */
  objeto: line(100).min(1).optional(),
  /** Lima days, both included. */
  desde: Day.optional(),
  hasta: Day.optional(),
  antes: z.coerce.number(LINE_TEXT).int(LINE_TEXT).positive(LINE_TEXT).optional(),
})
