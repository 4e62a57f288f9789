import type { Readable } from 'node:stream'
import { paginateListObjectsV2, S3, type S3ServiceException } from '@aws-sdk/client-s3'
import { type Bucket, ConfigError } from '../config.ts'
import { fail } from '../failures.ts'
import { type Storage, storageOn } from './storage.ts'

const AWAY = 'No podemos acceder a los archivos en este momento. Inténtalo en unos segundos.'
/** Two attempts and their cleanup end before the client's idle timeout. */
const ANSWER_MS = 3000
const SLOWEST_UPLOAD_BYTES_PER_MS = 100
/** As long as a client may pause its download. */
const IDLE_MS = 20_000
/** Each download holds a socket. */
const agent = { maxSockets: 256 }

const statusOf = (error: S3ServiceException): number => error.$metadata?.httpStatusCode ?? 0
const codeOf = (error: Error): string => String('code' in error ? error.code : error.name)

function refuse(cause: S3ServiceException): never {
  if (statusOf(cause) === 507) throw fail('SIN_ESPACIO', { cause })
  throw fail('NO_DISPONIBLE', { message: AWAY, retryAfter: 5, cause })
}

function absent(error: S3ServiceException): null {
  return statusOf(error) === 404 && codeOf(error) !== 'NoSuchBucket' ? null : refuse(error)
}

const NO_ANSWER = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|TimeoutError)$/

/** Reads an absent file. An outage only warns, because all but files works without it. @throws ConfigError */
async function checkAccess(client: S3, { name, endpoint }: Bucket): Promise<void> {
  const error = await client
    .getObject({ Bucket: name, Key: 'comprobacion' })
    .catch((error: S3ServiceException) => error)
  if (!(error instanceof Error) || codeOf(error) === 'NoSuchKey') return
  const place = `el bucket «${name}» de ${endpoint}`
  if (statusOf(error) < 500 && !NO_ANSWER.test(codeOf(error)))
    throw new ConfigError(`STORAGE_URL: no se puede usar ${place} (${codeOf(error)})`)
  process.emitWarning(`${place} no responde (${codeOf(error)}); no habrá archivos hasta que responda`, 'STORAGE_URL')
}

/** @throws ConfigError when the bucket cannot be used */
export async function bucketStorage(bucket: Bucket): Promise<Storage> {
  const { name: Bucket, endpoint, region, ...credentials } = bucket
  const client = new S3({
    endpoint,
    region,
    credentials,
    // Other S3 services may support neither virtual hosts nor the newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: ANSWER_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
  await checkAccess(client, bucket)
  return storageOn({
    async size(Key) {
      const head = await client.headObject({ Bucket, Key }).catch(absent)
      return head && (head.ContentLength ?? 0)
    },
    async open(Key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const file = await client.getObject({ Bucket, Key, Range }).catch(absent)
      const size = Number(file?.ContentRange?.split('/')[1] ?? file?.ContentLength)
      return file && { stream: file.Body as Readable, size }
    },
    async write(Key, Body) {
      const requestTimeout = Buffer.isBuffer(Body) ? ANSWER_MS + Body.length / SLOWEST_UPLOAD_BYTES_PER_MS : 0
      await client.putObject({ Bucket, Key, Body }, { requestTimeout }).catch(refuse)
    },
    async remove(Key) {
      await client.deleteObject({ Bucket, Key }).catch(absent)
    },
    async *list() {
      const pages = paginateListObjectsV2({ client }, { Bucket })
      try {
        for await (const { Contents = [] } of pages) for (const { Key = '' } of Contents) yield Key
      } catch (error) {
        refuse(error as S3ServiceException)
      }
    },
    checkRoom: async () => undefined,
  })
}
