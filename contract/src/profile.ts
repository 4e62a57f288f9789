import { z } from 'zod'
import { Profile } from './accounts.ts'
import { Day, Id, Instant, Message, Phone } from './common.ts'
import { limaClock } from './formats.ts'
import { isPrintedTogether, PersonName, TOGETHER } from './registration.ts'
import { LONG_PASSWORD, MAX_PASSWORD, MIN_PASSWORD, PASSWORDS_DIFFER_TEXT, SHORT_PASSWORD_TEXT } from './rules.ts'
import { line } from './text-fields.ts'

export const CURRENT_PASSWORD_TEXT = 'Escribe tu contraseña actual para cambiarla.'
export const BIRTH_DATE_TEXT = 'La fecha de nacimiento no es válida.'

const optionalText = (most: number, name: string) =>
  line(most, `${name} puede tener hasta ${most} caracteres.`)
    .transform((value) => value || null)
    .optional()

const isBirthDay = (day: string) =>
  Day.safeParse(day).success && day >= '1900-01-01' && day <= limaClock(Date.now()).slice(0, 10)

/** Read-only fields are ignored; an empty password changes nothing (docs/product/accounts.md 5.1). */
export const ProfileForm = z
  .object({
    telefono: Phone.transform((value) => value || null).optional(),
    direccion: optionalText(200, 'La dirección'),
    ciudad: optionalText(100, 'La ciudad'),
    profesion: optionalText(120, 'La profesión'),
    profesion_visible: z
      .enum(['0', '1'])
      .transform((value) => value === '1')
      .optional(),
    fecha_nacimiento: z
      .string()
      .refine((day) => day === '' || isBirthDay(day), BIRTH_DATE_TEXT)
      .transform((day) => day || null)
      .optional(),
    password_actual: z
      .string()
      .max(MAX_PASSWORD * 4)
      .optional(),
    password: z
      .string()
      .max(MAX_PASSWORD * 4, LONG_PASSWORD)
      .normalize()
      .refine((password) => password === '' || password.length >= MIN_PASSWORD, SHORT_PASSWORD_TEXT)
      .max(MAX_PASSWORD, LONG_PASSWORD)
      .optional(),
    password_confirmation: z
      .string()
      .max(MAX_PASSWORD * 4, LONG_PASSWORD)
      .normalize()
      .optional(),
    quitar_foto: z
      .string()
      .transform((value) => value === '1')
      .optional(),
  })
  .refine((form) => (form.password ?? '') === (form.password_confirmation ?? ''), {
    path: ['password_confirmation'],
    error: PASSWORDS_DIFFER_TEXT,
  })
  .refine((form) => !form.password || form.password_actual, { path: ['password_actual'], error: CURRENT_PASSWORD_TEXT })
export type ProfileForm = z.infer<typeof ProfileForm>

/** Of an account that was made with a mail alone. */
export const NameBody = z
  .object({ nombres: PersonName('Escribe tus nombres.'), apellidos: PersonName('Escribe tus apellidos.') })
  .refine(isPrintedTogether, TOGETHER)

export const ProfileSaved = Message.extend({ data: Profile })

export const OpenSession = z.object({
  id: Id,
  agente: z.string(),
  ip: z.string(),
  creado_en: Instant,
  usado_en: Instant,
  actual: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>

export const DeleteAccountBody = z.object({
  password: z
    .string({ error: 'Escribe tu contraseña.' })
    .min(1, 'Escribe tu contraseña.')
    .max(MAX_PASSWORD * 4, LONG_PASSWORD),
})
