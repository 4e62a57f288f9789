import { z } from 'zod'

/** A row's id on the wire: a positive integer that fits PostgreSQL's `integer` (contract section 1). */
export const Id = z.int().positive().max(2_147_483_647)

/** An id in a path: `^[1-9][0-9]{0,9}$`; anything else is a 404, never a coerced number (contract section 1). */
export const PathId = z
  .string()
  .regex(/^[1-9][0-9]{0,9}$/)
  .transform(Number)
  .pipe(Id)

/** `{id}` as the only path parameter. */
export const IdParams = z.object({ id: PathId })

/** An instant: ISO 8601 with offset. */
export const Instant = z.iso.datetime({ offset: true })

/** A calendar day, `YYYY-MM-DD`, in America/Lima. */
export const Day = z.iso.date()

/** `{data: [...]}`: a list that cannot grow without bound. */
export const listOf = <T extends z.ZodType>(item: T) => z.object({ data: z.array(item) })

/** `{data: {...}}`: one thing. */
export const oneOf = <T extends z.ZodType>(item: T) => z.object({ data: item })

/** `{data: {...} | null}` with 200, where a screen asks "is there one?". */
export const maybeOf = <T extends z.ZodType>(item: T) => z.object({ data: item.nullable() })

/** A page of a list that can grow (contract section 1). */
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
const PER_PAGE_TEXT = 'La cantidad por página va de 1 a 100.'

/** `?page=&per_page=`, at most 100 rows a page. */
export const PageQuery = z.object({
  page: z.coerce.number(PAGE_TEXT).int(PAGE_TEXT).min(1, PAGE_TEXT).max(10_000, PAGE_TEXT).default(1),
  per_page: z.coerce.number(PER_PAGE_TEXT).int(PER_PAGE_TEXT).min(1, PER_PAGE_TEXT).max(100, PER_PAGE_TEXT).default(20),
})

/** The answer of a call that only says that it worked. */
export const Message = z.object({ message: z.string(), mensaje: z.string() })

/** Every failure's body: the same Spanish text under both keys that the specifications read; `errors` only with 422. */
export const FailureBody = z.object({
  message: z.string(),
  mensaje: z.string(),
  code: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
})
export type FailureBody = z.infer<typeof FailureBody>
