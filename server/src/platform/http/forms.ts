import { MAX_PHOTO_BYTES } from '@campus/contract/rules'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fail, invalidFields } from './failures.ts'
import type { App } from './http.ts'

type Form = { fields: Record<string, string>; file: Buffer | null }

const TOO_BIG = `La foto puede pesar hasta ${Math.floor(MAX_PHOTO_BYTES / 1_000_000)} MB.`
const ALL_BUSY = 'Se están recibiendo muchas imágenes a la vez. Inténtalo en unos segundos.'
const OWN_BUSY = 'Espera a que termine de subir tu imagen anterior.'

/** Forms that one process holds in memory: in all, of one person, of guests, and their bytes. */
export const FORMS_UNDER_WAY = { all: 20, person: 2, guests: 4, bytes: 30_000_000 } as const

/** A guest's form up to here has no photo worth counting. */
const SMALL_FORM_BYTES = 64_000

/** Refuses forms beyond {@link FORMS_UNDER_WAY} before their body is read. */
export function installForms(app: App): void {
  const underWay = new Set<{ sender: number | string; guest: boolean; size: number }>()
  const enter = ({ identity, ip }: FastifyRequest, reply: FastifyReply, size: number) => {
    // The client hung up while its session was looked up: `close` is over and would never release the place.
    if (reply.raw.destroyed) return
    const form = { sender: identity?.id ?? ip, guest: !identity, size }
    const forms = [...underWay, form]
    if (forms.filter(({ sender }) => sender === form.sender).length > FORMS_UNDER_WAY.person)
      throw fail('DEMASIADOS_INTENTOS', { message: OWN_BUSY, retryAfter: 5 })
    const bytes = forms.reduce((sum, one) => sum + one.size, 0)
    const full = forms.length > FORMS_UNDER_WAY.all || bytes > FORMS_UNDER_WAY.bytes
    if (full || (form.guest && forms.filter(({ guest }) => guest).length > FORMS_UNDER_WAY.guests))
      throw fail('NO_DISPONIBLE', { message: ALL_BUSY, retryAfter: 5 })
    underWay.add(form)
    reply.raw.once('close', () => underWay.delete(form))
  }
  const limit = async (request: FastifyRequest, reply: FastifyReply) => {
    const size = Math.min(Number(request.headers['content-length'] ?? MAX_PHOTO_BYTES), MAX_PHOTO_BYTES)
    if (request.identity || size > SMALL_FORM_BYTES) enter(request, reply, size)
  }
  app.addHook('onRoute', (route) => {
    if (route.config?.form) route.preParsing = limit
  })
}

/** A form with at most one file, `fileField`. @throws TIPO_NO_ADMITIDO, DEMASIADO_GRANDE, SOLICITUD_INVALIDA */
export async function readForm(request: FastifyRequest, fileField: string): Promise<Form> {
  if (!request.isMultipart()) throw fail('TIPO_NO_ADMITIDO')
  const fields: Record<string, string> = {}
  let file: Buffer | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else if (part.fieldname !== fileField) throw fail('SOLICITUD_INVALIDA')
      else file = await part.toBuffer()
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE')
      throw fail('DEMASIADO_GRANDE', { message: TOO_BIG })
    throw error
  }
  // An input of type file that was left empty sends a part of no bytes.
  return { fields, file: file?.length ? file : null }
}

/** @throws DATOS_INVALIDOS with the texts by field */
export function checkFields<Schema extends z.ZodType>(
  schema: Schema,
  fields: Record<string, string>,
): z.output<Schema> {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return parsed.data
  throw invalidFields(z.flattenError(parsed.error).fieldErrors as Record<string, string[]>)
}
