import { z } from 'zod'
import { SessionUser } from './accounts.ts'
import { MAX_PASSWORD, MIN_PASSWORD, PASSWORDS_DIFFER_TEXT, SHORT_PASSWORD_TEXT } from './rules.ts'

export const DNI_TEXT = 'El DNI debe tener 8 dígitos.'
export const DNI_TAKEN_TEXT = 'Ya existe una cuenta con este DNI.'
export const EMAIL_TAKEN_TEXT = 'Ya existe una cuenta con este correo.'
const Password = z
  .string({ error: SHORT_PASSWORD_TEXT })
  .min(MIN_PASSWORD, SHORT_PASSWORD_TEXT)
  .max(MAX_PASSWORD, `La contraseña puede tener hasta ${MAX_PASSWORD} caracteres.`)

const Passwords = z.object({ password: Password, password_confirmation: z.string() })

const name = (text: string) =>
  z.string({ error: text }).trim().min(1, text).max(120, 'Puede tener hasta 120 caracteres.')

/**
 * A registration (storefront.md section 3). `codigo_alumno`, `tipo_cliente`, `estado`, `id_cliente` and `tipo_documento` may be
 * sent as the specification has them and are ignored: the server sets them (contract section 4).
 */
export const RegisterBody = z
  .object({
    numero_documento: z
      .string({ error: DNI_TEXT })
      .trim()
      .regex(/^[0-9]{8}$/, DNI_TEXT),
    nombres: name('Escribe tus nombres.'),
    apellidos: name('Escribe tus apellidos.'),
    correo: z
      .string({ error: 'Escribe tu correo.' })
      .trim()
      .min(1, 'Escribe tu correo.')
      .max(254, 'El correo es demasiado largo.')
      .pipe(z.email('Escribe un correo válido.')),
    password: Password,
    password_confirmation: z.string({ error: PASSWORDS_DIFFER_TEXT }),
    /** Marketing consent: off unless the person ticks it. */
    acepta_promociones: z
      .union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])
      .default(false),
  })
  .refine((body) => body.password === body.password_confirmation, {
    path: ['password_confirmation'],
    error: PASSWORDS_DIFFER_TEXT,
    // Also while another field is wrong: what has to be mended is told at once, not one after the other.
    when: ({ value }) => Passwords.safeParse(value).success,
  })
export type RegisterBody = z.infer<typeof RegisterBody>

/** Registered and logged in. */
export const RegisterAnswer = z.object({
  message: z.string(),
  mensaje: z.string(),
  user: SessionUser,
  token: z.string(),
})
