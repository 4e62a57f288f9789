import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { materiales } from '../catalogue/catalogue.tables.ts'

const t = useApp()
const BYTES = Buffer.from('0123456789abcdefghij')

type Shape = Partial<typeof materiales.$inferInsert> & { extension?: string; bytes?: Buffer }

/** A lesson with one material, as an enrolled student receives it. */
async function aMaterial({ extension = 'pdf', bytes = BYTES, ...values }: Shape = {}) {
  const { db, storage } = t.deps
  const course = await aCourse(db)
  const id_leccion = course.modulos[0]?.lecciones[0]?.id ?? 0
  const ruta = await storage.put('materiales', bytes, extension)
  const shape = {
    tipo: 'Archivo' as const,
    nombre: 'Guía',
    ruta,
    formato: 'application/pdf',
    tamano: bytes.length,
    orden: 1,
  }
  await db.insert(materiales).values({ id_leccion, ...shape, ...values })
  const student = await aPerson(db)
  await anEnrolment(db, student.id, course.id)
  const token = await t.tokenOf(student.id)
  const { body } = await t.call('GET', `/api/materiales/leccion/${id_leccion}`, { token })
  return { ...body.data[0], key: ruta, token, id_leccion }
}

describe('the URL of a material', () => {
  it('is signed for files, plain for http(s) links, absent otherwise', async () => {
    const file = await aMaterial()
    expect(file).toMatchObject({ tipo: 'Archivo', nombre: 'Guía', formato: 'application/pdf', tamano: 20 })
    expect(file.ruta).toMatch(new RegExp(`^/api/materiales/${file.id}/archivo\\?vence=\\d+&firma=[\\w-]+$`))
    const detail = await t.call('GET', `/api/lecciones/detallado/${file.id_leccion}`, { token: file.token })
    expect(detail.body.data.materiales[0].ruta).toContain(`/api/materiales/${file.id}/archivo?`)
    expect(JSON.stringify(detail.body)).not.toContain(file.key)
    const link = await aMaterial({ tipo: 'Enlace', ruta: 'https://ejemplo.example/a', formato: null, tamano: null })
    expect(link.ruta).toBe('https://ejemplo.example/a')
    expect((await aMaterial({ tipo: 'Enlace', ruta: 'javascript:alert(1)' })).ruta).toBeNull()
    const text = await aMaterial({ tipo: 'Texto', ruta: null, texto: '<p>Hola</p>' })
    expect(text).toMatchObject({ ruta: null, texto: '<p>Hola</p>' })
  })

  it('works without a token, and only as signed', async () => {
    const file = await aMaterial()
    const other = await aMaterial()
    const good = await t.call('GET', file.ruta)
    expect(good.status).toBe(200)
    expect(good.raw).toEqual(BYTES)
    const absent = await t.call('GET', '/api/materiales/2000000000/archivo')
    const [path, query] = file.ruta.split('?')
    const expired = t.deps.signer.sign(path, -120)
    for (const url of [
      path,
      `${path}?vence=9999999999&firma=${new URLSearchParams(query).get('firma')}`,
      `${other.ruta.split('?')[0]}?${query}`,
      `${path}?${query}&firma=x`,
      `${file.ruta}x`,
      expired,
      t.deps.signer.sign('/api/materiales/2000000000/archivo', 60),
    ]) {
      const answer = await t.call('GET', url)
      expect(answer.status, url).toBe(404)
      expect(answer.raw).toEqual(absent.raw)
    }
    expect(absent.body.mensaje).toBe('No encontramos lo que buscas.')
  })

  it('returns 404 when the file is missing', async () => {
    const file = await aMaterial({ bytes: Buffer.from('otro archivo') })
    await t.deps.storage.remove(file.key)
    expect((await t.call('GET', file.ruta)).status).toBe(404)
    expect((await t.call('GET', (await aMaterial({ ruta: '../../etc/passwd' })).ruta)).status).toBe(404)
  })
})

describe('the file of a material', () => {
  it('allows framing PDFs and sandboxes pictures', async () => {
    const pdf = await t.call('GET', (await aMaterial()).ruta)
    expect(pdf.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '20',
      'content-security-policy': "frame-ancestors 'self'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=600',
      'content-disposition': `inline; filename="Guia.pdf"; filename*=UTF-8''Gu%C3%ADa.pdf`,
    })
    for (const formato of ['image/png', 'image/jpeg', 'image/webp', 'image/gif']) {
      const { headers } = await t.call('GET', (await aMaterial({ formato, extension: 'png' })).ruta)
      expect(headers['content-type']).toBe(formato)
      expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'")
      expect(headers['content-disposition']).toMatch(/^inline; /)
    }
  })

  it('serves other types as downloads without an executable type', async () => {
    for (const [formato, extension] of [
      ['image/svg+xml', 'svg'],
      ['text/html', 'html'],
      [null, 'docx'],
      ['application/zip', 'zip'],
    ] as const) {
      const { headers } = await t.call('GET', (await aMaterial({ tipo: 'Otro', formato, extension })).ruta)
      expect(headers['content-type']).toBe('application/octet-stream')
      expect(headers['content-disposition']).toBe(
        `attachment; filename="Guia.${extension}"; filename*=UTF-8''Gu%C3%ADa.${extension}`,
      )
      expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'")
    }
    const forced = await t.call('GET', `${(await aMaterial()).ruta}&descargar=1`)
    expect(forced.headers['content-disposition']).toMatch(/^attachment; /)
  })

  it('has a name valid in headers and file systems', async () => {
    const named = async (nombre: string) =>
      (await t.call('GET', (await aMaterial({ nombre })).ruta)).headers['content-disposition']
    expect(await named('a"b\r\nSet-Cookie: x/../y.PDF')).toBe(
      `inline; filename="a b Set-Cookie x .. y.PDF"; filename*=UTF-8''a%20b%20Set-Cookie%20x%20..%20y.PDF`,
    )
    expect(await named('///')).toBe(`inline; filename="archivo.pdf"; filename*=UTF-8''archivo.pdf`)
    expect(await named("Año (l'été) 😀")).toBe(
      `inline; filename="Ano (l'ete) __.pdf"; filename*=UTF-8''A%C3%B1o%20%28l%27%C3%A9t%C3%A9%29%20%F0%9F%98%80.pdf`,
    )
  })

  it('supports ranges', async () => {
    const { ruta } = await aMaterial()
    const part = (range: string, more = {}) => t.call('GET', ruta, { headers: { range, ...more } })
    for (const [range, bytes, shown] of [
      ['bytes=0-3', '0123', '0-3'],
      ['bytes=16-', 'ghij', '16-19'],
      ['bytes=-5', 'fghij', '15-19'],
      ['bytes=18-500', 'ij', '18-19'],
      ['bytes=-500', BYTES.toString(), '0-19'],
    ]) {
      const answer = await part(String(range))
      expect(answer.status).toBe(206)
      expect(answer.raw.toString()).toBe(bytes)
      expect(answer.headers).toMatchObject({
        'content-range': `bytes ${shown}/20`,
        'content-length': String(bytes?.length),
        'accept-ranges': 'bytes',
      })
    }
    for (const range of ['bytes=20-', 'bytes=-0', 'bytes=50-60']) {
      const answer = await part(range)
      expect(answer).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */20' } })
    }
    for (const range of [
      'bytes=0-1,4-5',
      'lines=0-1',
      'bytes=9-3',
      'bytes=-',
      'tonterías'.normalize('NFD').replace(/\p{M}/gu, ''),
    ]) {
      expect((await part(range)).status, range).toBe(200)
    }
    const { etag } = (await t.call('GET', ruta)).headers
    expect((await part('bytes=0-3', { 'if-range': etag })).status).toBe(206)
    expect((await part('bytes=0-3', { 'if-range': '"otro"' })).status).toBe(200)
    expect((await t.call('GET', ruta, { headers: { 'if-none-match': String(etag) } })).status).toBe(304)
  })
})
