import type { IncomingMessage } from 'node:http'
import { MAX_PHOTO_BYTES } from '@campus/contract/rules'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fail, invalidFields } from '../failures.ts'
import { endWith } from './failures.ts'
import type { App } from './http.ts'
import { throttledAs } from './network.ts'

/** `name` is the file's as its sender calls it. */
type Form = { fields: Record<string, string>; file: Buffer | null; name: string }

const TOO_BIG = `La foto puede pesar hasta ${Math.floor(MAX_PHOTO_BYTES / 1_000_000)} MB.`
const ALL_BUSY = 'Se están recibiendo muchas imágenes a la vez. Inténtalo en unos segundos.'
const OWN_BUSY = 'Espera a que termine de subir tu imagen anterior.'

const CUT = 'Se están recibiendo muchos archivos a la vez y el tuyo llegaba muy despacio. Inténtalo en unos minutos.'

/** Concurrent forms of a process: in all, of a network, of a person and of guests; `spare` are for those who have none. */
export const FORMS_UNDER_WAY = { all: 12, spare: 4, network: 8, person: 2, guests: 4 } as const
/** Of a network, among the spare ones. */
const SPARE_OF_NETWORK = 2
/** While there is no room, a slower form makes it for someone who has none. */
const SLOWEST_WHEN_FULL = 40_000

/** Smaller forms of guests have no photo worth limiting. */
const SMALL_FORM_BYTES = 64_000

type UnderWay = {
  sender: number | string
  network: string
  guest: boolean
  request: IncomingMessage
  began: number
  before: number
}

const bytesASecond = ({ request, began, before }: UnderWay): number =>
  (request.socket.bytesRead - before) / ((performance.now() - began) / 1000)

function placesFor(app: App) {
  const underWay = new Set<UnderWay>()
  const like = (form: UnderWay, key: 'sender' | 'network' | 'guest') =>
    [...underWay].filter((other) => other[key] === form[key])

  /** The forms that leave no room for this one. */
  function crowdOf(form: UnderWay): UnderWay[] | undefined {
    const { all, spare, network, guests } = FORMS_UNDER_WAY
    const [guest, near] = [like(form, 'guest'), like(form, 'network')]
    if (form.guest && guest.length >= guests) return guest
    if (near.length >= network) return near
    const mayUseSpare = near.length < SPARE_OF_NETWORK && like(form, 'sender').length === 0
    return underWay.size >= (mayUseSpare ? all : all - spare) ? [...underWay] : undefined
  }

  /** The slowest of the sender and network that hold most, past the time that every body has. */
  function slowestOf(crowd: UnderWay[]): UnderWay | undefined {
    const held = (form: UnderWay) => like(form, 'sender').length + like(form, 'network').length
    return crowd
      .filter((form) => !form.request.complete && performance.now() - form.began > app.bodyMs)
      .filter((form) => bytesASecond(form) < SLOWEST_WHEN_FULL)
      .toSorted((a, b) => held(b) - held(a) || bytesASecond(a) - bytesASecond(b))[0]
  }

  function cut(form: UnderWay): void {
    underWay.delete(form)
    const failure = fail('TIEMPO_EXCEDIDO', { message: CUT })
    endWith(failure, '408 Request Timeout', form.request.socket, new Error('The body made room for another.'))
  }

  return {
    /** @throws DEMASIADOS_INTENTOS, NO_DISPONIBLE */
    take(form: UnderWay): void {
      const own = like(form, 'sender').length
      if (own >= FORMS_UNDER_WAY.person) throw fail('DEMASIADOS_INTENTOS', { message: OWN_BUSY, retryAfter: 5 })
      for (let crowd = crowdOf(form); crowd; crowd = crowdOf(form)) {
        const slow = own === 0 ? slowestOf(crowd) : undefined
        if (!slow) throw fail('NO_DISPONIBLE', { message: ALL_BUSY, retryAfter: 5 })
        cut(slow)
      }
      underWay.add(form)
    },
    leave: (form: UnderWay) => underWay.delete(form),
  }
}

/** Refuses excess forms before their body is read. */
export function installForms(app: App): void {
  const places = placesFor(app)
  const enter = ({ identity, ip, raw: request }: FastifyRequest, { raw }: FastifyReply) => {
    // The client hung up during authentication: `close` has fired and would never release the place.
    if (raw.destroyed) return
    const network = throttledAs(ip).at(-1) ?? ip
    const [began, before] = [performance.now(), request.socket.bytesRead]
    const form = { sender: identity?.id ?? ip, network, guest: !identity, request, began, before }
    places.take(form)
    raw.once('close', () => places.leave(form))
  }
  const limit = async (request: FastifyRequest, reply: FastifyReply) => {
    const size = Number(request.headers['content-length'] ?? MAX_PHOTO_BYTES)
    if (request.identity || size > SMALL_FORM_BYTES) enter(request, reply)
  }
  app.addHook('onRoute', (route) => {
    if (route.config?.form) route.preParsing = limit
  })
}

/** What is read, of a photo or of another file. */
type Reading = { fileSize?: number; tooBig?: string }

/** A form with at most one file, `fileField`. @throws TIPO_NO_ADMITIDO, DEMASIADO_GRANDE, SOLICITUD_INVALIDA */
export async function readForm(
  request: FastifyRequest,
  fileField: string,
  { fileSize = MAX_PHOTO_BYTES, tooBig = TOO_BIG }: Reading = {},
): Promise<Form> {
  if (!request.isMultipart()) throw fail('TIPO_NO_ADMITIDO')
  const fields: Record<string, string> = {}
  let file: Buffer | null = null
  let name = ''
  try {
    for await (const part of request.parts({ limits: { fileSize } })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value)
      else if (part.fieldname !== fileField) throw fail('SOLICITUD_INVALIDA')
      else {
        file = await part.toBuffer()
        name = part.filename
      }
    }
  } catch (error) {
    if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE')
      throw fail('DEMASIADO_GRANDE', { message: tooBig })
    throw error
  }
  // An empty file input sends a part of no bytes.
  return { fields, file: file?.length ? file : null, name }
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
