import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

const aToken = async () => t.tokenOf((await aPerson(t.deps.db)).id)

beforeAll(async () => {
  token = await aToken()
  picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#369' } })
    .png()
    .toBuffer()
})
afterAll(() => t.app.server.closeAllConnections())

const folder = () => join(t.deps.config.dataDir, 'archivos')

/** All stored files. */
const files = (): string[] =>
  existsSync(folder()) ? readdirSync(folder(), { recursive: true }).map(String).sort() : []

async function upload(bytes: Buffer, filename?: string) {
  await t.database.sql`DELETE FROM limites`
  return t.call('POST', '/api/foros/imagenes', {
    token,
    ...(await encodeForm({ form: {}, file: { name: 'imagen', bytes, filename } })),
  })
}

/** Stored files of an accepted upload: names and bytes. */
async function storedFiles(bytes: Buffer, filename?: string) {
  const before = new Set(files())
  const answer = await upload(bytes, filename)
  expect([answer.status, answer.body.mensaje]).toEqual([201, undefined])
  const made = files().filter((name) => !before.has(name) && name.includes('.'))
  return {
    ruta: String(answer.body.data.ruta),
    made: made.map((name) => ({ name, bytes: readFileSync(join(folder(), name)) })),
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG that claims this size, with trailing zeros. */
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

describe('a malicious upload', () => {
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
  ])('%s is refused with a text and leaves no file', async (_name, make, status, text) => {
    const before = files()
    const answer = await upload(make())
    expect([answer.status, answer.body.mensaje]).toEqual([status, text])
    expect(files()).toEqual(before)
  })

  it('a picture with appended HTML is stored without it', async () => {
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

  it('a photo is stored without its location', async () => {
    const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#963' } })
      .withExif({
        IFD0: { Make: 'Camara-Secreta' },
        IFD3: {
          GPSLatitudeRef: 'S',
          GPSLatitude: '12/1 2/1 3456/100',
          GPSLongitudeRef: 'W',
          GPSLongitude: '77/1 1/1 4321/100',
          GPSMapDatum: 'WGS-84 Secreto',
        },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>Lugar-Secreto</place></x:xmpmeta>')
      .jpeg()
      .toBuffer()
    // The location must be in the original.
    const { exif } = await sharp(photo).metadata()
    expect(exif?.includes('WGS-84 Secreto')).toBe(true)
    const { made } = await storedFiles(photo)
    expect(made.map(({ name }) => name.split('-')[1]).sort()).toEqual(
      [320, 640, 1280].flatMap((width) => [`${width}.avif`, `${width}.webp`]).sort(),
    )
    for (const { name, bytes } of made) {
      const { exif, xmp, iptc, icc } = await sharp(bytes).metadata()
      expect([name, exif, xmp, iptc, icc]).toEqual([name, undefined, undefined, undefined, undefined])
      expect([name, /Secret|WGS-84|Exif/.test(bytes.toString('latin1'))]).toEqual([name, false])
    }
  })

  it.each([
    ['gif', { effort: 1 }],
    ['webp', { effort: 0, lossless: true }],
  ] as const)('a %s of a thousand pictures is stored as its first frame', async (format, options) => {
    const side = 16
    const frames = 1000
    const raw = { width: side, height: side * frames, channels: 3, pageHeight: side } as const
    // Distinct, because identical files are stored once.
    const pixels = Buffer.alloc(side * side * frames * 3)
    for (let frame = 0; frame < frames; frame++)
      pixels.fill(frame % 2 ? 255 : 0, frame * side * side * 3, (frame + 1) * side * side * 3)
    const film = await sharp(pixels, { raw, limitInputPixels: false }).toFormat(format, options).toBuffer()
    expect((await sharp(film).metadata()).pages).toBe(frames)
    const { made } = await storedFiles(film)
    expect(made.length).toBeGreaterThan(0)
    for (const { bytes } of made) expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1)
  })

  it.each([
    'foto.png.html',
    'foto.php.png',
    'foto.html%00.png',
    '../../../server/src/main.ts',
    'C:\\web\\foto.svg',
    '.htaccess',
  ])('the file name %j reaches neither disk nor URL', async (filename) => {
    const own = await sharp({ create: { width: 9, height: 9, channels: 3, background: `#${filename.length}00` } })
      .png()
      .toBuffer()
    const { ruta, made } = await storedFiles(own, filename)
    expect(ruta).toMatch(/^\/api\/storage\/imagenes\/[0-9a-f]{64}-1280\.webp$/)
    for (const { name } of made) expect(name).toMatch(/^imagenes\/[0-9a-f]{64}-(320|640|1280)\.(avif|webp)$/)
    expect((await t.call('GET', ruta)).headers['content-type']).toBe('image/webp')
    // A name does not turn other bytes into a picture.
    const page = await upload(Buffer.from('<!doctype html><script>alert(1)</script>'), filename)
    expect([page.status, page.body.mensaje]).toEqual(NO_PICTURE)
  })

  it('is refused after sixty in a day, without decoding', async () => {
    const { id } = await aPerson(t.deps.db)
    await t.database.sql`INSERT INTO limites (regla, clave, cuenta, termina_en)
      VALUES ('imagen_foro_usuario', ${String(id)}, 60, now() + interval '1 hour')`
    const before = files()
    const form = await encodeForm({ form: {}, file: { name: 'imagen', bytes: picture } })
    const answer = await t.call('POST', '/api/foros/imagenes', { token: await t.tokenOf(id), ...form })
    expect(answer).toMatchObject({ status: 429, body: { code: 'DEMASIADOS_INTENTOS' } })
    expect(files()).toEqual(before)
  })
})

const part = (name: string, rest = '') => `--x\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\nuno\r\n`
const fields = (count: number) => Array.from({ length: count }, (_, n) => part(`campo_${n}`)).join('')

describe('a form with too many parts', () => {
  const file = part('imagen', '; filename="a.png"\r\nContent-Type: image/png')
  const HEADERS = Array.from({ length: 60 }, (_, n) => `\r\nX-${n}: a`).join('')

  it.each([
    ['40 fields', fields(40), 413, 'DEMASIADO_GRANDE'],
    ['two pictures', file + file, 413, 'DEMASIADO_GRANDE'],
    ['a picture and 31 fields', file + fields(31), 413, 'DEMASIADO_GRANDE'],
    ['a part of 60 headers', part('campo', HEADERS), 422, 'DATOS_INVALIDOS'],
    ['30 unknown fields', fields(30), 422, 'DATOS_INVALIDOS'],
  ])('%s: is refused and stores nothing', async (_what, parts, status, code) => {
    const before = files()
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const answer = await t.call('POST', '/api/foros/imagenes', {
      token: await aToken(),
      headers,
      body: `${parts}--x--\r\n`,
    })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(files()).toEqual(before)
  })
})

describe('an upload over a bad connection', () => {
  let port: number
  let headOf: (token: string) => string
  /** Each of its own person: an upload that broke off counts until the server has seen it. */
  const aHead = async () => headOf(await aToken())
  let body: Buffer

  beforeAll(async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    const address = t.app.server.address()
    port = typeof address === 'object' && address ? address.port : 0
    const form = await encodeForm({ form: {}, file: { name: 'imagen', bytes: picture } })
    body = form.body
    headOf = (token) =>
      `POST /api/foros/imagenes HTTP/1.1\r\nHost: campus.test\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${form.headers['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`
  })

  const openConnections = () =>
    new Promise<number>((resolve) => t.app.server.getConnections((_error, count) => resolve(count)))

  it('that breaks off leaves no file', async () => {
    const before = files()
    for (let cut = 1; cut <= 5; cut++) {
      const head = await aHead()
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(head)
          socket.write(body.subarray(0, (body.length * cut) / 6), () => socket.destroy())
        })
        socket.on('close', () => resolve())
      })
    }
    await expect.poll(openConnections).toBe(0)
    expect((await t.call('GET', '/api/salud')).status).toBe(200)
    expect(files()).toEqual(before)
  })

  it('that breaks off before it is read takes no place from the next', async () => {
    const head = headOf(token)
    for (let n = 0; n < 30; n++)
      await new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(head, () => socket.destroy()))
        socket.on('close', () => resolve())
      })
    await expect.poll(openConnections).toBe(0)
    expect((await upload(picture)).status).toBeLessThan(300)
  })

  // Over a connection: injected as one chunk, as no client sends it, it would block the event loop for a second.
  it('that brings 100,000 fields is refused, and holds up no other call', async () => {
    const form = `${fields(100_000)}--x--\r\n`
    const before = files()
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    let came = ''
    socket.on('data', (text) => {
      came += text
    })
    socket.write(
      `POST /api/foros/imagenes HTTP/1.1\r\nHost: campus.test\r\nAuthorization: Bearer ${await aToken()}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${form.length}\r\n\r\n${form}`,
    )
    await expect.poll(() => came).toMatch(/^HTTP\/1\.1 413 [\s\S]*"DEMASIADO_GRANDE"/)
    socket.destroy()
    expect(files()).toEqual(before)
    expect((await upload(picture)).status).toBeLessThan(300)
    await expect.poll(openConnections).toBe(0)
  })

  /** Sends the bytes one by one until the server hangs up, or has answered. */
  async function drip(start: string, bytes: Buffer): Promise<{ sent: number; came: string }> {
    const socket = connect(port, '127.0.0.1').setEncoding('utf8')
    let came = ''
    let sent = 0
    socket.on('error', () => undefined)
    socket.write(Buffer.from(start, 'latin1'))
    const timer = setInterval(() => socket.write(bytes.subarray(sent, ++sent)), 20)
    socket.on('data', (part) => {
      came += part
      socket.end()
    })
    // Closed at once: bytes on their way may reset the response.
    await new Promise((resolve) => socket.on('close', resolve))
    clearInterval(timer)
    return { sent, came }
  }

  const LATE = /^(HTTP\/1\.1 408 [\s\S]*"TIEMPO_EXCEDIDO"|$)/

  it('that is too slow is ended after the timeout, and leaves no file', async () => {
    const before = files()
    const head = await aHead()
    // The limits of app.ts, shortened.
    const { headersTimeout, requestTimeout } = t.app.server
    Object.assign(t.app.server, { headersTimeout: 300, requestTimeout: 300 })
    const { sent, came } = await drip(head, body)
    Object.assign(t.app.server, { headersTimeout, requestTimeout })
    expect(sent).toBeLessThan(body.length)
    expect(came).toMatch(LATE)
    expect((await t.call('GET', '/api/salud')).status).toBe(200)
    expect(files()).toEqual(before)
  })

  it('has more time than another body, which is ended', async () => {
    const { bodyMs } = t.app
    t.app.bodyMs = 100
    const json = Buffer.from(JSON.stringify({ email: 'nadie@prueba.pe', password: 'x'.repeat(200) }))
    const login = `POST /api/loginalumno HTTP/1.1\r\nHost: campus.test\r\nContent-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n`
    const slow = await drip(login, json)
    const nowhere = await drip(login.replace('/api/loginalumno', '/api/no-existe'), json)
    // The last bytes alone come slowly.
    const first = body.length - 20
    const file = await drip((await aHead()) + body.subarray(0, first).toString('latin1'), body.subarray(first))
    t.app.bodyMs = bodyMs
    expect(slow.sent).toBeLessThan(json.length)
    expect(slow.came).toMatch(LATE)
    expect(nowhere.sent).toBeLessThan(json.length)
    expect(nowhere.came).toMatch(LATE)
    expect(file.came).toMatch(/^HTTP\/1\.1 20[01] /)
  })
})
