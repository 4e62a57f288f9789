import { z } from 'zod'
import { Id, Instant, PageQuery } from './common.ts'

/** What the audit trail keeps: each act by one word. */
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
  'orden_creada',
  'orden_cambiada',
  'pago_cambiado',
  'contenido_retirado',
  'contenido_cargado',
  'gestion',
] as const

/** One line of the trail: who did what, on whom or what, when, from where. */
export const AuditEntry = z.object({
  id: z.int(),
  fecha: Instant,
  accion: z.enum(AUDITED),
  /** Who did it; null for a stranger, a gateway's notice or a job. */
  id_usuario: Id.nullable(),
  /** The person whom it concerns. */
  sobre: Id.nullable(),
  /** What it concerns, `kind:key`. */
  objeto: z.string().nullable(),
  detalle: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])),
  /** The network that it came from; the last part of the address is not kept. */
  direccion: z.string().nullable(),
  /** The request's id, as in the logs. */
  solicitud: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const ACTION_TEXT = 'La acción no existe.'
const PERSON_TEXT = 'El usuario no es válido.'

const LINE_TEXT = 'La línea no es válida.'

/** `?accion=&usuario=&antes=`: acts of a kind; acts of a person or on them; lines before this one, for what is further back than pages reach. */
export const AuditQuery = PageQuery.extend({
  accion: z.enum(AUDITED, { error: ACTION_TEXT }).optional(),
  usuario: z.coerce
    .number(PERSON_TEXT)
    .int(PERSON_TEXT)
    .positive(PERSON_TEXT)
    .max(2_147_483_647, PERSON_TEXT)
    .optional(),
  antes: z.coerce.number(LINE_TEXT).int(LINE_TEXT).positive(LINE_TEXT).optional(),
})
