import { MAX_PHOTO_BYTES } from '@campus/contract/rules'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fail, invalidFields } from './failures.ts'
import type { App } from './http.ts'
import { throttledAs } from './network.ts'

type Form = { fields: Record<string, string>; file: Buffer | null }

const TOO_BIG = `La foto puede pesar hasta ${Math.floor(MAX_PHOTO_BYTES / 1_000_000)} MB.`
const ALL_BUSY = 'Se están recibiendo muchas imágenes a la vez. Inténtalo en unos segundos.'
const OWN_BUSY = 'Espera a que termine de subir tu imagen anterior.'

/** Concurrent forms of a process: in all, of a network, of a person and of guests. */
export const FORMS_UNDER_WAY = { all: 12, network: 8, person: 2, guests: 4 } as const

/** Smaller forms of guests have no photo worth limiting. */
const SMALL_FORM_BYTES = 64_000

/** Refuses excess forms before their body is read. */
export function installForms(app: App): void {
  const underWay = new Set<{ sender: number | string; network: string; guest: boolean }>()
  const enter = ({ identity, ip }: FastifyRequest, { raw }: FastifyReply) => {
    // The client hung up during authentication: `close` has fired and would never release the place.
    if (raw.destroyed) return
    const form = { sender: identity?.id ?? ip, network: throttledAs(ip).at(-1) ?? ip, guest: !identity }
    const same = (key: keyof typeof form) => [...underWay].filter((other) => other[key] === form[key]).length
    const { all, network, person, guests } = FORMS_UNDER_WAY
    if (same('sender') >= person) throw fail('DEMASIADOS_INTENTOS', { message: OWN_BUSY, retryAfter: 5 })
    if (underWay.size >= all || same('network') >= network || (form.guest && same('guest') >= guests))
      throw fail('NO_DISPONIBLE', { message: ALL_BUSY, retryAfter: 5 })
    underWay.add(form)
    raw.once('close', () => underWay.delete(form))
  }
  const limit = async (request: FastifyRequest, reply: FastifyReply) => {
    const size = Number(request.headers['content-length'] ?? MAX_PHOTO_BYTES)
    if (request.identity || size > SMALL_FORM_BYTES) enter(request, reply)
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
  // An empty file input sends a part of no bytes.
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
