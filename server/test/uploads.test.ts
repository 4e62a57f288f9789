import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { MAX_PHOTO_BYTES } from '@campus/contract/rules'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPerson } from './builders.ts'
import { useApp } from './harness.ts'
import { encodeForm } from './matrix.requests.ts'

const t = useApp()
let token: string
let picture: Buffer

beforeAll(async () => {
  token = await t.tokenOf((await aPerson(t.deps.db)).id)
  picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#369' } })
    .png()
    .toBuffer()
})
afterAll(() => t.app.server.closeAllConnections())

/** Every file that an upload may have left. */
function files(): string[] {
  const folder = join(t.deps.config.dataDir, 'archivos')
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String).sort() : []
}

async function upload(bytes: Buffer) {
  await t.database.sql`DELETE FROM limites`
  return t.call('POST', '/api/foros/imagenes', {
    token,
    ...(await encodeForm({ form: {}, file: { name: 'imagen', bytes } })),
  })
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG that says to be so large, with so many bytes of zeros behind its data. */
function aPng(side: number, inflated: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const data = deflateSync(Buffer.alloc(inflated), { level: 9 })
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

const NO_PICTURE = [415, 'El archivo debe ser una imagen.'] as const

describe('an upload that means harm', () => {
  it.each<[name: string, make: () => Buffer, status: number, text: string]>([
    [
      'a picture of 196 megapixels in 100 bytes',
      () => aPng(14_000, 100),
      415,
      'La imagen puede tener hasta 24 megapíxeles.',
    ],
    ['a picture of 4 gigapixels', () => aPng(65_535, 100), 415, 'La imagen puede tener hasta 24 megapíxeles.'],
    ['a GIF that is a script', () => Buffer.from('GIF89a=1;alert(document.domain)//'), ...NO_PICTURE],
    [
      'an SVG with a script',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      ...NO_PICTURE,
    ],
    ['a page under a picture’s name', () => Buffer.from('<!doctype html><script>alert(1)</script>'), ...NO_PICTURE],
    [
      'XML with an entity of a file',
      () => Buffer.from('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><svg>&b;</svg>'),
      ...NO_PICTURE,
    ],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\n'), ...NO_PICTURE],
    ['a picture cut short', () => picture.subarray(0, picture.length / 2), ...NO_PICTURE],
    ['a picture’s first bytes alone', () => picture.subarray(0, 8), ...NO_PICTURE],
    ['nothing', () => Buffer.alloc(0), 422, 'Elige una imagen.'],
    [
      'one byte more than may be',
      () => Buffer.concat([picture, Buffer.alloc(MAX_PHOTO_BYTES + 1 - picture.length)]),
      413,
      'La foto puede pesar hasta 5 MB.',
    ],
  ])('%s is refused in clear words and leaves no file', async (_name, make, status, text) => {
    const before = files()
    const answer = await upload(make())
    expect([answer.status, answer.body.mensaje]).toEqual([status, text])
    expect(files()).toEqual(before)
  })

  it('a picture with a page behind it is kept without the page', async () => {
    const answer = await upload(Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')]))
    expect(answer.status).toBe(201)
    const served = await t.call('GET', answer.body.data.ruta)
    expect(served).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' },
    })
    expect(served.headers['content-security-policy']).toContain('sandbox')
    expect(served.raw.includes('<script')).toBe(false)
  })

  it('is one too many after sixty in a day, and nothing is decoded any more', async () => {
    const { id } = await aPerson(t.deps.db)
    await t.database.sql`INSERT INTO limites (regla, clave, cuenta, termina_en)
      VALUES ('imagen_foro_usuario', ${String(id)}, 60, now() + interval '1 hour')`
    const before = files()
    const form = await encodeForm({ form: {}, file: { name: 'imagen', bytes: picture } })
    const answer = await t.call('POST', '/api/foros/imagenes', { token: await t.tokenOf(id), ...form })
    expect(answer).toMatchObject({ status: 429, body: { code: 'DEMASIADOS_INTENTOS' } })
    expect(files()).toEqual(before)
  })

  it('bombs in numbers do not fill the memory', async () => {
    const inflating = aPng(100, 100_000_000)
    const before = process.memoryUsage.rss()
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload(inflating)))
    for (const { status } of answers) expect(status).toBeLessThan(500)
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000)
  })

  it('an upload that breaks off leaves no file, and the program goes on', async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    const address = t.app.server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const before = files()
    const { body, headers } = await encodeForm({ form: {}, file: { name: 'imagen', bytes: picture } })
    const head = `POST /api/foros/imagenes HTTP/1.1\r\nHost: campus.test\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`
    for (let cut = 1; cut <= 5; cut++) {
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(head)
          socket.write(body.subarray(0, (body.length * cut) / 6), () => socket.destroy())
        })
        socket.on('close', () => resolve())
      })
    }
    expect((await t.call('GET', '/api/salud')).status).toBe(200)
    expect(files()).toEqual(before)
  })
})
