import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../test/free-port.ts'
import { anS3 } from '../../../test/s3.ts'
import { ConfigError, readConfig } from '../config.ts'
import { Failure } from '../failures.ts'
import { openStorage } from './open-storage.ts'
import { drawnName, type Storage } from './storage.ts'

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'campus-archivos-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const open = (env: Record<string, string>) => openStorage(readConfig({ DATA_DIR: aFolder(), ...env }))

const KINDS: [string, () => Promise<Storage>][] = [
  ['a folder', () => open({})],
  ['a bucket', async () => open({ STORAGE_URL: (await anS3()).url() })],
]

async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = []
  for await (const key of storage.list()) keys.push(key)
  return keys.sort()
}

const read = async (storage: Storage, key: string, range?: { start: number; end: number }) => {
  const file = await storage.open(key, range)
  return file && [await text(file.stream), file.size]
}

it.each(KINDS)('%s keeps files, gives them whole and in parts, and lets them go', async (_name, make) => {
  const storage = await make()
  await storage.checkRoom()
  expect(await keysOf(storage)).toEqual([])
  const key = await storage.put('materiales', Buffer.from('el material entero'), 'txt')
  expect(key).toMatch(/^materiales\/[0-9a-f]{64}\.txt$/)
  expect(await read(storage, key)).toEqual(['el material entero', 18])
  expect(await read(storage, key, { start: 3, end: 10 })).toEqual(['material', 18])
  expect([await storage.size(key), await storage.has(key)]).toEqual([18, true])
  // The same content is the same file.
  expect(await storage.put('materiales', Buffer.from('el material entero'), 'txt')).toBe(key)

  const name = drawnName()
  const photo = `fotos/${name}-640.webp`
  await storage.write(`fotos/${name}-320.avif`, Buffer.from('uno'))
  await storage.write(photo, Buffer.from('dos'))
  expect(await read(storage, photo)).toEqual(['dos', 3])
  const all = [key, `fotos/${name}-320.avif`, photo].sort()
  expect(await keysOf(storage)).toEqual(all)
  await storage.remove(photo)
  await storage.remove(photo)
  expect(await keysOf(storage)).toEqual(all.filter((one) => one !== photo))
  expect([await storage.open(photo), await storage.size(photo), await storage.has(photo)]).toEqual([null, null, false])
})

it.each(KINDS)('%s takes a file as a stream, whole or not at all', async (_name, make) => {
  const storage = await make()
  const source = join(aFolder(), 'grande')
  writeFileSync(source, 'x'.repeat(3_000_000))
  const key = `materiales/${drawnName()}.bin`
  await storage.write(key, createReadStream(source))
  expect(await storage.size(key)).toBe(3_000_000)
  const broken = createReadStream(`${source}.nada`).on('error', () => undefined)
  const other = `materiales/${drawnName()}.bin`
  await expect(storage.write(other, broken)).rejects.toThrow()
  expect(await keysOf(storage)).toEqual([key])
})

it.each(KINDS)('%s knows nothing but keys', async (_name, make) => {
  const storage = await make()
  for (const name of ['../secreto', 'fotos/foto.webp', `fotos/../${drawnName()}.webp`, `fotos/${drawnName()}`, '']) {
    await expect(storage.write(name, Buffer.from('x')), name).rejects.toThrow('not a key')
    expect([await storage.open(name), await storage.size(name), await storage.has(name)]).toEqual([null, null, false])
    await storage.remove(name)
  }
  expect(await keysOf(storage)).toEqual([])
})

it.each(KINDS)(
  '%s lists more files than fit a page',
  async (_name, make) => {
    const storage = await make()
    const keys = Array.from({ length: 1050 }, () => `fotos/${drawnName()}-320.webp`).sort()
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => storage.write(key, Buffer.from(key))))
    expect(await keysOf(storage)).toEqual(keys)
  },
  60_000,
)

/** What the operator is told at start. */
const mistake = (url: string) =>
  open({ STORAGE_URL: url }).then(
    () => 'opened',
    (error: unknown) => (error instanceof ConfigError ? error.message : `not the operator's: ${error}`),
  )

it('a bucket that cannot be used is told at start, in a line that names the variable', async () => {
  const s3 = await anS3()
  const { host } = new URL(s3.url())
  expect(await mistake(s3.url('ajeno'))).toBe(
    `STORAGE_URL: no se puede usar el bucket «ajeno» de http://${host} (NoSuchBucket)`,
  )
  expect(await mistake(s3.url('campus', 'otro-secreto'))).toBe(
    `STORAGE_URL: no se puede usar el bucket «campus» de http://${host} (SignatureDoesNotMatch)`,
  )
  expect(await mistake('s3://clave:secreto@nada.invalid/campus')).toBe(
    'STORAGE_URL: no se puede usar el bucket «campus» de https://nada.invalid (ENOTFOUND)',
  )
  // TLS where the server has none.
  expect(await mistake(s3.url().replace('s3+http', 's3'))).toMatch(/^STORAGE_URL: [^\n]+ \(EPROTO\)$/)
})

/** The refusal of each thing that one can ask of files. */
async function refusals(storage: Storage): Promise<unknown[]> {
  const key = `fotos/${drawnName()}-320.webp`
  const asked = [storage.size(key), storage.open(key), storage.write(key, Buffer.from('x')), storage.remove(key)]
  const answers = await Promise.allSettled([...asked, keysOf(storage)])
  return answers.map((answer) => {
    const failure = answer.status === 'rejected' ? answer.reason : undefined
    return failure instanceof Failure ? [failure.status, failure.message] : answer
  })
}

const AWAY = [503, 'No podemos acceder a los archivos en este momento. Inténtalo en unos segundos.']

it('a bucket that is away is a failure that says so, until it is back', async () => {
  const s3 = await anS3()
  const storage = await open({ STORAGE_URL: s3.url() })
  const key = await storage.put('materiales', Buffer.from('sigue aquí'), 'txt')
  await s3.stop()
  expect(await refusals(storage)).toEqual(Array(5).fill(AWAY))
  await s3.start()
  expect(await read(storage, key)).toEqual(['sigue aquí', 11])
})

it('a service that takes a call and never answers does not hold it for ever', async () => {
  const port = await freePort()
  const mute = createServer((socket) => socket.on('error', () => undefined).resume()).listen(port, '127.0.0.1')
  onTestFinished(() => void mute.close())
  const storage = await open({ STORAGE_URL: `s3+http://clave:secreto@127.0.0.1:${port}/campus` })
  expect(await refusals(storage)).toEqual(Array(5).fill(AWAY))
})
