import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { aCourse, aDocument, anEnrolment, anExam, aPerson, REVOKED } from '../../../test/builders.ts'
import { aStudentWithExam, sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { onOneDay } from '../../../test/one-day.ts'
import { shopping } from '../../../test/shop.ts'
import { auditoria } from '../../kit/audit/audit.tables.ts'
import { storePicture } from '../../kit/pictures/pictures.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'
import { certificados } from './certificates.tables.ts'
import { newCode, VERIFICATIONS } from './certificates.ts'

const t = useApp()
const shop = shopping(t)
let visitors = 0

/** One IP per guest, so that tests do not share throttles. */
const asVisitor = (url: string, address = `10.0.0.${++visitors}`) =>
  t.app.inject({ method: 'GET', url, remoteAddress: address })

async function aCertificate(person: Partial<typeof usuarios.$inferInsert> = {}, curso = 'Curso de prueba') {
  const made = await aStudentWithExam(t, { ofCourse: true })
  await t.deps.db
    .update(usuarios)
    .set(person.nombres ? person : { nombres: 'Ana María' })
    .where(eq(usuarios.id, made.student.id))
  await t.deps.db.update(cursos).set({ nombre: curso }).where(eq(cursos.id, made.course.id))
  const { certificado } = await sit(t, made.exam, made.token)
  return { ...made, code: certificado.codigo_certificado as string }
}

async function open(bytes: Buffer): Promise<PDFDocumentProxy> {
  return getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
}

async function textOf(pdf: PDFDocumentProxy, page: number): Promise<string> {
  const content = await (await pdf.getPage(page)).getTextContent()
  return content.items
    .map((item) => ('str' in item ? item.str : ''))
    .join(' ')
    .replace(/\s+/g, ' ')
}

describe('GET /api/certificados/validacion/{code}', () => {
  it('shows guests what the certificate says and nothing private', async () => {
    const { code, student, token } = await aCertificate()
    const shown = await asVisitor(`/api/certificados/validacion/${code}`)
    expect(shown.statusCode).toBe(200)
    expect(shown.headers['x-robots-tag']).toBe('noindex')
    expect(shown.json().data).toMatchObject({
      codigo_certificado: code,
      estado: 'vigente',
      alumno: 'Ana María Quispe Núñez',
      curso: 'Curso de prueba',
      modulo: null,
      nota: 100,
      horas: 12,
      minutos: 10,
      profesion: null,
      id_cliente: 2,
      nombre_cliente: 'Marca 2',
    })
    expect(Object.keys(shown.json().data)).toEqual(expect.arrayContaining(['CursofechaInicio', 'CursofechaFin']))
    for (const secret of [student.correo, student.numero_documento ?? '-', token])
      expect(shown.body).not.toContain(secret)
  })

  it('shows a revocation, and the same error for unknown and malformed codes', async () => {
    const { code, student } = await aCertificate()
    await t.deps.db.update(certificados).set(REVOKED).where(eq(certificados.id_usuario, student.id))
    expect((await asVisitor(`/api/certificados/validacion/${code}`)).json().data.estado).toBe('revocado')
    const [row] = await t.deps.db.select().from(certificados).where(eq(certificados.codigo_certificado, code))
    const unknown = ['CERT-ZZZZZZZZZ', String(row?.id), `${code}A`, 'CERT-', '%00', "'--", 'x'.repeat(90)]
    for (const text of unknown) {
      const refused = await asVisitor(`/api/certificados/validacion/${encodeURIComponent(text)}`)
      expect(refused.statusCode, text).toBe(404)
    }
    const refused = await asVisitor('/api/certificados/validacion/CERT-ZZZZZZZZZ')
    expect(refused.json()).toMatchObject({ code: 'CERTIFICADO_NO_DISPONIBLE', message: 'Certificado no disponible.' })
    expect((await asVisitor(`/api/certificados/${code}/pdf`)).json()).toMatchObject({
      message: 'Certificado no disponible.',
    })
  })

  it('reads a code as people paste it, as the other public calls do', async () => {
    const { code } = await aCertificate()
    const pasted = [
      code.toLowerCase(),
      code.replace('-', '\u2212'),
      code.replace('CERT-', ' CERT  '),
      `${code}\u200b`,
      `«${code}».`,
      `https://campus.test/certificado/${code}?utm_source=whatsapp`,
    ]
    for (const text of pasted) {
      const shown = await asVisitor(`/api/certificados/validacion/${encodeURIComponent(text)}`)
      expect([shown.statusCode, shown.json().data?.codigo_certificado], text).toEqual([200, code])
    }
    const sent = encodeURIComponent(pasted[0] ?? '')
    const others = ['pdf', 'imagen'].map((kind) => asVisitor(`/api/certificados/${sent}/${kind}`))
    const card = asVisitor(`/api/compartir/certificados/${sent}`)
    expect((await Promise.all([...others, card])).map((answer) => answer.statusCode)).toEqual([200, 200, 200])
  })

  it('cannot be enumerated: both public calls count against the IP', async () => {
    const { code } = await aCertificate()
    const { times } = VERIFICATIONS
    const answers = []
    for (let at = 0; at <= times; at++)
      answers.push(await asVisitor('/api/certificados/validacion/CERT-YYYYYYYYY', '10.9.9.9'))
    expect(answers.at(-1)?.statusCode).toBe(429)
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await asVisitor(`/api/certificados/${code}/pdf`, '10.9.9.9')).statusCode).toBe(429)
    expect((await asVisitor(`/api/certificados/validacion/${code}`)).statusCode).toBe(200)
  })
})

describe('the cost of documents', () => {
  /** Module certificates of a student, inserted without exams. */
  async function someCodes(count: number) {
    const course = await aCourse(t.deps.db, { modules: count, lessons: 0 })
    const { id } = await aPerson(t.deps.db)
    const paper = { alumno: 'A', curso: 'C', nota: 90, horas: 4, fecha_inicio: '2026-01-01', fecha_fin: '2026-01-02' }
    const rows = course.modulos.map((modulo) => ({
      ...paper,
      id_usuario: id,
      id_curso: course.id,
      id_modulo: modulo.id,
      codigo_certificado: newCode(),
    }))
    await t.deps.db.insert(certificados).values(rows)
    return rows.map((row) => `/api/certificados/${row.codigo_certificado}/pdf?lado=b`)
  }

  it('renders once for concurrent requests, and different documents one at a time', async () => {
    const [first = '', ...others] = await someCodes(40)
    const same = await Promise.all(Array.from({ length: 40 }, () => asVisitor(first)))
    expect(same.map((answer) => answer.statusCode)).toEqual(Array(40).fill(200))
    expect(new Set(same.map((answer) => answer.rawPayload.toString('base64'))).size).toBe(1)
    const all = await Promise.all(others.map((url) => asVisitor(url)))
    expect(new Set(all.map((answer) => answer.statusCode))).toEqual(new Set([200, 503]))
    const refused = all.findIndex((answer) => answer.statusCode === 503)
    expect(Number(all[refused]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await asVisitor(others[refused] ?? '')).statusCode).toBe(200)
  })

  it('renders again when the printed data change, and never when revoked', async () => {
    const [url = ''] = await someCodes(1)
    const before = (await asVisitor(url)).rawPayload
    expect((await asVisitor(url)).rawPayload.equals(before)).toBe(true)
    await t.deps.db.update(clientes).set({ color_primario: '#123456' }).where(eq(clientes.id, 2))
    expect((await asVisitor(url)).rawPayload.equals(before)).toBe(false)
    await t.deps.db.update(certificados).set(REVOKED)
    expect((await asVisitor(url)).statusCode).toBe(404)
  })

  it('writes at most twenty audit lines an hour', async () => {
    const [url = ''] = await someCodes(1)
    const code = url.split('/')[3] ?? ''
    for (let look = 0; look < 25; look++)
      expect((await asVisitor(`/api/certificados/validacion/${code}`)).statusCode).toBe(200)
    expect(await t.deps.db.$count(auditoria, eq(auditoria.objeto, `certificado:${code}`))).toBe(20)
  })
})

describe('GET /api/certificados/{code}/pdf', () => {
  it('has two sides with name, course, code and the link under the QR', async () => {
    const { code } = await aCertificate(
      { nombres: 'Ñusta ŷma', apellidos: 'Güíza Ávalos Șerban' },
      'Diseño y animación: ¿cómo?',
    )
    const answer = await asVisitor(`/api/certificados/${code}/pdf`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['content-disposition']).toBe(
      'inline; filename="Certificado-Diseno-y-animacion-como-Nusta-yma-Guiza-Avalos-Serban.pdf"; ' +
        "filename*=UTF-8''Certificado-Dise%C3%B1o-y-animaci%C3%B3n-c%C3%B3mo-%C3%91usta-%C5%B7ma-G%C3%BC%C3%ADza-%C3%81valos-%C8%98erban.pdf",
    )
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const pdf = await open(answer.rawPayload)
    expect(pdf.numPages).toBe(2)
    const front = await textOf(pdf, 1)
    for (const text of [
      'Ñusta ŷma Güíza Ávalos Șerban',
      'Diseño y animación: ¿cómo?',
      code,
      '12 horas académicas 10 min de video y lectura',
      '100 %',
      `campus.test/certificado/${code}`,
    ])
      expect(front).toContain(text)
    const back = await textOf(pdf, 2)
    for (const text of [
      'Módulo 1',
      '1 lección · 10 min',
      '12 horas académicas · 10 min de video y lectura',
      'Cómo verificarlo',
      'Se aprueba con 60 % o más.',
    ])
      expect(back).toContain(text)
    for (const number of [1, 2]) {
      const links = await (await pdf.getPage(number)).getAnnotations()
      expect(links.map((link) => link.unsafeUrl ?? link.url)).toContain(`http://campus.test/certificado/${code}`)
    }
    const { info } = await pdf.getMetadata()
    expect(info).toMatchObject({
      Title: 'Certificado de Diseño y animación: ¿cómo? — Ñusta ŷma Güíza Ávalos Șerban',
      Language: 'es-PE',
    })
  })

  it('stays as it was earned when the course changes later, and so does the page', async () => {
    const { exam, token, course } = await aStudentWithExam(t)
    await sit(t, exam, token)
    const own = (await t.call('GET', '/api/certificados/activos', { token })).body.data
    expect(own.map(({ minutos }: { minutos: number }) => minutos)).toEqual([10, 10])
    const said = () =>
      Promise.all(
        own.map(async ({ codigo_certificado: code, pdf }: { codigo_certificado: string; pdf: string }) => {
          const paper = await open((await asVisitor(pdf)).rawPayload)
          const page = (await asVisitor(`/api/certificados/validacion/${code}`)).json().data
          return [await textOf(paper, 1), await textOf(paper, 2), page]
        }),
      )
    const before = await said()
    expect(JSON.stringify(before)).toContain('Lección 1.1')
    await t.deps.db.execute(sql`UPDATE modulos SET nombre = 'Otro', horas = 90 WHERE id_curso = ${course.id}`)
    await t.deps.db.execute(sql`UPDATE cursos SET horas = 90 WHERE id = ${course.id}`)
    await t.deps.db.execute(sql`UPDATE lecciones SET duracion = 300, titulo = 'Otra'
      WHERE id_modulo IN (SELECT id FROM modulos WHERE id_curso = ${course.id})`)
    expect(await said()).toEqual(before)
  })

  const PRINTED: [what: string, name: string, printed: string][] = [
    ['Vietnamese', 'Nguyễn Thị Ánh', 'Nguyễn Thị Ánh'],
    ['Cyrillic', 'Анна Кузнецова', 'Анна Кузнецова'],
    ['Turkish and Polish', 'Işık Łukasz Żółć', 'Işık Łukasz Żółć'],
    ['letters in parts', 'Jose\u0301 Nun\u0303ez', 'José Nuñez'],
    ['letters that the font has only in parts', 'Ḥasan Ạġuilar Ẓ', 'Ḥasan Ạġuilar Ẓ'],
    ['Chinese', '李小龍', '李小龍'],
    ['Korean beside Spanish', 'José 김민수', 'José 김민수'],
    ['a script without a font', 'ગીતા', '??'],
    ['letters that join, from right to left', 'محمد', '????'],
    ['emoji', '😀 Ana Pérez 👩‍👧 🇵🇪', 'Ana Pérez'],
    ['control signs', 'Ana\u0007 Pé\u202erez\u200b', 'Ana Pérez'],
    ['a mark that the font does not have', 'Ma\u0330ria', 'Maria'],
    ['a mark that the font has no place for', 'Lum\u0304ba', 'Lum\u0304ba'],
    ['styled letters', '𝓐𝓷𝓪 Ｐérez', 'Ana Pérez'],
  ]

  it.each(PRINTED)('prints %s as far as the fonts have it, everywhere', async (_, name, printed) => {
    const { code } = await aCertificate({}, `Curso de ${name}`)
    await t.deps.db.update(certificados).set({ alumno: name }).where(eq(certificados.codigo_certificado, code))
    const lines = JSON.stringify([{ titulo: name, lecciones: 1, minutos: 10 }])
    await t.deps.db.execute(
      sql`UPDATE certificados SET contenidos = ${lines}::jsonb WHERE codigo_certificado = ${code}`,
    )
    await t.deps.db
      .update(clientes)
      .set({ nombre: `${name} S.A.`, razon_social: '', lema: name, firma_nombre: name, firma_cargo: name })
      .where(eq(clientes.id, 2))
    const pdf = await open((await asVisitor(`/api/certificados/${code}/pdf`)).rawPayload)
    const [front, back] = [await textOf(pdf, 1), await textOf(pdf, 2)].map((text) => text.normalize('NFC'))
    for (const text of [front, back]) {
      expect(text).not.toContain('\u0000')
      expect(text).toContain(`Curso de ${printed}`)
    }
    expect(front?.split(printed).length).toBeGreaterThan(4)
    expect(back).toContain(`${printed} S.A`)
  })

  it.each([
    ['明', '李'],
    ['Ana', '李'],
    ['Γιώργος', 'Παπαδόπουλος'],
    ['José', '김'],
    ['민수', '김'],
    ['さくら', '山田'],
  ])('carries the name %s %s of a student who registered with it', async (nombres, apellidos) => {
    const course = await aCourse(t.deps.db)
    const exam = await anExam(t.deps.db, { id_curso: course.id, id_modulo: null })
    const password = 'Clave-muy-larga-9'
    const registered = await t.call('POST', '/api/auth/register', {
      body: {
        ...{ nombres, apellidos, correo: `${randomUUID()}@prueba.pe`, numero_documento: aDocument() },
        ...{ password, password_confirmation: password },
      },
    })
    expect([registered.status, registered.body.errors]).toEqual([201, undefined])
    await anEnrolment(t.deps.db, registered.body.user.id, course.id)
    const { certificado } = await sit(t, exam, registered.body.token)
    const shown = await asVisitor(`/api/certificados/${certificado.codigo_certificado}/pdf`)
    const written = await textOf(await open(shown.rawPayload), 1)
    expect(written.normalize('NFC')).toContain(`${nombres} ${apellidos}`)
  })

  it('never stops an older account whose name no font has: it buys, studies and earns', async () => {
    const { person, token, ids } = await shop.scene()
    await t.database.sql`UPDATE usuarios SET nombres = 'محمد', apellidos = 'علي' WHERE id = ${person.id}`
    const { orden } = (await shop.buy(token, ids)).body
    expect((await shop.act(orden, 'aprobar')).status).toBe(200)
    await shop.settle()
    const exam = await anExam(t.deps.db, { id_curso: ids[0] ?? 0, id_modulo: null })
    const { certificado } = await sit(t, exam, token)
    const shown = await asVisitor(`/api/certificados/${certificado.codigo_certificado}/pdf`)
    expect(await textOf(await open(shown.rawPayload), 1)).toContain('???? ???')
    expect((await asVisitor(`/api/certificados/${certificado.codigo_certificado}/imagen`)).statusCode).toBe(200)
  })

  it("carries the brand's signature, also on certificates older than it", async () => {
    const { code } = await aCertificate()
    const unsigned = await textOf(await open((await asVisitor(`/api/certificados/${code}/pdf`)).rawPayload), 1)
    expect(unsigned).not.toContain('Directora académica')
    await t.deps.db
      .update(clientes)
      .set({ firma_nombre: 'Teresa Montalvo Quispe', firma_cargo: 'Directora académica' })
      .where(eq(clientes.id, 2))
    const signed = await textOf(await open((await asVisitor(`/api/certificados/${code}/pdf`)).rawPayload), 1)
    for (const text of ['Teresa Montalvo Quispe', 'Directora académica', code]) expect(signed).toContain(text)
  })

  it("carries the academy's sentence whole, also beside the longest names", async () => {
    const sentence =
      'Con el auspicio del Colegio de Ingenieros del Perú, Resolución N.º 120-2026-CD, válido por 24 horas.'
    const long = 'Diplomado de especialización en gestión de proyectos de construcción '.repeat(3).trim()
    const { code } = await aCertificate({}, long)
    await t.deps.db.update(certificados).set({ modulo: long }).where(eq(certificados.codigo_certificado, code))
    await t.deps.db.update(clientes).set({ texto_certificado: sentence }).where(eq(clientes.id, 2))
    const front = await textOf(await open((await asVisitor(`/api/certificados/${code}/pdf`)).rawPayload), 1)
    for (const text of [sentence, long, `del curso ${long}`, code]) expect(front).toContain(text)
    await t.deps.db.update(clientes).set({ texto_certificado: '' }).where(eq(clientes.id, 2))
    const bare = await textOf(await open((await asVisitor(`/api/certificados/${code}/pdf`)).rawPayload), 1)
    expect(bare).not.toContain('Colegio de Ingenieros')
  })

  it('is shown as a picture of its first page, drawn once and stored', async () => {
    const { code } = await aCertificate()
    const stored = async () => {
      let files = 0
      for await (const key of t.deps.storage.list()) if (key.startsWith('certificados/')) files++
      return files
    }
    const before = await stored()
    const [first, again] = [
      await asVisitor(`/api/certificados/${code}/imagen`),
      await asVisitor(`/api/certificados/${code}/imagen`),
    ]
    expect(first.statusCode, first.body.slice(0, 200)).toBe(200)
    expect(first.headers['content-type']).toBe('image/webp')
    expect(again.rawPayload.equals(first.rawPayload)).toBe(true)
    expect(await sharp(first.rawPayload).metadata()).toMatchObject({ width: 640, height: 453 })
    const large = await sharp((await asVisitor(`/api/certificados/${code}/imagen?ancho=1600`)).rawPayload).metadata()
    expect(large).toMatchObject({ width: 1600, height: 1131 })
    expect(await stored()).toBe(before + 2)
    expect((await asVisitor(`/api/certificados/${code}/imagen?ancho=900`)).statusCode).toBe(422)
    await t.deps.db.update(certificados).set(REVOKED).where(eq(certificados.codigo_certificado, code))
    expect((await asVisitor(`/api/certificados/${code}/imagen`)).statusCode).toBe(404)
    expect((await asVisitor('/api/certificados/CERT-ZZZZZZZZZ/imagen')).statusCode).toBe(404)
  })

  it('is asked for again each time, which costs a 304 until what is printed changes', async () => {
    const { code } = await aCertificate()
    const url = `/api/certificados/${code}/imagen`
    const again = (etag: string, query = '') =>
      t.app.inject({ method: 'GET', url: url + query, headers: { 'if-none-match': etag } })
    const first = await asVisitor(url)
    expect(first.headers['cache-control']).toBe('private, no-cache')
    const etag = String(first.headers.etag)
    const same = await again(etag)
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', etag])
    expect((await again(etag, '?ancho=1600')).statusCode).toBe(200)
    await t.deps.db
      .update(certificados)
      .set({ alumno: 'Teresa Montalvo' })
      .where(eq(certificados.codigo_certificado, code))
    const corrected = await again(etag)
    expect(corrected.statusCode).toBe(200)
    expect(corrected.rawPayload.equals(first.rawPayload)).toBe(false)
    await t.deps.db.update(certificados).set(REVOKED).where(eq(certificados.codigo_certificado, code))
    expect((await again(String(corrected.headers.etag))).statusCode).toBe(404)
  })

  it('returns one side when requested, and rejects a third', async () => {
    const { code } = await aCertificate()
    for (const [lado, text] of [
      ['a', 'Se otorga a'],
      ['b', 'Cómo verificarlo'],
    ] as const) {
      const pdf = await open((await asVisitor(`/api/certificados/${code}/pdf?lado=${lado}`)).rawPayload)
      expect(pdf.numPages).toBe(1)
      expect(await textOf(pdf, 1)).toContain(text)
    }
    expect((await asVisitor(`/api/certificados/${code}/pdf?lado=c`)).statusCode).toBe(422)
    expect((await asVisitor('/api/certificados/CERT-ZZZZZZZZZ/pdf')).statusCode).toBe(404)
  })

  it("prints very long names whole, and the brand's logo", async () => {
    const logo = await sharp({ create: { width: 480, height: 128, channels: 4, background: '#4F46E580' } })
      .png()
      .toBuffer()
    const key = await storePicture(t.deps.storage, logo)
    await t.deps.db
      .update(clientes)
      .set({ logo: `/api/storage/${key}`, isotipo: `/api/storage/${key}` })
      .where(eq(clientes.id, 2))
    const nombres = 'María de los Ángeles Concepción Inmaculada'
    const apellidos = `${'Fernández-Maldonado '.repeat(5)}Wolfeschlegelsteinhausenbergerdorff`
    const { code } = await aCertificate({ nombres, apellidos }, 'Gestión '.repeat(40).trim())
    const pdf = await open((await asVisitor(`/api/certificados/${code}/pdf`)).rawPayload)
    expect(pdf.numPages).toBe(2)
    expect(await textOf(pdf, 1)).toContain(`${nombres} ${apellidos}`)
    const operators = await (await pdf.getPage(1)).getOperatorList()
    const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs')
    expect(operators.fnArray).toContain(OPS.paintImageXObject)
  })
})

describe('an example in the settings', () => {
  const TYPED = {
    ...{ nombre: 'Academia del Valle', lema: '', color_primario: '#364FC7', color_acento: '#E8590C' },
    ...{ razon_social: '', firma: null, texto_certificado: '' },
  }

  it('is drawn of what is typed, marked, and stores nothing', async () => {
    // It says the day.
    await onOneDay()
    const { id } = await aPerson(t.deps.db, { roles: ['marca'] })
    const token = await t.tokenOf(id)
    const draw = (change: object) =>
      t.app.inject({
        method: 'POST',
        url: '/api/gestion/marca/certificado-ejemplo',
        headers: { authorization: `Bearer ${token}` },
        payload: { ...TYPED, ...change },
      })
    const state = async () => {
      const files = []
      for await (const key of t.deps.storage.list()) files.push(key)
      const [brand] = await t.deps.db.select().from(clientes).where(eq(clientes.id, 2))
      return { files: files.toSorted(), brand }
    }
    const before = await state()
    const [plain, again] = [await draw({}), await draw({})]
    expect(plain.statusCode, plain.body.slice(0, 200)).toBe(200)
    expect(plain.headers['content-type']).toBe('image/webp')
    expect(await sharp(plain.rawPayload).metadata()).toMatchObject({ width: 1600 })
    expect(again.rawPayload.equals(plain.rawPayload)).toBe(true)
    for (const change of [
      { nombre: 'Academia del Sol' },
      { color_primario: '#2B8A3E' },
      { firma: { nombre: 'Rosa Paz', cargo: 'Directora' } },
      { texto_certificado: 'Resolución N.º 120-2026.' },
    ])
      expect((await draw(change)).rawPayload.equals(plain.rawPayload)).toBe(false)
    expect(await state()).toEqual(before)
    for (const change of [{ nombre: 'ગ' }, { color_acento: 'rojo' }, { texto_certificado: 'a'.repeat(161) }])
      expect((await draw(change)).statusCode).toBe(422)
    const verified = await asVisitor('/api/certificados/validacion/CERT-EJEMPLO')
    expect(verified.statusCode).toBe(404)
  })
})
