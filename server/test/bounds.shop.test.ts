import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from './builders.ts'
import { useApp } from './harness.ts'

const t = useApp()
/** Limit of every list response. */
const BUDGET = 2_000_000
const LONG = `<p>${'descripción larga '.repeat(2500)}</p>`
const NAME = 'ñ'.repeat(200)

let student: { id: number; token: string }
let course: Awaited<ReturnType<typeof aCourse>>
let order: string

/** A brand with far more rows than a real academy, and a student in all of it. */
beforeAll(async () => {
  const { db } = t.deps
  const person = await aPerson(db)
  const admin = await aPerson(db, { tipo_cliente: 'Administrador' })
  student = { id: person.id, token: await t.tokenOf(person.id) }
  course = await aCourse(db, { nombre: NAME, modules: 1, lessons: 1 })
  const lesson = course.modulos[0]?.lecciones[0]?.id ?? 0
  await db.execute(sql`INSERT INTO cursos (id_cliente, id_categoria, clave, nombre, nivel, costo_centimos, horas, descripcion, aprenderas)
    SELECT 2, ${course.id_categoria}, 'c' || n, ${NAME}, 'Básico', 0, 1, ${LONG}, ARRAY[${NAME}, ${NAME}] FROM generate_series(1, 1200) n`)
  await db.execute(
    sql`INSERT INTO categorias (id_cliente, nombre) SELECT 2, ${NAME} || n FROM generate_series(1, 3000) n`,
  )
  await db.execute(sql`INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash, numero_documento, tipo_cliente, biography)
    SELECT 2, 'Rosa', 'Luna', 'd' || n || '@prueba.pe', 'x', (70000000 + n)::text, 'Docente', ${LONG.slice(0, 2000)} FROM generate_series(1, 1500) n`)
  await db.execute(
    sql`INSERT INTO roles_personal (id_usuario, rol) SELECT id, 'docente' FROM usuarios WHERE correo LIKE 'd%@prueba.pe' AND tipo_cliente = 'Docente' ON CONFLICT DO NOTHING`,
  )
  await db.execute(
    sql`INSERT INTO curso_docentes (id_curso, id_usuario) SELECT ${course.id}, id FROM usuarios WHERE tipo_cliente = 'Docente'`,
  )
  await db.execute(
    sql`INSERT INTO modulos (id_curso, clave, nombre, orden) SELECT ${course.id}, 'x' || n, ${NAME}, n + 1 FROM generate_series(1, 150) n`,
  )
  await db.execute(sql`INSERT INTO lecciones (id_modulo, clave, titulo, orden)
    SELECT m.id, 'x' || n, ${NAME}, n + 1 FROM modulos m, generate_series(1, 120) n WHERE m.id_curso = ${course.id}`)
  await db.execute(sql`INSERT INTO evaluaciones (id_curso, id_modulo, clave, nombre, modelo, duracion)
    SELECT ${course.id}, m.id, 'e' || n, ${NAME}, 1, 10 FROM modulos m, generate_series(1, 30) n WHERE m.id_curso = ${course.id}`)
  await db.execute(sql`UPDATE lecciones SET contenido = ${LONG} WHERE id = ${lesson}`)
  await db.execute(sql`INSERT INTO materiales (id_leccion, tipo, nombre, texto, orden)
    SELECT ${lesson}, 'Texto', ${NAME}, ${LONG + LONG}, n FROM generate_series(1, 300) n`)
  await db.execute(sql`INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden)
    SELECT ${lesson}, ${NAME}, now() + n * interval '10 minutes', 'https://reunion.pe/' || ${'x'.repeat(400)}, n FROM generate_series(1, 6000) n`)
  await anEnrolment(db, person.id, course.id)
  await db.execute(
    sql`INSERT INTO matriculas (id_usuario, id_curso) SELECT ${person.id}, id FROM cursos WHERE clave LIKE 'c%' AND id <> ${course.id}`,
  )
  await db.execute(sql`INSERT INTO ordenes (numero, id_cliente, id_usuario, estado, huella, subtotal_centimos, total_centimos, pasarela, pagada_en)
    SELECT gen_random_uuid(), 2, ${person.id}, 'en_revision', n::text, 0, 0, 'sandbox', now() FROM generate_series(1, 300) n`)
  await db.execute(sql`INSERT INTO orden_lineas (id_orden, id_curso, nombre, imagen, precio_centimos)
    SELECT o.id, c.id, ${NAME}, ${`/api/storage/imagenes/${'x'.repeat(80)}.webp`}, 0
    FROM ordenes o, (SELECT id FROM cursos WHERE clave LIKE 'c%' ORDER BY id LIMIT 20) c`)
  await db.execute(sql`INSERT INTO pagos (pasarela, id_pago, id_orden, estado, monto_centimos, moneda, real)
    SELECT 'sandbox', o.id || '-' || n, o.id, 'rejected', 1, 'PEN', false FROM ordenes o, generate_series(1, 200) n`)
  await db.execute(
    sql`INSERT INTO asistencias (usuario_id, leccion_id) SELECT ${person.id}, id FROM lecciones LIMIT 500`,
  )
  order = await t.tokenOf(admin.id)
}, 120_000)

const mine = (url: string) => t.call('GET', url, { token: student.token })
const weigh = (answer: { raw: Buffer }) => answer.raw.length

describe('lists of an academy of any size', () => {
  it.each([
    ['/api/cursos', 300],
    ['/api/cursos/activos', 300],
    ['/api/categorias/activas', 100],
    ['/api/usuarios/docentes/activos', 200],
  ])('%s returns at most %i, in less than 2 MB', async (url, most) => {
    const answer = await t.call('GET', url)
    expect([answer.status, answer.body.data.length]).toEqual([200, most])
    expect(weigh(answer)).toBeLessThan(BUDGET)
  })

  it('the landing page, the site map and a course’s page stay under 2 MB', async () => {
    const landing = await t.call('GET', '/api/portada')
    expect([landing.body.data.cursos.length, landing.body.data.docentes.length]).toEqual([300, 200])
    const map = await t.call('GET', '/sitemap.xml')
    const [row] = await t.database.sql`SELECT id FROM cursos WHERE clave = 'c7'`
    const page = await t.call('GET', `/api/cursos/${row?.id}`)
    // The page of a course has the whole description.
    expect(page.body.data.descripcion.length).toBeGreaterThan(40_000)
    for (const answer of [landing, map, page, await t.call('GET', `/api/cursos/${course.id}`)]) {
      expect(answer.status).toBe(200)
      expect(weigh(answer)).toBeLessThan(BUDGET)
    }
  })

  it.each([
    ['/api/matriculas/usuario/', 300],
    ['/api/cursos/usuario/', 300],
    ['/api/sesiones/usuario/', 1000],
  ])('%s{id} returns the first %i of a student', async (url, most) => {
    const answer = await mine(url + student.id)
    expect([answer.status, answer.body.data.length]).toEqual([200, most])
    expect(weigh(answer)).toBeLessThan(BUDGET)
  })

  it('the dashboard counts every course and shows 300', async () => {
    const answer = await mine('/api/inicio')
    expect([answer.status, answer.body.data.cursos.length, answer.body.data.cursos_matriculados]).toEqual([
      200, 300, 1201,
    ])
    expect(weigh(answer)).toBeLessThan(BUDGET)
  })

  it('a course of 150 modules of 120 lessons has an outline of 50 modules of 60 lessons', async () => {
    for (const url of [`/api/cursos/detallado/${course.id}`, `/api/modulos/curso/${course.id}`]) {
      const answer = await mine(url)
      const modules = answer.body.data.modulos ?? answer.body.data
      expect([answer.status, modules.length, modules[3].lecciones.length]).toEqual([200, 50, 60])
      expect(weigh(answer)).toBeLessThan(BUDGET)
    }
    const module = course.modulos[0]?.id
    const lessons = await mine(`/api/lecciones/modulo/${module}`)
    expect(lessons.body.data).toHaveLength(60)
    expect(weigh(lessons)).toBeLessThan(BUDGET)
  })

  it('a lesson with 300 long materials and 6,000 sessions stays under 2 MB', async () => {
    const lesson = course.modulos[0]?.lecciones[0]?.id
    for (const url of [`/api/lecciones/detallado/${lesson}`, `/api/materiales/leccion/${lesson}`]) {
      const answer = await mine(url)
      expect(answer.status).toBe(200)
      expect(weigh(answer)).toBeLessThan(BUDGET)
      expect((answer.body.data.materiales ?? answer.body.data).length).toBeLessThanOrEqual(50)
    }
  })

  it('the search feed stays under 2 MB', async () => {
    const answer = await mine(`/api/detalle/usuario/${student.id}`)
    expect(answer.status).toBe(200)
    expect(answer.body.busqueda.length).toBeGreaterThan(1000)
    expect(weigh(answer)).toBeLessThan(BUDGET)
  })

  it('pages of orders, of sales and of attendances stay under 2 MB', async () => {
    const pages = [await mine('/api/ordenes?per_page=100'), await mine('/api/asistencias?per_page=100')]
    for (const answer of pages) {
      expect([answer.status, answer.body.data.data.length]).toEqual([200, 100])
      expect(weigh(answer)).toBeLessThan(BUDGET)
    }
    const sales = await t.call('GET', '/api/gestion/ordenes', { token: order })
    expect(sales.body.data.data.length).toBe(50)
    expect(weigh(sales)).toBeLessThan(BUDGET)
  })

  it('a cart, a purchase or an order of modules of 10,000 ids is refused', async () => {
    const ids = Array.from({ length: 10_000 }, (_, n) => n + 1)
    const few = ids.slice(0, 1000).join(',')
    const admin = { token: order, body: { orden: ids } }
    expect((await t.call('GET', `/api/carrito?ids=${few}`)).status).toBe(422)
    const body = { items: ids.map((id) => ({ id })) }
    const bought = await t.call('POST', '/api/mercadopago/preference', { token: student.token, body })
    expect([bought.status, JSON.stringify(bought.body).length < 500]).toEqual([422, true])
    expect((await t.call('POST', '/api/modulos/update-orden', admin)).status).toBe(422)
  })
})
