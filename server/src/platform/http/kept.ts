import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipAsync } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { VERSIONED, versionKeys } from '../db/versions.ts'
import type { Encoding } from '../pages/page-body.ts'
import type { Identity } from './http.ts'

const brotli = promisify(brotliCompress)
const gzip = promisify(gzipAsync)

type Kind = keyof typeof VERSIONED
/** Whose version it is: the asker's, their brand's, the only one, or that of an id in the address. */
type Whose = 'own' | 'brand' | 'only' | `params.${string}` | `query.${string}`

/** What a route's answer is made of, so that it may be kept until any of it changes. */
export type Keeps = {
  of: Partial<Record<Kind, Whose>>
  /** For answers in which time passes as well: so long it may be told as it was. An hour unless said. */
  seconds?: number
  /** Requests whose answer must be worked out. */
  unless?: (request: FastifyRequest) => boolean
}

/** An answer's bytes, and the version that what it is made of had before it was read. */
export type Kept = {
  body: Buffer
  keys: string
  version: string
  until: number
  /** Of an answer that is worth it: its bytes in an encoding, which are made once. */
  compress?: (encoding: Encoding) => Promise<Buffer>
}

/** Shorter ones travel as they are, as those that are not kept do. */
const WORTH = 1024
const ENCODERS: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => gzip(body),
}

/** Compresses a body when it is first asked for, once for all who ask. */
function compressing(body: Buffer): Kept['compress'] {
  if (body.length < WORTH) return undefined
  const made = new Map<Encoding, Promise<Buffer>>()
  return (encoding) => {
    const known = made.get(encoding)
    if (known) return known
    const making = ENCODERS[encoding](body)
    made.set(encoding, making)
    // One that failed is tried again by who asks next.
    making.catch(() => made.delete(encoding))
    return making
  }
}

const SECONDS = 3600
/** Longer addresses are nobody's screen. */
const LONGEST_URL = 300
/** What an entry takes: its bytes, compressed ones too, and what surrounds them. */
const sizeOf = ({ body }: Kept): number => Math.round(body.length * 1.4) + 600

const declared = new Map<string, Keeps>()

/** Remembers that a route keeps its answers. */
export const declareKept = (url: string, keeps: Keeps): void => void declared.set(url, keeps)

/** What the routes that were built keep, by address, so that none can forget what its answer is made of (kept.tables.test.ts). */
export const declaredKept = (): ReadonlyMap<string, Keeps> => declared

function idOf(whose: Whose, identity: Identity, { params, query }: FastifyRequest): number {
  if (whose === 'own') return identity.id
  if (whose === 'brand') return identity.id_cliente
  if (whose === 'only') return 0
  const [place, name = ''] = whose.split('.')
  const values = place === 'params' ? params : query
  return Number(typeof values === 'object' && values !== null ? Reflect.get(values, name) : Number.NaN)
}

/** The keys of what the answer to a request, whose address was checked, is made of. */
export const keysOf = ({ of }: Keeps, identity: Identity, request: FastifyRequest): string =>
  versionKeys(
    (Object.keys(VERSIONED) as Kind[]).flatMap((kind) => {
      const whose = of[kind]
      return whose ? [[kind, idOf(whose, identity, request)] as [Kind, number]] : []
    }),
  )

/**
 * Answers to reads, each for one person and address, within a bound of bytes; those asked for least recently go first. Nothing of it is
 * sent before the database has said, in the statement that checks the session, that it is still so (decision 0024).
 */
export function createKeptAnswers(most: number, now: () => number = Date.now) {
  const answers = new Map<string, Kept>()
  let bytes = 0
  function drop(key: string): Kept | undefined {
    const found = answers.get(key)
    if (!found) return undefined
    answers.delete(key)
    bytes -= sizeOf(found)
    return found
  }
  function put(key: string, kept: Kept): void {
    drop(key)
    answers.set(key, kept)
    bytes += sizeOf(kept)
  }
  return {
    /** Where a person's answer would be; undefined for a request whose answer is not kept. */
    keyOf({ id, id_cliente, tipo_cliente }: Identity, request: FastifyRequest, keeps: Keeps): string | undefined {
      if (request.url.length > LONGEST_URL || keeps.unless?.(request)) return undefined
      return `${id} ${id_cliente} ${tipo_cliente} ${request.url}`
    },
    find(key: string): Kept | undefined {
      const found = drop(key)
      if (!found || found.until < now()) return undefined
      put(key, found)
      return found
    },
    keep(key: string, body: Buffer, { keys, version }: Pick<Kept, 'keys' | 'version'>, seconds = SECONDS): void {
      if (body.length > most / 10) return
      put(key, { body, keys, version, until: now() + seconds * 1000, compress: compressing(body) })
      for (const oldest of answers.keys()) {
        if (bytes <= most) break
        drop(oldest)
      }
    },
    clear(): void {
      answers.clear()
      bytes = 0
    },
  }
}
