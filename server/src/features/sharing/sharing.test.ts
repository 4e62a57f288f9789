import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { aBrand, aCourse, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { storePicture } from '../../kit/pictures/pictures.ts'
import { clientes } from '../brands/brands.tables.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'
import { certificados } from '../certificates/certificates.tables.ts'

const t = useApp()

const aMark = () =>
  sharp({ create: { width: 200, height: 200, channels: 3, background: '#00ff00' } })
    .png()
    .toBuffer()

async function brandWithMark(): Promise<void> {
  await aBrand(t.deps.db, 2)
  const isotipo = `/api/storage/${await storePicture(t.deps.storage, await aMark())}`
  await t.deps.db.update(clientes).set({ isotipo, nombre: 'Academia', lema: 'Crea' }).where(eq(clientes.id, 2))
}

const sizeOf = async (bytes: Buffer) => {
  const { format, width, height } = await sharp(bytes).metadata()
  return { format, width, height }
}

const corner = async (bytes: Buffer) => [
  ...(await sharp(bytes).extract({ left: 2, top: 2, width: 1, height: 1 }).raw().toBuffer()),
]

describe('an installable campus', () => {
  beforeAll(brandWithMark)

  it('has a manifest with the name, the colours and the start of its brand', async () => {
    const { status, headers, body } = await t.call('GET', '/api/clientes/2/manifiesto')
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'application/manifest+json; charset=utf-8',
      'public, no-cache',
    ])
    expect(body).toMatchObject({
      name: 'Academia',
      lang: 'es-PE',
      display: 'standalone',
      start_url: '/inicio?marca=marca-2',
      scope: '/',
      theme_color: expect.stringMatching(/^#[0-9a-f]{6}$/),
    })
    const icons = body.icons as { src: string; sizes: string; purpose: string }[]
    expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '192x192 maskable',
      '512x512 maskable',
    ])
    for (const { src, sizes } of icons) {
      const icon = await t.call('GET', src)
      expect([icon.status, icon.headers['content-type']]).toEqual([200, 'image/png'])
      const size = Number(sizes.split('x')[0])
      expect(await sizeOf(icon.raw)).toEqual({ format: 'png', width: size, height: size })
    }
  })

  it('keeps a maskable icon within its safe circle, on white', async () => {
    const [whole, maskable] = await Promise.all(
      ['512.png', '512-maskable.png'].map(async (file) => (await t.call('GET', `/api/clientes/2/iconos/${file}`)).raw),
    )
    expect((await corner(whole as Buffer)).slice(0, 3)).not.toEqual([255, 255, 255])
    expect((await corner(maskable as Buffer)).slice(0, 3)).toEqual([255, 255, 255])
  })

  it.each([
    ['/favicon.ico', 32],
    ['/apple-touch-icon.png', 180],
  ])('%s is the icon of the visit’s brand', async (url, width) => {
    const icon = await t.call('GET', url)
    expect([icon.status, icon.headers['content-type'], icon.headers.vary]).toEqual([200, 'image/png', 'cookie'])
    expect(await sizeOf(icon.raw)).toEqual({ format: 'png', width, height: width })
  })

  it('draws the first letter for a brand without a picture, and nothing for an unknown one', async () => {
    await aBrand(t.deps.db, 3)
    expect(await sizeOf((await t.call('GET', '/api/clientes/3/iconos/192.png')).raw)).toMatchObject({ width: 192 })
    for (const url of ['/api/clientes/99/iconos/192.png', '/api/clientes/99/manifiesto'])
      expect((await t.call('GET', url)).status).toBe(404)
    expect((await t.call('GET', '/api/clientes/2/iconos/9999.png')).status).toBe(404)
  })
})

describe('the picture of a shared link', () => {
  beforeAll(brandWithMark)

  const CARD = { format: 'png', width: 1200, height: 630 }

  it('is drawn for a course, a brand and an invitation, whatever their texts contain', async () => {
    const { db } = t.deps
    const teacher = await aPerson(db, { tipo_cliente: 'Docente' })
    const hostile = `</span><b> & "Ñandú" ${'palabra '.repeat(20)}\u0007😀`
    const course = await aCourse(db, { nombre: hostile, teacher: teacher.id })
    for (const path of [`cursos/${course.id}`, 'clientes/2', 'invitaciones/2']) {
      const card = await t.call('GET', `/api/compartir/${path}`)
      expect([path, card.status, card.headers['content-type']]).toEqual([path, 200, 'image/png'])
      expect(card.headers['cross-origin-resource-policy']).toBe('cross-origin')
      expect(await sizeOf(card.raw)).toEqual(CARD)
      // WhatsApp shows none that is larger.
      expect(card.raw.length).toBeLessThan(300_000)
    }
    expect((await t.call('GET', '/api/compartir/cursos/999999')).status).toBe(404)
  })

  it('shows the first letter of a brand without a picture, on white', async () => {
    await aBrand(t.deps.db, 3)
    const card = await t.call('GET', '/api/compartir/clientes/3')
    const ground = await sharp(card.raw).extract({ left: 880, top: 170, width: 1, height: 1 }).raw().toBuffer()
    expect(Math.min(...ground)).toBeGreaterThan(240)
    const { channels } = await sharp(card.raw).extract({ left: 834, top: 186, width: 228, height: 228 }).stats()
    expect(Math.min(...channels.map(({ min }) => min))).toBeLessThan(150)
  })

  it('weighs what messengers take, also with a picture that nothing compresses', async () => {
    const { db, storage } = t.deps
    const noise = await sharp(randomBytes(480 * 640 * 3), { raw: { width: 480, height: 640, channels: 3 } })
      .png()
      .toBuffer()
    const course = await aCourse(db)
    const key = `imagenes/${'0'.repeat(64)}-1280.webp`
    await storage.write(key, noise)
    await db
      .update(cursos)
      .set({ imagen: `/api/storage/${key}` })
      .where(eq(cursos.id, course.id))
    const card = await t.call('GET', `/api/compartir/cursos/${course.id}`)
    expect(await sizeOf(card.raw)).toEqual(CARD)
    expect(card.raw.length).toBeLessThan(300_000)
  })

  it('strikes the price that the course’s page strikes', async () => {
    const { db } = t.deps
    const course = await aCourse(db)
    const beside = async (oferta: 'especificacion' | 'ninguna') => {
      await db.update(clientes).set({ oferta }).where(eq(clientes.id, 2))
      const { raw } = await t.call('GET', `/api/compartir/cursos/${course.id}`)
      const region = { left: 310, top: 500, width: 120, height: 40 }
      return Math.max(...(await sharp(raw).extract(region).extractChannel('green').raw().toBuffer()))
    }
    expect(await beside('ninguna'), 'the ground alone').toBeLessThan(120)
    expect(await beside('especificacion')).toBeGreaterThan(150)
  })

  it('changes with what it says, and is not sent again while it does not', async () => {
    const { db } = t.deps
    const course = await aCourse(db)
    const url = `/api/compartir/cursos/${course.id}`
    const first = await t.call('GET', url)
    const headers = { 'if-none-match': String(first.headers.etag) }
    expect((await t.call('GET', url, { headers })).status).toBe(304)
    await db.update(clientes).set({ color_primario: '#00695c' }).where(eq(clientes.id, 2))
    const changed = await t.call('GET', url, { headers })
    expect([changed.status, changed.raw.equals(first.raw)]).toEqual([200, false])
  })

  it('shows a certificate that stands, and neither a revoked one nor a guess', async () => {
    const { db } = t.deps
    const student = await aPerson(db)
    const course = await aCourse(db)
    const codigo_certificado = 'CERT-ABCDEFGHI'
    await db.insert(certificados).values({
      id_usuario: student.id,
      id_curso: course.id,
      codigo_certificado,
      alumno: 'Ana María Quispe Núñez',
      curso: course.nombre,
      nota: 90,
      horas: 12,
      fecha_inicio: '2026-01-01',
      fecha_fin: '2026-01-31',
    })
    const url = `/api/compartir/certificados/${codigo_certificado}`
    const card = await t.call('GET', url)
    expect([card.status, card.headers['x-robots-tag'], card.headers['cache-control']]).toEqual([
      200,
      'noindex',
      'public, no-cache',
    ])
    expect(await sizeOf(card.raw)).toEqual(CARD)
    await db
      .update(certificados)
      .set({
        estado: 'revocado',
        fecha_revocacion: '2026-02-01T00:00:00Z',
        motivo_revocacion: 'x',
        causa_revocacion: 'academia',
      })
      .where(eq(certificados.codigo_certificado, codigo_certificado))
    expect((await t.call('GET', url)).status).toBe(404)
    expect((await t.call('GET', '/api/compartir/certificados/CERT-ZZZZZZZZZ')).status).toBe(404)
  })
})
