import { z } from 'zod'
import { Id, Instant } from './common.ts'
import { MAX_PASSWORD, MIN_PASSWORD } from './rules.ts'

/** The stored user of the browser: what a screen needs to greet and to guard, nothing secret. */
export const SessionUser = z.object({
  id: Id,
  id_cliente: Id,
  tipo_cliente: z.enum(['Alumno', 'Docente', 'Administrador']),
  nombres: z.string(),
  apellidos: z.string(),
  correo: z.string(),
  foto_perfil: z.string().nullable(),
})
export type SessionUser = z.infer<typeof SessionUser>

const Email = z
  .string({ error: 'Escribe tu correo.' })
  .trim()
  .min(1, 'Escribe tu correo.')
  .max(254, 'El correo es demasiado largo.')
  .pipe(z.email('Escribe un correo válido.'))

export const LoginBody = z.object({
  email: Email,
  password: z
    .string({ error: 'Escribe tu contraseña.' })
    .min(1, 'Escribe tu contraseña.')
    .max(MAX_PASSWORD * 4),
})

/** `{token, user}`, an exception to the envelope that the specification shows. */
export const LoginAnswer = z.object({ token: z.string(), user: SessionUser })

export const RecoverBody = z.object({ email: Email })
export const RecoverAnswer = z.object({ status: z.boolean(), message: z.string() })

/** What a recovery answers whether the mail exists or not. */
export const RECOVER_TEXT = 'Si el correo está registrado, recibirás un enlace para restablecer tu contraseña.'

/** campus.md section 5. */
export const PASSWORD_RULE_TEXT = 'Las contraseñas deben ser las mismas y deben tener como mínimo 8 caracteres.'

/** New password with its repeat; both rules of campus.md section 5 under one text. */
export const ResetBody = z
  .object({
    token: z.string().max(200).optional(),
    password_actual: z
      .string()
      .max(MAX_PASSWORD * 4)
      .optional(),
    password: z
      .string({ error: PASSWORD_RULE_TEXT })
      .min(MIN_PASSWORD, PASSWORD_RULE_TEXT)
      .max(MAX_PASSWORD, `La contraseña puede tener hasta ${MAX_PASSWORD} caracteres.`),
    password_confirmation: z.string({ error: PASSWORD_RULE_TEXT }),
  })
  .refine((body) => body.password === body.password_confirmation, {
    path: ['password_confirmation'],
    error: PASSWORD_RULE_TEXT,
  })

/** A person's own data. */
export const Profile = SessionUser.extend({
  telefono: z.string().nullable(),
  direccion: z.string().nullable(),
  ciudad: z.string().nullable(),
  pais: z.string(),
  profesion: z.string().nullable(),
  numero_documento: z.string().nullable(),
  tipo_documento: z.string(),
  fecha_nacimiento: z.string().nullable(),
  estado: z.int(),
  creado_en: Instant,
})
export type Profile = z.infer<typeof Profile>
