import { z } from 'zod'
import { SessionUser } from './accounts.ts'
import { lettersAndDigits } from './codes.ts'
import { Email, Message } from './common.ts'
import { isPrintable, PRINTABLE_TEXT } from './printable.ts'
import {
  LONG_PASSWORD,
  MAX_PASSWORD,
  MAX_PASTED_CODE,
  MIN_PASSWORD,
  PASSWORDS_DIFFER_TEXT,
  SHORT_PASSWORD_TEXT,
} from './rules.ts'
import { writtenLine } from './text-fields.ts'

export const DNI_TEXT = 'El DNI debe tener 8 dígitos.'
export const DNI_TAKEN_TEXT = 'Ya existe una cuenta con este DNI.'
/** NFC: both encodings of a letter are the same password. */
export const Password = z
  .string({ error: SHORT_PASSWORD_TEXT })
  .max(MAX_PASSWORD * 4, LONG_PASSWORD)
  .normalize()
  .min(MIN_PASSWORD, SHORT_PASSWORD_TEXT)
  .max(MAX_PASSWORD, LONG_PASSWORD)

export const CONFIRMATION_TEXT = 'Repite tu contraseña.'
const Passwords = z.object({
  password: Password,
  password_confirmation: z
    .string()
    .max(MAX_PASSWORD * 4, LONG_PASSWORD)
    .normalize()
    .min(1),
})

const NAME_TEXT = 'Usa solo letras, espacios, apóstrofos, guiones y puntos.'
const NAME = /^(?:\p{L}[\p{L}\p{M} .'’-]*)?$/u
/** With the signs that certificates print, whatever key was pressed. */
const nameOf = (typed: string): string =>
  typed.replace(/[\u0060\u00b4\u2018\u201b\u2032\u2035\uff07]/g, '’').replace(/[\u2010-\u2015\u2212\uff0d]/g, '-')

export const PersonName = (text: string) =>
  writtenLine(text, 120).overwrite(nameOf).regex(NAME, NAME_TEXT).refine(isPrintable, PRINTABLE_TEXT)

/** A certificate prints both in one font. Says nothing of a field that is refused by itself. */
export const isPrintedTogether = ({
  nombres = '',
  apellidos = '',
}: {
  nombres?: string | undefined
  apellidos?: string | undefined
}) => isPrintable(`${nombres} ${apellidos}`) || ![nombres, apellidos].every(isPrintable)
export const TOGETHER = { path: ['apellidos'], error: PRINTABLE_TEXT }

export const Dni = z
  .string({ error: DNI_TEXT })
  .max(MAX_PASTED_CODE, { error: DNI_TEXT, abort: true })
  .overwrite(lettersAndDigits)
  .regex(/^[0-9]{8}$/, DNI_TEXT)
  .refine((dni) => !/^(\d)\1{7}$/.test(dni), 'Revisa tu DNI: no es un solo dígito repetido.')

/** The server ignores role, state, brand and code when sent (docs/product/accounts.md 2.1). */
export const RegisterBody = z
  .object({
    numero_documento: Dni,
    nombres: PersonName('Escribe tus nombres.'),
    apellidos: PersonName('Escribe tus apellidos.'),
    correo: Email,
    password: Password,
    password_confirmation: z
      .string({ error: CONFIRMATION_TEXT })
      .max(MAX_PASSWORD * 4, LONG_PASSWORD)
      .normalize()
      .min(1, CONFIRMATION_TEXT),
    acepta_promociones: z
      .union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])
      .default(false),
  })
  .refine(isPrintedTogether, TOGETHER)
  .refine((body) => body.password === body.password_confirmation, {
    path: ['password_confirmation'],
    error: PASSWORDS_DIFFER_TEXT,
    // Report it together with the errors of other fields.
    when: ({ value }) => Passwords.safeParse(value).success,
  })
export type RegisterBody = z.infer<typeof RegisterBody>

export const RegisterResponse = Message.extend({ user: SessionUser, token: z.string() })
