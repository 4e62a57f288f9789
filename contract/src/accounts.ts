import { z } from 'zod'
import { linkToken } from './codes.ts'
import { Email, Id, Instant, Role } from './common.ts'
import { LONG_PASSWORD, MAX_PASSWORD, MIN_PASSWORD } from './rules.ts'

export const SessionUser = z.object({
  id: Id,
  id_cliente: Id,
  tipo_cliente: Role,
  nombres: z.string(),
  apellidos: z.string(),
  correo: z.string(),
  foto_perfil: z.string().nullable(),
  /** No one wrote their name yet. Missing in sessions that were stored before it was asked. */
  falta_nombre: z.boolean().optional(),
  /** Missing in sessions that were stored before mails were verified. */
  correo_verificado: z.boolean().optional(),
})
export type SessionUser = z.infer<typeof SessionUser>

export const LoginBody = z.object({
  email: Email,
  password: z
    .string({ error: 'Escribe tu contraseña.' })
    .min(1, 'Escribe tu contraseña.')
    .max(MAX_PASSWORD * 4),
})

const HASH_TEXT = 'La huella no es válida.'

/** SHA-256 of the token, in hexadecimal, from a device that has forgotten the token itself. */
export const EndedSessionBody = z.object({ huella: z.string(HASH_TEXT).regex(/^[0-9a-f]{64}$/, HASH_TEXT) })

export const LoginResponse = z.object({ token: z.string(), user: SessionUser })

export const RecoverBody = z.object({ email: Email })
export const RecoverResponse = z.object({ status: z.boolean(), message: z.string() })

/** The same whether the email exists or not, which reveals no account. */
export const RECOVER_TEXT = 'Si el correo está registrado, recibirás un enlace para restablecer tu contraseña.'

/** Where no mail is sent; the operator finds the link on the server. */
export const RECOVER_UNSENT_TEXT =
  'Este campus todavía no envía correos. Si el correo está registrado, el enlace quedó guardado en el servidor: pídeselo a tu academia.'

export const PASSWORD_RULE_TEXT = 'Las contraseñas deben ser las mismas y deben tener como mínimo 8 caracteres.'

export const LinkToken = z.object({ token: z.string().max(200).overwrite(linkToken) })

export const ResetBody = z
  .object({
    token: z.string().max(200).overwrite(linkToken).optional(),
    password_actual: z
      .string()
      .max(MAX_PASSWORD * 4)
      .optional(),
    password: z
      .string({ error: PASSWORD_RULE_TEXT })
      .max(MAX_PASSWORD * 4, LONG_PASSWORD)
      .normalize()
      .min(MIN_PASSWORD, PASSWORD_RULE_TEXT)
      .max(MAX_PASSWORD, LONG_PASSWORD),
    password_confirmation: z
      .string({ error: PASSWORD_RULE_TEXT })
      .max(MAX_PASSWORD * 4, LONG_PASSWORD)
      .normalize(),
  })
  .refine((body) => body.password === body.password_confirmation, {
    path: ['password_confirmation'],
    error: PASSWORD_RULE_TEXT,
  })

export const Profile = SessionUser.extend({
  telefono: z.string().nullable(),
  direccion: z.string().nullable(),
  ciudad: z.string().nullable(),
  pais: z.string(),
  profesion: z.string().nullable(),
  profesion_visible: z.boolean(),
  numero_documento: z.string().nullable(),
  tipo_documento: z.string(),
  fecha_nacimiento: z.string().nullable(),
  estado: z.int(),
  creado_en: Instant,
})
export type Profile = z.infer<typeof Profile>
