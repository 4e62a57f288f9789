import { DEFAULT_LANDING } from '@campus/contract/landing-words'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aBrand, aCourse, anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { botones, clientes } from '../brands/brands.tables.ts'
import { categorias, cursos } from './catalogue.tables.ts'

const t = useApp()
const idsOf = (answer: { body: { data: { id: number }[] } }) => answer.body.data.map((row) => row.id)

describe('GET /api/cursos and /api/cursos/activos', () => {
  it("show the active courses of the visit's brand, 2 by default, prices in soles", async () => {
    const { db } = t.deps
    const own = await aCourse(db, { nombre: 'Primeros auxilios' })
    const foreign = await aCourse(db, { id_cliente: 1 })
    const withdrawn = await aCourse(db)
    await db.update(cursos).set({ estado: 0 }).where(eq(cursos.id, withdrawn.id))
    for (const url of ['/api/cursos', '/api/cursos/activos']) {
      const answer = await t.call('GET', url)
      expect(answer.status).toBe(200)
      expect(idsOf(answer)).toContain(own.id)
      expect(idsOf(answer)).not.toContain(foreign.id)
      expect(idsOf(answer)).not.toContain(withdrawn.id)
      const course = answer.body.data.find((row: { id: number }) => row.id === own.id)
      expect(course).toMatchObject({
        nombre: 'Primeros auxilios',
        costo: 149,
        horas: 12,
        nivel: 'Básico',
        aprenderas: [],
      })
      expect(Object.keys(course)).not.toContain('costo_centimos')
    }
    for (const marca of ['1', 'marca-1'])
      expect(idsOf(await t.call('GET', `/api/cursos?marca=${marca}`))).toEqual([foreign.id])
    expect(idsOf(await t.call('GET', '/api/cursos?marca=nadie'))).toContain(own.id)
  })

  it('show signed-in users their own brand, whatever the URL says', async () => {
    const { db } = t.deps
    await aCourse(db)
    const foreign = await aCourse(db, { id_cliente: 3 })
    const person = await aPerson(db, { id_cliente: 3 })
    const token = await t.tokenOf(person.id)
    expect(idsOf(await t.call('GET', '/api/cursos/activos?marca=2', { token }))).toEqual([foreign.id])
    expect((await t.call('GET', '/api/cursos/activos', { token: 'caducado' })).status).toBe(401)
  })
})

describe('GET /api/cursos/{id}', () => {
  it('shows a course, and returns identical 404s for inactive ones and other brands’', async () => {
    const { db } = t.deps
    const course = await aCourse(db)
    const foreign = await aCourse(db, { id_cliente: 1 })
    const withdrawn = await aCourse(db)
    await db.update(cursos).set({ estado: 0 }).where(eq(cursos.id, withdrawn.id))
    const person = await aPerson(db)
    const token = await t.tokenOf(person.id)
    expect((await t.call('GET', `/api/cursos/${course.id}`)).body.data).toMatchObject({ id: course.id, costo: 149 })
    expect((await t.call('GET', `/api/cursos/${foreign.id}`)).status).toBe(200)
    const absent = await t.call('GET', '/api/cursos/2000000000')
    expect(absent).toMatchObject({ status: 404, body: { mensaje: 'No encontramos lo que buscas.' } })
    for (const answer of [
      await t.call('GET', `/api/cursos/${foreign.id}`, { token }),
      await t.call('GET', `/api/cursos/${foreign.id}?marca=2`),
      await t.call('GET', `/api/cursos/${withdrawn.id}`, { token }),
      await t.call('GET', '/api/cursos/1e3'),
    ]) {
      expect(answer.status).toBe(404)
      expect(answer.raw).toEqual(absent.raw)
    }
    await anEnrolment(db, person.id, withdrawn.id)
    expect((await t.call('GET', `/api/cursos/${withdrawn.id}`, { token })).status).toBe(200)
  })
})

describe('names, categories and teachers', () => {
  it('GET /api/cursos/nombre/modulo/{id} returns both names without an envelope', async () => {
    const course = await aCourse(t.deps.db, { nombre: 'Gestión pública' })
    const id = course.modulos[0]?.id
    const answer = await t.call('GET', `/api/cursos/nombre/modulo/${id}`)
    expect(answer.body).toEqual({ nombre_curso: 'Gestión pública', nombre_modulo: 'Módulo 1' })
    expect((await t.call('GET', `/api/cursos/nombre/modulo/${id}?marca=${await aBrand(t.deps.db, 1)}`)).status).toBe(
      404,
    )
  })

  it('GET /api/categorias/activas returns the active ones in order', async () => {
    const { db } = t.deps
    await aBrand(db, 3)
    await db.insert(categorias).values([
      { id_cliente: 3, nombre: 'Segunda', orden: 9002 },
      { id_cliente: 3, nombre: 'Primera', orden: 9001 },
      { id_cliente: 3, nombre: 'Oculta', orden: 9000, estado: 0 },
    ])
    const names = (await t.call('GET', '/api/categorias/activas?marca=3')).body.data.map(
      (row: { nombre: string }) => row.nombre,
    )
    expect(names.slice(-2)).toEqual(['Primera', 'Segunda'])
    expect(names).not.toContain('Oculta')
  })

  it('GET /api/categorias/{id} names the brand of any shown category, to a signed-in person of their own brand only', async () => {
    const { db } = t.deps
    await aBrand(db, 3)
    const [shown, hidden] = await db
      .insert(categorias)
      .values([
        { id_cliente: 3, nombre: 'De otra academia', orden: 1 },
        { id_cliente: 3, nombre: 'Escondida', orden: 2, estado: 0 },
      ])
      .returning()
    const see = async (id: number | undefined, token?: string) => t.call('GET', `/api/categorias/${id}`, { token })
    expect((await see(shown?.id)).body.data).toEqual({ id: shown?.id, nombre: 'De otra academia', id_cliente: 3 })
    const student = await t.tokenOf((await aPerson(db)).id)
    for (const answer of [await see(hidden?.id), await see(999_999), await see(shown?.id, student)])
      expect([answer.status, answer.body.code]).toEqual([404, 'NO_ENCONTRADO'])
    await db.update(clientes).set({ estado: 0 }).where(eq(clientes.id, 3))
    expect((await see(shown?.id)).status).toBe(404)
    await db.update(clientes).set({ estado: 1 }).where(eq(clientes.id, 3))
  })

  it('GET /api/usuarios/docentes/activos returns public data only', async () => {
    const { db } = t.deps
    const teacher = await aPerson(db, { tipo_cliente: 'Docente', profesion: 'Ingeniera', biography: 'Enseña.' })
    const gone = await aPerson(db, { tipo_cliente: 'Docente', estado: 0 })
    const student = await aPerson(db)
    const answer = await t.call('GET', '/api/usuarios/docentes/activos')
    expect(idsOf(answer)).toContain(teacher.id)
    for (const hidden of [gone, student]) expect(idsOf(answer)).not.toContain(hidden.id)
    const shown = answer.body.data.find((row: { id: number }) => row.id === teacher.id)
    expect(Object.keys(shown).sort()).toEqual(['apellidos', 'biography', 'foto_perfil', 'id', 'nombres', 'profesion'])
  })
})

describe('the price of a course', () => {
  type Set = Partial<typeof cursos.$inferInsert>
  type Brand = typeof clientes.$inferSelect
  const offerOf = async (id_cliente: number, oferta: Brand['oferta'], set: Set) => {
    const { db } = t.deps
    const course = await aCourse(db, { id_cliente })
    await db.update(clientes).set({ oferta }).where(eq(clientes.id, id_cliente))
    await db
      .update(cursos)
      .set({ costo_centimos: 14_900, ...set })
      .where(eq(cursos.id, course.id))
    const { body } = await t.call('GET', `/api/cursos/${course.id}`)
    const card = (await t.call('GET', `/api/portada?marca=${id_cliente}`)).body.data.cursos.find(
      ({ id }: { id: number }) => id === course.id,
    )
    const { costo, precio_regular, oferta_hasta } = body.data
    expect(card).toMatchObject({ costo, precio_regular, oferta_hasta })
    return { costo, precio_regular, oferta_hasta }
  }
  const running = { promocion_centimos: 9990, promocion_hasta: '2099-12-31T00:00:00.000Z' }
  const over = { ...running, promocion_hasta: '2020-12-31T00:00:00.000Z' }
  const ended = { costo: 149, precio_regular: null, oferta_hasta: null }

  it.each<[string, Brand['oferta'], Set, object]>([
    [
      'is struck at 1.2 times by default',
      'especificacion',
      {},
      { costo: 149, precio_regular: 178.8, oferta_hasta: null },
    ],
    ['ignores a promotion then', 'especificacion', running, { costo: 149, precio_regular: 178.8, oferta_hasta: null }],
    [
      'is rounded to the céntimo',
      'especificacion',
      { costo_centimos: 9999 },
      { costo: 99.99, precio_regular: 119.99, oferta_hasta: null },
    ],
    [
      'is not struck when it is nothing',
      'especificacion',
      { costo_centimos: 0 },
      { costo: 0, precio_regular: null, oferta_hasta: null },
    ],
    [
      'is right at its largest',
      'especificacion',
      { costo_centimos: 2_147_483_647 },
      { costo: 21_474_836.47, precio_regular: 25_769_803.76, oferta_hasta: null },
    ],
    [
      'is the promotion’s while a real one runs',
      'real',
      running,
      { costo: 99.9, precio_regular: 149, oferta_hasta: expect.stringContaining('2099-12-31T00:00:00') },
    ],
    ['is the regular one, not struck, after it', 'real', over, ended],
    ['is the regular one, not struck, without any', 'real', {}, ended],
    ['is never struck in a brand without offers', 'ninguna', running, ended],
  ])('%s', async (_, oferta, set, offer) => expect(await offerOf(3, oferta, set)).toEqual(offer))
})

describe('GET /api/portada', () => {
  it('returns courses, teachers, banners and texts of the visit’s brand', async () => {
    const { db } = t.deps
    const teacher = await aPerson(db, { id_cliente: 1, tipo_cliente: 'Docente', profesion: 'Médica' })
    const course = await aCourse(db, { id_cliente: 1, teacher: teacher.id })
    await db.insert(botones).values({ id_cliente: 1, banner_uno: '/api/storage/imagenes/a.webp' })
    const { status, body } = await t.call('GET', '/api/portada?marca=marca-1')
    expect(status).toBe(200)
    expect(Object.keys(body.data)).toEqual(['cursos', 'estudiantes', 'docentes', 'botones', 'portada'])
    const card = body.data.cursos.find(({ id }: { id: number }) => id === course.id)
    expect(card).toMatchObject({ nombre: 'Curso de prueba', nivel: 'Básico', costo: 149, precio_regular: null })
    expect(Object.keys(card)).not.toContain('descripcion')
    const shown = body.data.docentes.find(({ id }: { id: number }) => id === teacher.id)
    expect(Object.keys(shown).sort()).toEqual(['apellidos', 'biography', 'foto_perfil', 'id', 'nombres', 'profesion'])
    expect(body.data.botones).toMatchObject({ banner_uno: '/api/storage/imagenes/a.webp', boton_1: null })
    expect(body.data.botones).not.toHaveProperty('id_cliente')
  })

  it('returns the default texts, without rating or testimonials, until the brand writes its own', async () => {
    const { db } = t.deps
    await aBrand(db, 1)
    const words = async () => (await t.call('GET', '/api/portada?marca=1')).body.data.portada
    expect(await words()).toEqual(DEFAULT_LANDING)
    expect(DEFAULT_LANDING).toMatchObject({ valoracion: null, testimonios: [] })
    const bloques = [{ titulo: 'Breve', texto: 'Videos cortos.', imagen: null }]
    await db.update(clientes).set({ portada: { bloques } }).where(eq(clientes.id, 1))
    const { orden } = DEFAULT_LANDING
    expect(await words()).toEqual({ apertura: null, orden, bloques, testimonios: [], valoracion: null })
    const apertura = { titular: 'Crea', texto: 'Desde cero.', boton: 'Ver cursos', enlace: '/cursos' }
    await db.update(clientes).set({ portada: { apertura } }).where(eq(clientes.id, 1))
    expect(await words()).toEqual({ ...DEFAULT_LANDING, apertura })
    await db
      .update(clientes)
      .set({ portada: { valoracion: 4.7 } })
      .where(eq(clientes.id, 1))
    expect(await words()).toEqual({ ...DEFAULT_LANDING, valoracion: 4.7 })
  })
})

describe('lists of the shop', () => {
  it('follow the brand of the visit as pages do: host, ?marca=, cookie, and for users their own', async () => {
    const { db } = t.deps
    await aBrand(db, 2)
    const course = await aCourse(db, { id_cliente: 3 })
    const teacher = await aPerson(db, { id_cliente: 3, tipo_cliente: 'Docente' })
    const user = await t.tokenOf((await aPerson(db, { id_cliente: 3 })).id)
    await db
      .update(clientes)
      .set({ dominios: ['tres.example.pe'], nombre: 'Marca de la visita' })
      .where(eq(clientes.id, 3))
    await t.database.sql`DELETE FROM paginas WHERE id_cliente = 3`
    await t.database.sql`INSERT INTO paginas (id_cliente, clave, titulo, markdown)
      VALUES (3, 'terminos', 'Términos de la visita', 'Texto.')`
    const [category] = await t.database.sql`SELECT id_categoria AS id FROM cursos WHERE id = ${course.id}`
    const shown: [string, string][] = [
      ['/api/cursos', `"id":${course.id},`],
      ['/api/cursos/activos', `"id":${course.id},`],
      ['/api/categorias/activas', `"id":${category?.id},`],
      ['/api/usuarios/docentes/activos', `"id":${teacher.id},`],
      ['/api/portada', `"id":${course.id},`],
      ['/api/paginas', 'Términos de la visita'],
      ['/api/paginas/terminos', 'Términos de la visita'],
    ]
    for (const [url, own] of shown) {
      const sees = async (query: string, headers: Record<string, string>, token?: string) =>
        (await t.call('GET', url + query, { headers, token })).raw.toString().includes(own)
      const cookie = 'otra=1; marca=3'
      await expect.poll(() => sees('', { host: 'tres.example.pe' })).toBe(true)
      expect([url, await sees('', {}), await sees('', { cookie })]).toEqual([url, false, true])
      expect([url, await sees('?marca=2', { cookie }), await sees('?marca=3', {})]).toEqual([url, false, true])
      expect([url, await sees('?marca=2', { host: 'tres.example.pe' })]).toEqual([url, true])
      expect([url, await sees('?marca=2', { cookie: 'marca=2' }, user)]).toEqual([url, true])
    }
  })
})

describe('what the shop says of a course', () => {
  it('is counted from its content: lessons, minutes, teachers, and a certificate only with an exam that earns it', async () => {
    const { db } = t.deps
    const teacher = await aPerson(db, { tipo_cliente: 'Docente', nombres: 'Rosa', apellidos: 'Huamán' })
    const course = await aCourse(db, { teacher: teacher.id, modules: 2, lessons: 2 })
    const card = async () => {
      const { body } = await t.call('GET', '/api/portada?marca=2')
      return body.data.cursos.find(({ id }: { id: number }) => id === course.id)
    }
    expect(await card()).toMatchObject({
      ensenan: ['Rosa Huamán'],
      lecciones: 4,
      minutos: 40,
      certificado: false,
    })
    await anExam(db, { id_curso: course.id })
    expect(await card()).toMatchObject({ certificado: true })
    const detail = await t.call('GET', `/api/cursos/detallado/${course.id}`)
    expect(detail.body.data).toMatchObject({ certificado: true, id_cliente: 2, proxima_clase: null })
    const [lesson] = course.modulos[0]?.lecciones ?? []
    for (const [orden, inicio] of ['2020-01-01', '2099-05-02', '2099-01-02'].entries())
      await t.database.sql`INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden)
        VALUES (${lesson?.id ?? 0}, 'Clase', ${inicio}, 'https://meet.example/x', ${orden})`
    const { body } = await t.call('GET', `/api/cursos/detallado/${course.id}`)
    expect(body.data.proxima_clase).toContain('2099-01-02')
  })
})
