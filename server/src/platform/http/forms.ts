import { finished } from 'node:stream/promises'
import { MAX_PHOTO_BYTES } from '@campus/contract/rules'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fail } from './failures.ts'
import type { App } from './http.ts'

/** A multipart form: its text fields and at most one file, in memory. */
export type Form = { fields: Record<string, string>; file: Buffer | null }

const MEGABYTES = Math.floor(MAX_PHOTO_BYTES / 1_000_000)

const TOO_BIG = `La foto puede pesar hasta ${MEGABYTES} MB.`
const ALL_BUSY = 'Se están recibiendo muchas imágenes a la vez. Inténtalo en unos segundos.'
const OWN_BUSY = 'Espera a que termine de subir tu imagen anterior.'

/** Forms whose files one process holds in memory at the same time: in all, of one person, and their bytes. */
export const FORMS_UNDER_WAY = { all: 20, person: 2, bytes: 30_000_000 } as const

/** Counts the forms under way and refuses those beyond {@link FORMS_UNDER_WAY} before their body is read. */
export function installForms(app: App): void {
  const byPerson = new Map<number, number>()
  let count = 0
  let bytes = 0
  const enter = (request: FastifyRequest, reply: FastifyReply, person: number) => {
    // The client left while its session was looked up: no event would give the place back any more.
    if (reply.raw.destroyed) return
    const size = Math.min(Number(request.headers['content-length'] ?? MAX_PHOTO_BYTES), MAX_PHOTO_BYTES)
    const own = byPerson.get(person) ?? 0
    if (own >= FORMS_UNDER_WAY.person) throw fail('DEMASIADOS_INTENTOS', { message: OWN_BUSY, retryAfter: 5 })
    if (count >= FORMS_UNDER_WAY.all || bytes + size > FORMS_UNDER_WAY.bytes)
      throw fail('NO_DISPONIBLE', { message: ALL_BUSY, retryAfter: 5 })
    count += 1
    bytes += size
    byPerson.set(person, own + 1)
    reply.raw.once('close', () => {
      count -= 1
      bytes -= size
      const left = (byPerson.get(person) ?? 1) - 1
      if (left > 0) byPerson.set(person, left)
      else byPerson.delete(person)
    })
  }
  app.addHook('preParsing', async (request, reply) => {
    if (request.identity && request.routeOptions.config.form) enter(request, reply, request.identity.id)
  })
}

/** Reads past a file that is not wanted, so that guests cannot fill the memory. */
async function discard({ file }: MultipartFile): Promise<null> {
  await finished(file.resume())
  if (file.truncated) throw fail('DEMASIADO_GRANDE', { message: TOO_BIG })
  return null
}

/**
 * Reads a multipart form with one optional file under the name `fileField`; other files are refused.
 * `ignored`: the form may carry the file, but no one looks at it.
 * @throws TIPO_NO_ADMITIDO, DEMASIADO_GRANDE, SOLICITUD_INVALIDA
 */
export async function readForm(
  request: FastifyRequest,
  fileField: string,
  { ignored = false }: { ignored?: boolean } = {},
): Promise<Form> {
  if (!request.isMultipart()) throw fail('TIPO_NO_ADMITIDO')
  const fields: Record<string, string> = {}
  const keep = ignored ? discard : (part: MultipartFile) => part.toBuffer()
  let file: Buffer | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else if (part.fieldname !== fileField) throw fail('SOLICITUD_INVALIDA')
      else file = await keep(part)
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE')
      throw fail('DEMASIADO_GRANDE', { message: TOO_BIG })
    throw error
  }
  // An input of type file that was left empty sends a part of no bytes.
  return { fields, file: file?.length ? file : null }
}

/**
 * Checks a form's fields.
 * @throws DATOS_INVALIDOS with the texts by field
 */
export function checkFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Record<string, string>,
): z.output<Schema> {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return parsed.data
  const errors = z.flattenError(parsed.error).fieldErrors as Record<string, string[]>
  throw fail('DATOS_INVALIDOS', { errors, message: Object.values(errors)[0]?.[0] })
}
