import { randomUUID } from 'node:crypto'
import { COMPLAINT_NOTES } from '@campus/contract/rules'
import { eq, sql } from 'drizzle-orm'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aBrand, aPerson, limaDay } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { LIMITS } from '../../platform/http/throttle.ts'
import { clientes } from '../brands/brands.tables.ts'
import { businessDaysAfter } from './business-days.ts'
import { reclamos } from './complaints.tables.ts'
import { fileComplaint, notifyDueComplaints } from './complaints.ts'

const t = useApp()
let visitors = 0

beforeAll(async () => {
  for (let id = 1; id <= 7; id++) await aBrand(t.deps.db, id)
})

/** A request body, as the form sends it. */
function aSheet(values: Record<string, unknown> = {}) {
  return {
    envio: randomUUID(),
    nombres: 'Ñusta María',
    apellidos: 'Güíza Ávalos',
    tipo_documento: 'DNI',
    numero_documento: '45678912',
    domicilio: 'Jr. Cusco 123, Lima',
    telefono: '+51 987 654 321',
    correo: 'nusta@correo.pe',
    menor: false,
    apoderado: '',
    bien: 'servicio',
    bien_descripcion: 'Curso de Excel, orden 123',
    monto: '149.90',
    tipo: 'reclamo',
    detalle: 'El video de la lección 3 no se ve desde el lunes.',
    pedido: 'Que lo arreglen o me devuelvan el dinero.',
    canal_respuesta: 'correo',
    conforme: true,
    ...values,
  }
}

/** One IP per guest. */
async function send(body: object, { marca = 2, address = `10.1.${visitors >> 8}.${visitors++ & 255}` } = {}) {
  const answer = await t.app.inject({
    method: 'POST',
    url: `/api/reclamos?marca=${marca}`,
    payload: body,
    remoteAddress: address,
  })
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers }
}

async function admin(id_cliente: number) {
  const person = await aPerson(t.deps.db, { tipo_cliente: 'Administrador', id_cliente })
  return { person, token: await t.tokenOf(person.id) }
}

/** A brand with the provider's data. */
async function provider(id: number) {
  const values = { razon_social: 'Academia Ñandú S.A.C.', ruc: '20600000009', direccion: 'Av. Próceres 1, Lima' }
  await t.deps.db
    .update(clientes)
    .set({ ...values, correo: `marca${id}@academia.pe` })
    .where(eq(clientes.id, id))
  return id
}

const rowOf = async (numero: string, id_cliente = 2) => {
  const [number = 0, year = 0] = numero.split('-').map(Number)
  const rows = await t.deps.db.select().from(reclamos).where(eq(reclamos.id_cliente, id_cliente))
  const row = rows.find((one) => one.numero === number && one.anio === year)
  if (!row) throw new Error(`no sheet ${numero}`)
  return row
}

async function textOf(bytes: Buffer): Promise<{ pages: number; text: string }> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const parts: string[] = []
  for (let page = 1; page <= pdf.numPages; page++) {
    const content = await (await pdf.getPage(page)).getTextContent()
    parts.push(content.items.map((item) => ('str' in item ? item.str : '')).join(' '))
  }
  return { pages: pdf.numPages, text: parts.join(' ').replace(/\s+/g, ' ') }
}

describe('POST /api/reclamos', () => {
  it('writes a numbered sheet with its term, without an account', async () => {
    await provider(2)
    const answer = await send(aSheet())
    expect(answer.status).toBe(201)
    const { data } = answer.body
    expect(answer.body).toMatchObject({ message: 'Recibimos tu hoja de reclamación.' })
    expect(data.numero).toMatch(/^\d{9}-\d{4}$/)
    expect(data).toMatchObject({ vence: businessDaysAfter(limaDay(), 15), correo: 'nusta@correo.pe' })
    expect(await rowOf(data.numero)).toMatchObject({
      id_cliente: 2,
      tipo: 'reclamo',
      monto_centimos: 14_990,
      apoderado: null,
      proveedor: { razon_social: 'Academia Ñandú S.A.C.', ruc: '20600000009', nombre: 'Marca 2' },
      respuesta: null,
    })
  })

  it('sent twice is one sheet: 201, then 200; also concurrently', async () => {
    const sheet = aSheet()
    const [first, again] = [await send(sheet), await send({ ...sheet, detalle: 'Otra cosa' })]
    expect([first.status, again.status]).toEqual([201, 200])
    expect(again.body.data).toEqual(first.body.data)
    const copied = aSheet()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(copied)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
    expect(new Set(answers.map(({ body }) => body.data.numero)).size).toBe(1)
  })

  it('numbers each brand’s book from 1 without gaps under 50 parallel posts', async () => {
    await provider(1)
    await provider(3)
    const posts = Array.from({ length: 50 }, () => [send(aSheet(), { marca: 1 }), send(aSheet(), { marca: 3 })]).flat()
    // Repeated and refused ones in between take no number.
    const copied = aSheet()
    const noise = [send(copied, { marca: 1 }), send(copied, { marca: 1 }), send(aSheet({ detalle: '' }), { marca: 1 })]
    const answers = await Promise.all([...posts, ...noise])
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(101)
    const year = limaDay().slice(0, 4)
    for (const [id, count] of [
      [1, 51],
      [3, 50],
    ] as const) {
      const rows = await t.deps.db.select().from(reclamos).where(eq(reclamos.id_cliente, id))
      expect(rows.map((row) => row.numero).sort((a, b) => a - b)).toEqual(
        Array.from({ length: count }, (_, at) => at + 1),
      )
      expect(new Set(rows.map((row) => row.clave)).size).toBe(count)
    }
    expect(answers.map(({ body }) => body.data?.numero)).toContain(`000000001-${year}`)
  })

  it('reuses the number of a failed insert for the next sheet', async () => {
    const broken = { ...t.deps.jobs, send: () => Promise.reject(new Error('the queue is away')) }
    const body = aSheet({ monto: 10 }) as never
    await expect(fileComplaint(t.deps.db, broken, 4, body)).rejects.toThrow('the queue is away')
    const { receipt } = await fileComplaint(t.deps.db, t.deps.jobs, 4, aSheet({ monto: null }) as never)
    expect(receipt.numero).toBe(`000000001-${limaDay().slice(0, 4)}`)
  })

  it('is throttled by IP, generously', async () => {
    const times = LIMITS.get('reclamo_direccion')?.times ?? 0
    const sheet = aSheet()
    const statuses = []
    for (let at = 0; at <= times; at++) statuses.push((await send(sheet, { address: '10.99.0.1' })).status)
    expect(statuses.slice(0, -1).every((status) => status < 300)).toBe(true)
    expect(statuses.at(-1)).toBe(429)
    expect((await send(sheet, { address: '10.99.0.2' })).status).toBe(200)
  })
})

describe('validation errors are reported under their field', () => {
  it.each([
    ['envio', 'no-es-uuid', 'El envío no es válido.'],
    ['nombres', '   ', 'Escribe tus nombres.'],
    ['nombres', 'x'.repeat(121), 'Puede tener hasta 120 caracteres.'],
    ['nombres', 'ગીતા', 'Alguna letra no se puede imprimir en tu hoja: escríbela en letras latinas.'],
    ['apellidos', undefined, 'Escribe tus apellidos.'],
    ['apellidos', 'সীতা ગીતા', 'Alguna letra no se puede imprimir en tu hoja: escríbela en letras latinas.'],
    ['apoderado', 'ગીતા', 'Alguna letra no se puede imprimir en tu hoja: escríbela en letras latinas.'],
    ['tipo_documento', 'LE', 'Elige tu tipo de documento.'],
    ['numero_documento', '', 'Escribe el número de tu documento.'],
    ['numero_documento', '1234567', 'El DNI debe tener 8 dígitos.'],
    ['domicilio', '', 'Escribe tu domicilio.'],
    ['domicilio', 'x'.repeat(251), 'Puede tener hasta 250 caracteres.'],
    ['telefono', 'llámame', 'El teléfono solo puede tener números, espacios y el signo +.'],
    ['correo', '', 'Escribe tu correo.'],
    ['correo', 'nadie', 'Escribe un correo válido.'],
    ['correo', `${'x'.repeat(250)}@a.pe`, 'El correo es demasiado largo.'],
    ['bien', null, 'Elige si es un producto o un servicio.'],
    ['bien_descripcion', '', 'Describe qué compraste.'],
    ['bien_descripcion', 'x'.repeat(501), 'Puede tener hasta 500 caracteres.'],
    ['monto', 'mucho', 'Escribe el monto en soles, por ejemplo 149.90.'],
    ['monto', -1, 'Escribe el monto en soles, por ejemplo 149.90.'],
    ['monto', '1.999', '¿Quisiste decir 1,999? Escribe 1999.'],
    ['monto', '1.500', '¿1.50 o 1,500? Escribe 1500 o 1.50.'],
    ['monto', '5 %', 'Escribe el monto en soles, por ejemplo 149.90.'],
    ['monto', '10,999.999', 'Escribe el monto en soles, por ejemplo 149.90.'],
    ['tipo', 'denuncia', 'Elige si es un reclamo o una queja.'],
    ['detalle', ' \n ', 'Cuéntanos qué pasó.'],
    ['detalle', 'x'.repeat(4001), 'Puede tener hasta 4000 caracteres.'],
    ['pedido', '', 'Escribe qué solución pides.'],
    ['pedido', 'x'.repeat(2001), 'Puede tener hasta 2000 caracteres.'],
    ['canal_respuesta', 'paloma', 'Elige dónde quieres la respuesta.'],
    ['conforme', false, 'Marca la casilla para firmar tu hoja.'],
  ])('%s: %j is answered «%s»', async (field, value, text) => {
    const answer = await send(aSheet({ [field]: value }))
    expect(answer.status).toBe(422)
    expect(answer.body.errors[field]).toContain(text)
    expect(answer.body).toMatchObject({ code: 'DATOS_INVALIDOS' })
  })

  it.each([
    ['CE', '12345678', 'El carné de extranjería tiene entre 9 y 12 letras o dígitos.'],
    ['Pasaporte', 'A-1', 'El pasaporte tiene entre 5 y 15 letras o dígitos.'],
    ['RUC', '30123456789', 'El RUC debe tener 11 dígitos.'],
  ])('an invalid %s has its own error', async (tipo_documento, numero_documento, text) => {
    const answer = await send(aSheet({ tipo_documento, numero_documento }))
    expect(answer.body.errors).toEqual({ numero_documento: [text] })
  })

  it('stores a document’s letters and digits alone', async () => {
    const body = aSheet({ tipo_documento: 'Pasaporte', numero_documento: ' ab-12.34 56\u200b' })
    await send(body)
    const [stored] = await t.database.sql`SELECT numero_documento FROM reclamos WHERE envio = ${body.envio}`
    expect(stored).toEqual({ numero_documento: 'AB123456' })
  })

  it('all at once, those that depend on two fields too', async () => {
    const answer = await send(aSheet({ nombres: '', numero_documento: '1', menor: true }))
    expect(answer.body.errors).toEqual({
      nombres: ['Escribe tus nombres.'],
      numero_documento: ['El DNI debe tener 8 dígitos.'],
      apoderado: ['Escribe el nombre del padre, madre o apoderado.'],
    })
  })

  it.each([
    ['1,500', 150_000],
    ['S/ 1,500.00', 150_000],
    ['1.500,00', 150_000],
    ['1 500', 150_000],
    ['149,9', 14_990],
    [149.9, 14_990],
    [' ', null],
  ])('an amount typed as %j is %s céntimos', async (monto, centimos) => {
    const answer = await send(aSheet({ monto }))
    expect(answer.status).toBe(201)
    expect(await rowOf(answer.body.data.numero)).toMatchObject({ monto_centimos: centimos })
  })

  it.each([
    ['+51 999–888‑777', '+51 999-888-777'],
    ['999.888.777', '999 888 777'],
    ['(01)\u00a0555 ０１２３', '(01) 555 0123'],
  ])('a telephone typed as %j is %s', async (telefono, stored) => {
    const body = aSheet({ telefono })
    expect((await send(body)).status).toBe(201)
    const [row] = await t.database.sql`SELECT telefono FROM reclamos WHERE envio = ${body.envio}`
    expect(row).toEqual({ telefono: stored })
  })

  it('accepts a minor with a parent, no telephone and no amount', async () => {
    const answer = await send(aSheet({ menor: true, apoderado: 'Rosa Ñahui', telefono: '', monto: '' }))
    expect(answer.status).toBe(201)
    expect(await rowOf(answer.body.data.numero)).toMatchObject({ apoderado: 'Rosa Ñahui', monto_centimos: null })
  })
})

describe('GET /api/reclamos/{clave}/pdf', () => {
  it('is the sheet of Anexo I, with every letter of the names', async () => {
    await provider(2)
    const { data } = (await send(aSheet())).body
    const answer = await t.call('GET', data.pdf)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining(`inline; filename="Hoja-de-reclamacion-${data.numero}.pdf"`),
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    })
    const { pages, text } = await textOf(answer.raw)
    expect(pages).toBe(1)
    for (const words of [
      data.numero,
      'Libro de Reclamaciones',
      'Academia Ñandú S.A.C.',
      '20600000009',
      'Av. Próceres 1, Lima',
      '1. Identificación del consumidor reclamante',
      'Ñusta María Güíza Ávalos',
      '45678912',
      'nusta@correo.pe',
      '2. Identificación del bien contratado',
      'S/ 149.90',
      '3. Detalle de la reclamación y pedido del consumidor',
      'El video de la lección 3 no se ve desde el lunes.',
      'Que lo arreglen o me devuelvan el dinero.',
      '4. Observaciones y acciones adoptadas por el proveedor',
      'Disconformidad relacionada a los productos o servicios.',
      'no impide acudir a otras vías',
      'quince (15) días hábiles',
    ])
      expect(text).toContain(words)
  })

  const PRINTED: [name: string, printed: string][] = [
    ['Nguyễn Thị Ánh', 'Nguyễn Thị Ánh'],
    ['Анна Кузнецова', 'Анна Кузнецова'],
    ['Jose\u0301 Ũlo', 'José Ũlo'],
    ['😀 Ana 👩‍👧 Pérez', 'Ana Pérez'],
    ['李小龍', '李小龍'],
    ['José 김민수', 'José 김민수'],
  ]

  it.each(PRINTED)('prints %s as far as the fonts have it, in every field', async (name, printed) => {
    await provider(2)
    await t.deps.db.update(clientes).set({ razon_social: name, direccion: name }).where(eq(clientes.id, 2))
    const words = `Con ${name} 👍\nsegunda ✓ línea`
    const fields = {
      nombres: name,
      apellidos: name,
      domicilio: name,
      bien_descripcion: words,
      detalle: words,
      pedido: words,
    }
    const answer = await send(aSheet(fields))
    expect(answer.status).toBe(201)
    const { text } = await textOf((await t.call('GET', answer.body.data.pdf)).raw)
    expect(text).not.toContain('\u0000')
    const shown = text.normalize('NFC')
    for (const whole of [`${printed} ${printed}`, `Con ${printed}`, 'segunda']) expect(shown).toContain(whole)
    expect(shown.split(printed).length).toBeGreaterThanOrEqual(9)
  })

  it('continues over more pages when the texts are long, and prints them whole', async () => {
    const words = Array.from({ length: 500 }, (_, at) => `pal${at}`).join(' ')
    const bien_descripcion = '投訴'.repeat(200)
    const { data } = (await send(aSheet({ detalle: words, pedido: 'W'.repeat(2000), bien_descripcion }))).body
    const { pages, text } = await textOf((await t.call('GET', data.pdf)).raw)
    expect(pages).toBeGreaterThan(1)
    for (const word of words.split(' ')) expect(text).toContain(`${word} `)
    expect(text.match(/W/g)).toHaveLength(2000)
    expect(text.match(/[投訴]/g)).toHaveLength(400)
    expect(text).toContain(`Página 2 de ${pages}`)
  })

  it('prints the provider as it was on that day', async () => {
    await provider(2)
    const { data } = (await send(aSheet())).body
    await t.deps.db.update(clientes).set({ razon_social: 'Otra S.A.' }).where(eq(clientes.id, 2))
    expect((await textOf((await t.call('GET', data.pdf)).raw)).text).toContain('Academia Ñandú S.A.C.')
  })

  it('is printed in the colours of the brand of now, and drawn once while nothing changes', async () => {
    await provider(2)
    const { data } = (await send(aSheet())).body
    const bytes = async () => (await t.call('GET', data.pdf)).raw
    const before = await bytes()
    expect((await bytes()).equals(before)).toBe(true)
    await t.deps.db.update(clientes).set({ color_primario: '#0f766e' }).where(eq(clientes.id, 2))
    expect((await bytes()).equals(before)).toBe(false)
  })

  it('requires its key and cannot be enumerated', async () => {
    for (const key of ['1', randomUUID(), 'x'.repeat(100)])
      expect((await t.call('GET', `/api/reclamos/${key}/pdf`)).status).toBe(404)
    const times = LIMITS.get('reclamo_pdf_direccion')?.times ?? 0
    const look = () =>
      t.app.inject({ method: 'GET', url: `/api/reclamos/${randomUUID()}/pdf`, remoteAddress: '10.98.0.1' })
    const answers = await Promise.all(Array.from({ length: times + 1 }, look))
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1)
  })
})

/** Deletes the jobs of earlier tests, which the next one would run. */
const forgetJobs = () => t.deps.db.execute(sql`DELETE FROM pgboss.job`)

describe('the mails', () => {
  beforeEach(forgetJobs)

  it('go to the consumer and the provider with the sheet attached', async () => {
    const marca = await provider(3)
    const correo = `${randomUUID()}@correo.pe`
    const { data } = (await send(aSheet({ correo, tipo: 'queja' }), { marca })).body
    await t.deps.jobs.drain()
    const copy = t.outbox.find((letter) => letter.to === correo)
    expect(copy?.subject).toBe(`Tu hoja de reclamación N.º ${data.numero} de Marca 3`)
    expect(copy?.text).toContain('Registramos tu queja')
    expect(copy?.text).toContain(`http://campus.test${data.pdf}`)
    expect(copy?.text).toContain(COMPLAINT_NOTES[0])
    const [file] = copy?.attachments ?? []
    expect(file).toMatchObject({
      filename: `Hoja-de-reclamacion-${data.numero}.pdf`,
      contentType: 'application/pdf',
    })
    expect((await textOf(file?.content ?? Buffer.of())).text).toContain(data.numero)
    const notice = t.outbox.find((letter) => letter.to === 'marca3@academia.pe' && letter.replyTo === correo)
    expect(notice?.subject).toContain(`[Libro de Reclamaciones] Hoja N.º ${data.numero}`)
    expect(notice?.text).toContain('presentó una queja')
    expect(notice?.text).toContain(`http://campus.test/gestion/reclamos/${(await rowOf(data.numero, 3)).id}`)
    expect(notice?.attachments).toHaveLength(1)
  })

  it('know the one mailbox behind the spellings that Gmail ignores', async () => {
    const spellings = [
      'vic.tima.unica@gmail.com',
      'v.ictimaunica@gmail.com',
      'victimaunica@googlemail.com',
      'VICTIMA.UNICA+x@gmail.com',
    ]
    const sent: boolean[] = []
    for (const correo of spellings) sent.push((await send(aSheet({ correo }))).body.data.copia)
    expect(sent).toEqual([true, true, true, false])
    expect((await send(aSheet({ correo: 'victima.otra@gmail.com' }))).body.data.copia).toBe(true)
  })

  it('go to one mailbox three times an hour; every sheet is stored, and reports whether it was mailed', async () => {
    const victim = `victima-${crypto.randomUUID()}@correo.pe`
    const spellings = [victim, victim.toUpperCase(), victim.replace('@', '+x@'), victim.replace('@', '+y+z@')]
    const before = t.outbox.length
    const answers = []
    for (let n = 0; n < 12; n++) answers.push(await send({ ...aSheet(), correo: spellings[n % 4] }))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201))
    expect(answers.map(({ body }) => body.data.copia)).toEqual(Array.from({ length: 12 }, (_, n) => n < 3))
    expect(answers[3]?.body.mensaje).toContain('descarga la de esta hoja en PDF')
    for (const { body } of answers) expect((await t.call('GET', body.data.pdf)).status).toBe(200)
    await t.deps.jobs.drain()
    const mails = t.outbox.slice(before).filter(({ to }) => to.toLowerCase().startsWith('victima-'))
    expect(mails).toHaveLength(3)
    const other = await send(aSheet({ correo: 'otra-persona@correo.pe' }))
    expect(other.body.data.copia).toBe(true)
  })

  it('count a sheet that is sent twice once', async () => {
    const sheet = { ...aSheet(), correo: `dos-${crypto.randomUUID()}@correo.pe` }
    for (let n = 0; n < 6; n++) expect((await send(sheet)).body.data.copia).toBe(true)
    expect((await send({ ...sheet, envio: crypto.randomUUID() })).body.data.copia).toBe(true)
  })

  it('that fail leave the sheet stored and are retried for two days', async () => {
    const { data } = (await send(aSheet())).body
    const right = t.deps.mail.send
    t.deps.mail.send = () => Promise.reject(new Error('no mail server'))
    await expect(t.deps.jobs.drain()).rejects.toThrow('no mail server')
    t.deps.mail.send = right
    expect((await t.call('GET', data.pdf)).status).toBe(200)
    const [job] = await t.database.sql<{ limite: number }[]>`
      SELECT retry_limit AS limite FROM pgboss.queue WHERE name = 'correo-reclamo-consumidor'`
    expect(job?.limite).toBe(32)
  })

  it('come with a campus notification to the brand’s administrators', async () => {
    const mine = await admin(3)
    const { data } = (await send(aSheet(), { marca: 3 })).body
    const notices = await t.call('GET', `/api/notificaciones/usuario/${mine.person.id}`, { token: mine.token })
    expect(notices.body.data[0]).toMatchObject({
      mensaje: expect.stringMatching(/^Llegó una hoja de reclamación\nRespóndela hasta el /),
      asunto: `Hoja ${data.numero}`,
      ruta: `/gestion/reclamos/${(await rowOf(data.numero, 3)).id}`,
    })
  })
})

describe('the staff', () => {
  beforeEach(forgetJobs)

  it('of a brand lists its sheets, the soonest due first, and reads them whole', async () => {
    const { token } = await admin(7)
    const numbers: string[] = []
    for (let at = 0; at < 3; at++) numbers.push((await send(aSheet(), { marca: 7 })).body.data.numero)
    const listed = await t.call('GET', '/api/reclamos?per_page=100', { token })
    expect(listed.status).toBe(200)
    const { data, total } = listed.body.data
    expect(total).toBe(3)
    const due = data.map(({ vence }: { vence: string }) => vence)
    expect(due).toEqual([...due].sort())
    const line = data.find(({ numero }: { numero: string }) => numero === numbers[1])
    expect(line).toMatchObject({
      estado: 'pendiente',
      dias_habiles: 15,
      nombres: 'Ñusta María',
      respondido_en: null,
    })
    expect(line).not.toHaveProperty('correo')
    const whole = await t.call('GET', `/api/reclamos/${line.id}`, { token })
    expect(whole.body.data).toMatchObject({ numero: numbers[1], monto: 149.9, correo: 'nusta@correo.pe' })
    expect(whole.body.data).not.toHaveProperty('envio')
    const page = await t.call('GET', '/api/reclamos?per_page=1&page=2&estado=pendiente', { token })
    expect(page.body.data).toMatchObject({ per_page: 1, current_page: 2, data: [{ id: data[1].id }] })
    await t.call('PUT', `/api/reclamos/${line.id}/respuesta`, { token, body: { respuesta: 'Listo.' } })
    const waiting = await t.call('GET', '/api/reclamos?estado=sin_responder', { token })
    expect(waiting.body.data.total).toBe(2)
    const answered = await t.call('GET', '/api/reclamos?estado=respondido', { token })
    expect(answered.body.data.data).toMatchObject([{ id: line.id, dias_habiles: null }])
    const wrong = await t.call('GET', '/api/reclamos?estado=perdido', { token })
    expect(wrong.body.errors).toEqual({ estado: ['El estado no es válido.'] })
  })

  it('of other brands, teachers and students see nothing', async () => {
    const { data } = (await send(aSheet())).body
    const { id } = await rowOf(data.numero)
    const foreign = await admin(1)
    const student = await t.tokenOf((await aPerson(t.deps.db)).id)
    const teacher = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Docente' })).id)
    const body = { respuesta: 'Listo.' }
    for (const [method, url] of [
      ['GET', '/api/reclamos'],
      ['GET', `/api/reclamos/${id}`],
      ['PUT', `/api/reclamos/${id}/respuesta`],
    ] as const) {
      expect((await t.call(method, url, { body: method === 'PUT' ? body : undefined })).status).toBe(401)
      for (const token of [student, teacher])
        expect((await t.call(method, url, { token, body: method === 'PUT' ? body : undefined })).status).toBe(403)
    }
    expect((await t.call('GET', `/api/reclamos/${id}`, { token: foreign.token })).status).toBe(404)
    expect((await t.call('PUT', `/api/reclamos/${id}/respuesta`, { token: foreign.token, body })).status).toBe(404)
  })

  it('answers once; the consumer is mailed and the sheet includes the answer', async () => {
    const { person, token } = await admin(2)
    const correo = `${randomUUID()}@correo.pe`
    const { data } = (await send(aSheet({ correo }))).body
    const { id } = await rowOf(data.numero)
    const put = (respuesta: unknown) => t.call('PUT', `/api/reclamos/${id}/respuesta`, { token, body: { respuesta } })
    expect((await put('  ')).body.errors).toEqual({ respuesta: ['Escribe la respuesta.'] })
    const answers = await Promise.all([put('Arreglamos el video y te damos 30 días más.'), put('Otra.')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const answered = answers.find(({ status }) => status === 200)?.body.data
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'RECLAMO_RESPONDIDO',
      message: 'Esta hoja ya fue respondida.',
      actual: {
        datos: { respuesta: answered.respuesta },
        por: { id: person.id, nombre: `${person.nombres} ${person.apellidos}` },
        en: answered.respondido_en,
      },
    })
    expect(answered).toMatchObject({ estado: 'respondido', respondido_por: `${person.nombres} ${person.apellidos}` })
    expect((await rowOf(data.numero)).respondido_por).toBe(person.id)
    await t.deps.jobs.drain()
    const letter = t.outbox.find((one) => one.to === correo && one.subject.startsWith('Respuesta'))
    expect(letter?.subject).toBe(`Respuesta a tu hoja de reclamación N.º ${data.numero}`)
    expect(letter?.text).toContain(answered.respuesta)
    expect((await textOf(letter?.attachments?.[0]?.content ?? Buffer.of())).text).toContain(answered.respuesta)
  })

  it('is notified once a day of sheets due in 3 business days or less', async () => {
    const mine = await admin(5)
    const other = await admin(6)
    await fileComplaint(t.deps.db, t.deps.jobs, 5, aSheet({ monto: null }) as never)
    const due = businessDaysAfter(limaDay(), 15)
    const notices = async ({ person, token }: typeof mine) =>
      (await t.call('GET', `/api/notificaciones/usuario/${person.id}`, { token })).body.data
        .map(({ mensaje }: { mensaje: string }) => mensaje)
        .filter((mensaje: string) => mensaje.includes('sin responder'))
    await notifyDueComplaints(t.deps.db, businessDaysAfter(limaDay(), 11))
    expect(await notices(mine)).toEqual([])
    await notifyDueComplaints(t.deps.db, businessDaysAfter(limaDay(), 12))
    await notifyDueComplaints(t.deps.db, businessDaysAfter(limaDay(), 12))
    expect(await notices(mine)).toHaveLength(1)
    expect((await notices(mine))[0]).toMatch(/^1 hoja sin responder\nVence el /)
    await notifyDueComplaints(t.deps.db, businessDaysAfter(due, 1))
    expect((await notices(mine))[0]).toContain('Venció el')
    expect(await notices(other)).toEqual([])
  })
})

describe('the book', () => {
  it('rejects deletes and changes of a sheet, even by SQL', async () => {
    const { token } = await admin(2)
    const { data } = (await send(aSheet())).body
    const { id } = await rowOf(data.numero)
    const refused = async (statement: ReturnType<typeof sql>) => {
      const error = await t.deps.db.execute(statement).then(
        () => 'done',
        (reason: Error) => String(reason.cause ?? reason),
      )
      expect(error).toMatch(/cannot be deleted|only the answer|cannot be emptied|violates/)
    }
    await refused(sql`DELETE FROM reclamos WHERE id = ${id}`)
    await refused(sql`UPDATE reclamos SET detalle = 'otro' WHERE id = ${id}`)
    await refused(sql`UPDATE reclamos SET vence = vence + 1 WHERE id = ${id}`)
    await refused(sql`TRUNCATE reclamos`)
    await refused(sql`TRUNCATE reclamos CASCADE`)
    await t.call('PUT', `/api/reclamos/${id}/respuesta`, { token, body: { respuesta: 'Listo.' } })
    await refused(sql`UPDATE reclamos SET respuesta = 'otra' WHERE id = ${id}`)
    await refused(sql`UPDATE reclamos SET respuesta = NULL, respondido_en = NULL WHERE id = ${id}`)
    await refused(sql`DELETE FROM reclamos WHERE id = ${id}`)
    expect(await rowOf(data.numero)).toMatchObject({ respuesta: 'Listo.' })
  })

  it('has no call that deletes', async () => {
    const { body } = await t.call('GET', '/api/openapi.json')
    const calls = Object.entries(body.paths as Record<string, object>)
      .filter(([path]) => path.startsWith('/api/reclamos'))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
    expect(calls.sort()).toEqual([
      'get /api/reclamos',
      'get /api/reclamos/{clave}/pdf',
      'get /api/reclamos/{id}',
      'post /api/reclamos',
      'put /api/reclamos/{id}/respuesta',
    ])
  })
})
