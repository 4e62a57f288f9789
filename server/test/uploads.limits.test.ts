import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MAX_PHOTO_BYTES } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FORMS_UNDER_WAY } from '../src/platform/http/forms.ts'
import { aPerson } from './builders.ts'
import { useApp } from './harness.ts'
import { encodeForm } from './matrix.requests.ts'
import { untilWaiting } from './waiting.ts'

const t = useApp()
let port: number

beforeAll(async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const address = t.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => t.app.server.closeAllConnections())

const aToken = async () => t.tokenOf((await aPerson(t.deps.db)).id)
const plain = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#258' }, limitInputPixels: false })

async function upload(bytes: Buffer) {
  const form = await encodeForm({ form: {}, file: { name: 'imagen', bytes } })
  const { status, body } = await t.call('POST', '/api/foros/imagenes', { token: await aToken(), ...form })
  return { status, text: body.mensaje, ruta: String(body.data?.ruta) }
}

const HEAVY = 'Una imagen de este tipo puede tener hasta 8 megapíxeles.'
const LONG = 'La imagen puede medir hasta 12000 píxeles por lado.'
const KIND = 'La imagen debe ser JPG, PNG, WebP o GIF.'

describe('a picture that would exhaust memory when decoded', () => {
  it.each<[name: string, make: () => Promise<Buffer>, text: string]>([
    ['AVIF', () => plain(20, 20).avif().toBuffer(), KIND],
    ['progressive JPEG of 9 MP', () => plain(3000, 3000).jpeg({ progressive: true }).toBuffer(), HEAVY],
    ['interlaced PNG of 9 MP', () => plain(3000, 3000).png({ progressive: true }).toBuffer(), HEAVY],
    ['PNG of 16 bits and 9 MP', () => plain(3000, 3000).toColourspace('rgb16').png().toBuffer(), HEAVY],
    ['WebP of 9 MP', () => plain(3000, 3000).webp({ effort: 0 }).toBuffer(), HEAVY],
    ['GIF of 9 MP', () => plain(3000, 3000).gif({ effort: 1 }).toBuffer(), HEAVY],
    ['strip 12,001 wide', () => plain(12_001, 10).png().toBuffer(), LONG],
    ['strip 60,000 tall', () => plain(1, 60_000).png().toBuffer(), LONG],
  ])('%s is refused, with the limits in the text', async (_name, make, text) => {
    expect(await upload(await make())).toMatchObject({ status: 415, text })
  })

  it.each([
    [12_000, 1, '1280x1'],
    [1, 12_000, '1x12000'],
    [400, 12_000, '137x4110'],
    [9, 9, '9x9'],
  ])('a picture of %i x %i is stored as %s', async (width, height, size) => {
    const { status, ruta } = await upload(await plain(width, height).png().toBuffer())
    expect(status).toBe(201)
    const made = await sharp((await t.call('GET', ruta)).raw).metadata()
    expect(`${made.width}x${made.height}`).toBe(size)
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('a photo with orientation %i is stored upright', async (orientation) => {
    // Red left, blue right; upright is wide for 1-4 and tall for 5-8.
    const blue = await plain(60, 40).png().toBuffer()
    const photo = await sharp({ create: { width: 120, height: 40, channels: 3, background: '#f00' } })
      .composite([{ input: blue, left: 60, top: 0 }])
      .withMetadata({ orientation })
      .jpeg()
      .toBuffer()
    const upright = await sharp(photo).autoOrient().raw().toBuffer({ resolveWithObject: true })
    const { ruta } = await upload(photo)
    const stored = await sharp((await t.call('GET', ruta)).raw)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([stored.info.width, stored.info.height]).toEqual([upright.info.width, upright.info.height])
    const redAt = ({ data, info }: typeof stored) => {
      const at = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 0) > 128
      return [at(5, 5), at(info.width - 5, 5), at(5, info.height - 5), at(info.width - 5, info.height - 5)]
    }
    expect(redAt(stored)).toEqual(redAt(upright))
  })

  it('a colour profile and EXIF of 1 MB each are harmless', async () => {
    const photo = await plain(300, 200)
      .withExif({ IFD0: { ImageDescription: 'x'.repeat(60_000) } })
      .jpeg()
      .toBuffer()
    // APP2 segments posing as one ICC profile.
    const parts = Array.from({ length: 16 }, (_, n) => {
      const body = Buffer.concat([Buffer.from(`ICC_PROFILE\0`), Buffer.from([n + 1, 16]), Buffer.alloc(65_000, n)])
      return Buffer.concat([Buffer.from([0xff, 0xe2, (body.length + 2) >> 8, (body.length + 2) & 255]), body])
    })
    const { status } = await upload(Buffer.concat([photo.subarray(0, 2), ...parts, photo.subarray(2)]))
    expect(status).toBe(201)
  })
})

describe('the files under way', () => {
  it('are in DATA_DIR, and removed: at the end, and those that a killed process left, but not those of another that runs', async () => {
    const { dataDir } = t.deps.config
    const folders = () => readdirSync(dataDir).filter((name) => name.startsWith('.temporal-'))
    const [left, running] = ['.temporal-muerta', '.temporal-viva'].map((name) => join(dataDir, name))
    for (const folder of [left, running]) {
      mkdirSync(String(folder))
      writeFileSync(join(String(folder), 'archivo'), 'media subida')
    }
    const anHourAgo = new Date(Date.now() - 3_600_000)
    utimesSync(String(left), anHourAgo, anHourAgo)
    const authorization = `Bearer ${await t.tokenOf((await aPerson(t.deps.db, { roles: ['marca'] })).id)}`
    const type = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': MAX_PHOTO_BYTES }
    const path = '/api/gestion/archivos?uso=material'
    const sent = request({ port, host: '127.0.0.1', method: 'POST', path, headers: { authorization, ...type } })
    sent.on('error', () => undefined)
    sent.write('--x\r\nContent-Disposition: form-data; name="archivo"; filename="a.pdf"\r\n\r\n%PDF-1.7')
    await expect.poll(folders).toEqual([expect.stringMatching(/[0-9a-f]{12}$/), '.temporal-viva'])
    sent.destroy()
    await expect.poll(folders).toEqual(['.temporal-viva'])
  })
})

describe('concurrent uploads', () => {
  /** Announces its length and then stalls. */
  function stalled(
    token: string,
    localAddress = '127.0.0.1',
  ): Promise<{ status: number; body: { mensaje: string }; retryAfter: string } | null> {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': MAX_PHOTO_BYTES,
      }
      const sent = request({
        port,
        host: '127.0.0.1',
        localAddress,
        method: 'POST',
        path: '/api/foros/imagenes',
        headers,
        agent: false,
      })
      sent.on('response', async (answer) => {
        const chunks: Buffer[] = []
        for await (const chunk of answer) chunks.push(chunk as Buffer)
        const body = JSON.parse(Buffer.concat(chunks).toString())
        resolve({ status: answer.statusCode ?? 0, body, retryAfter: String(answer.headers['retry-after']) })
        sent.destroy()
      })
      sent.on('error', reject)
      sent.write('--x\r\nContent-Disposition: form-data; name="imagen"; filename="a.png"\r\n\r\n')
      open.push(() => {
        sent.destroy()
        resolve(null)
      })
    })
  }
  const open: (() => void)[] = []

  it('more than two per person, of a network or in all are refused before they are read', async () => {
    const own = await aToken()
    const answers = [stalled(own), stalled(own), stalled(own)]
    expect(await Promise.race(answers)).toMatchObject({
      status: 429,
      body: { mensaje: 'Espera a que termine de subir tu imagen anterior.' },
      retryAfter: '5',
    })
    const refused = {
      status: 503,
      body: { mensaje: 'Se están recibiendo muchas imágenes a la vez. Inténtalo en unos segundos.' },
      retryAfter: '5',
    }
    // All tokens first: an upload begun after the others were ended would wait for the server's timeout.
    const tokens = await Promise.all(Array.from({ length: FORMS_UNDER_WAY.all + 1 }, aToken))
    const { network, all, person } = FORMS_UNDER_WAY
    const neighbours = tokens.slice(0, network - person + 1).map((token) => stalled(token))
    expect(await Promise.race(neighbours)).toMatchObject(refused)
    // The last places are kept for other networks; of these, one more than there are places.
    const others = tokens.slice(network - all - 1).map((token, n) => stalled(token, `127.0.1.${n + 1}`))
    expect(await Promise.race(others)).toMatchObject(refused)
    for (const end of open) end()
    await Promise.all([...answers, ...neighbours, ...others])
    // Aborted uploads no longer count.
    await expect.poll(async () => (await upload(await plain(30, 30).png().toBuffer())).status).toBe(201)
  })

  it('one that sends nothing is ended, so that it holds no place of others', async () => {
    const own = await aToken()
    open.length = 0
    const { bodyMs } = t.app
    t.app.bodyMs = 100
    const answers = Array.from({ length: FORMS_UNDER_WAY.person }, () => stalled(own))
    expect((await Promise.all(answers)).map((answer) => answer?.status)).toEqual([408, 408])
    t.app.bodyMs = bodyMs
    const form = await encodeForm({ form: {}, file: { name: 'imagen', bytes: await plain(33, 33).png().toBuffer() } })
    expect((await t.call('POST', '/api/foros/imagenes', { token: own, ...form })).status).toBe(201)
  })

  it('a guest’s small form that sends nothing is ended too', async () => {
    const { bodyMs } = t.app
    t.app.bodyMs = 100
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 2000 }
    const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/api/usuarios', headers, agent: false })
    const status = new Promise((resolve, reject) => {
      sent.on('response', (answer) => resolve(answer.statusCode)).on('error', reject)
    })
    sent.write('--x\r\n')
    expect(await status).toBe(408)
    t.app.bodyMs = bodyMs
  })

  it('one that hangs up while its session is looked up holds no place', async () => {
    const own = await aToken()
    const counted = promisify(t.app.server.getConnections.bind(t.app.server))
    const connections = () => counted()
    await expect.poll(connections).toBe(0)
    await t.deps.db.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE accesos IN ACCESS EXCLUSIVE MODE`)
      open.length = 0
      const answers = Array.from({ length: FORMS_UNDER_WAY.person }, () => stalled(own))
      await untilWaiting(t, FORMS_UNDER_WAY.person)
      for (const end of open) end()
      await Promise.all(answers)
      await expect.poll(connections).toBe(0)
    })
    const form = await encodeForm({ form: {}, file: { name: 'imagen', bytes: await plain(31, 31).png().toBuffer() } })
    const answer = await t.call('POST', '/api/foros/imagenes', { token: own, ...form })
    expect([answer.status, answer.body.mensaje]).toEqual([201, undefined])
  })

  it('of few people leave room for who has none, and the slowest of theirs is cut when there is none left', async () => {
    const tokens = await Promise.all(Array.from({ length: 6 }, aToken))
    const [refused, closed] = [new Set<ClientRequest>(), new Set<ClientRequest>()]
    const { bodyMs } = t.app
    t.app.bodyMs = 100
    const hogs = tokens.flatMap((token, n) =>
      [1, 2].map(() => {
        const type = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': MAX_PHOTO_BYTES }
        const headers = { authorization: `Bearer ${token}`, ...type }
        const localAddress = `127.0.2.${1 + (n % 2)}`
        const path = '/api/foros/imagenes'
        const sent = request({ port, host: '127.0.0.1', localAddress, method: 'POST', path, headers, agent: false })
        // Those without a place are refused; the one that is cut may lose its answer, for it was still sending.
        sent.on('response', (answer) => answer.statusCode === 503 && refused.add(sent))
        sent.on('error', () => undefined)
        sent.on('close', () => closed.add(sent))
        sent.write('--x\r\nContent-Disposition: form-data; name="imagen"; filename="a.png"\r\n\r\n')
        // Faster than a form must be when there is room, and slower than when there is none, however late the timer comes.
        const began = performance.now()
        let written = 0
        const drip = setInterval(() => {
          const due = Math.floor((performance.now() - began) * 10) - written
          sent.write('x'.repeat(due))
          written += due
        }, 20)
        sent.on('close', () => clearInterval(drip))
        return sent
      }),
    )
    const form = await encodeForm({ form: {}, file: { name: 'imagen', bytes: await plain(29, 29).png().toBuffer() } })
    const send = async (remoteAddress: string) => {
      const headers = { ...form.headers, authorization: `Bearer ${await aToken()}` }
      const options = { method: 'POST', url: '/api/foros/imagenes', headers, payload: form.body } as const
      return (await t.app.inject({ ...options, remoteAddress })).statusCode
    }
    await expect.poll(() => refused.size).toBe(hogs.length - FORMS_UNDER_WAY.all + FORMS_UNDER_WAY.spare)
    await expect.poll(() => send('127.0.2.1')).toBe(201)
    await expect.poll(() => [...closed].filter((sent) => !refused.has(sent)).length).toBe(1)
    expect(await send('127.0.2.9')).toBe(201)
    t.app.bodyMs = bodyMs
    for (const sent of hogs) sent.destroy()
  })

  it('of guests are refused beyond a few, before their photos are read', async () => {
    const refused: (number | undefined)[] = []
    const guests = Array.from({ length: 30 }, (_, n) => {
      const sent = request({
        port,
        host: '127.0.0.1',
        // Each from an address of its own.
        localAddress: `127.0.1.${n + 1}`,
        method: 'POST',
        path: '/api/usuarios',
        headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': MAX_PHOTO_BYTES },
        agent: false,
      })
      sent.on('response', (answer) => refused.push(answer.statusCode))
      sent.on('error', () => undefined)
      sent.write('--x\r\nContent-Disposition: form-data; name="foto_perfil"; filename="a.png"\r\n\r\n')
      return sent
    })
    await expect.poll(() => refused).toEqual(Array(guests.length - FORMS_UNDER_WAY.guests).fill(503))
    for (const sent of guests) sent.destroy()
  })
})
