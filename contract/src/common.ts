import { z } from 'zod'
import { plainSigns } from './folding.ts'
import { line, writtenLine } from './text-fields.ts'

/** At most 2^53 - 1, up to which JSON and JavaScript are exact. */
export const Id = z.int().positive()

/** An id as digits, in paths and texts; its value is an `Id`. */
export const ID = /^[1-9][0-9]{0,15}$/

/** Strict digits, because coercion would accept `1e3`; any other value is a 404. */
export const PathId = z.string().regex(ID).transform(Number).pipe(Id)

export const IdParams = z.object({ id: PathId })

export const Instant = z.iso.datetime({ offset: true })

export const Day = z.iso.date()

/** For lists whose length is bounded. */
export const listOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item) })

export const oneOf = <T extends z.ZodType>(item: T) => z.object({ data: item })

/** `{data: null}` with 200, where a missing row is not an error. */
export const maybeOf = <T extends z.ZodType>(item: T) => z.object({ data: item.nullable() })

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.object({
      data: z.array(item),
      total: z.int(),
      per_page: z.int(),
      current_page: z.int(),
      last_page: z.int(),
    }),
  })

const PAGE_TEXT = 'La página no es válida.'

/** `most` is lower where a row may be long: no page is over 2 MB. */
export function pageQueryUpTo(most: number) {
  const text = `La cantidad por página va de 1 a ${most}.`
  return z.object({
    page: z.coerce.number(PAGE_TEXT).int(PAGE_TEXT).min(1, PAGE_TEXT).max(10_000, PAGE_TEXT).default(1),
    per_page: z.coerce.number(text).int(text).min(1, text).max(most, text).default(20),
  })
}

export const PageQuery = pageQueryUpTo(100)

/** Made by the form: what is sent again with it finds what the first one made. */
export const SentOnce = z.uuid('El envío no es válido.').nullish()

export const Message = z.object({ message: z.string(), mensaje: z.string() })
export const messageBody = (text: string): z.infer<typeof Message> => ({ message: text, mensaje: text })

export const Email = writtenLine('Escribe tu correo.', 254, 'El correo es demasiado largo.').pipe(
  z.email('Escribe un correo válido.'),
)

/** With any dash, blank or point between its digits. */
const phoneOf = (typed: string): string =>
  plainSigns(typed.normalize('NFKC'))
    .replace(/[\s.]+/g, ' ')
    .trim()

export const Phone = line(40)
  .overwrite(phoneOf)
  .regex(/^$|^[+0-9 ()-]{6,20}$/, 'El teléfono solo puede tener números, espacios y el signo +.')

export const Role = z.enum(['Alumno', 'Docente', 'Administrador', 'Personal'])

/** The text is under both keys because clients read either; `errors` only with 422. */
export const FailureBody = z.object({
  message: z.string(),
  mensaje: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
})
export type FailureBody = z.infer<typeof FailureBody>
