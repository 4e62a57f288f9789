import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { aCourse, anAttempt, anEnrolment, anExam, aPerson, limaDay } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { onOneDay } from '../../../test/one-day.ts'
import { selling } from '../../../test/sales.ts'

const t = useApp()

const member = async (...roles: ('plataforma' | 'marca' | 'docente' | 'soporte' | 'caja')[]) => {
  const { id } = await aPerson(t.deps.db, { roles })
  return { id, token: await t.tokenOf(id) }
}
const inbox = async (token: string) => (await t.call('GET', '/api/gestion/bandeja', { token })).body.data
const figures = async () => (await t.call('GET', '/api/gestion/bandeja/cifras', { token: admin })).body.data
const search = async (token: string, q: string) =>
  (await t.call('GET', `/api/gestion/buscar?q=${encodeURIComponent(q)}`, { token })).body.data

let admin: string
let teacher: Awaited<ReturnType<typeof member>>
let stranger: string
let student: Awaited<ReturnType<typeof aPerson>>
let course: Awaited<ReturnType<typeof aCourse>>
const numero = randomUUID()

beforeAll(async () => {
  await onOneDay()
  const { db, sql } = t.database
  admin = (await member('marca')).token
  teacher = await member('docente')
  stranger = (await member('docente')).token
  student = await aPerson(db, { nombres: 'Zoraida', apellidos: 'Ñahui' })
  course = await aCourse(db, { teacher: teacher.id, nombre: 'Cerámica en frío' })
  await anEnrolment(db, student.id, course.id)
  const exam = await anExam(db, { id_curso: course.id, values: [], open: [5] })
  const { id } = await anAttempt(db, student.id, exam.id, { estado: 'pendiente' })
  await sql`INSERT INTO respuestas (id_intento, id_pregunta, respuesta) VALUES (${id}, ${exam.preguntas[0]?.id}, 'Texto')`
  await sql`INSERT INTO tickets_soporte (id_cliente, id_usuario, numero, mensaje) VALUES (2, ${student.id}, 1, 'No me abre el video')`
  const orden = (id_usuario: number, pagada: string) => sql`INSERT INTO ordenes
    (numero, id_cliente, id_usuario, huella, estado, subtotal_centimos, total_centimos, pasarela, pagada_en)
    VALUES (${pagada === 'hoy' ? numero : randomUUID()}, 2, ${id_usuario}, ${randomUUID()}, 'pagada', 14950, 14950, 'sandbox',
      now() - make_interval(days => ${pagada === 'hoy' ? 0 : 40}))`
  await orden(student.id, 'hoy')
  await orden(student.id, 'antes')
  await sql`INSERT INTO orden_lineas (id_orden, id_curso, nombre, precio_centimos)
    SELECT id, ${course.id}, 'Cerámica en frío', 14950 FROM ordenes WHERE numero = ${numero}`
  const { money } = selling(t)
  const orders = await sql`SELECT numero::text FROM ordenes WHERE id_usuario = ${student.id}`
  for (const { numero: paid } of orders)
    await money(paid, { tipo: 'cobro', centimos: 14950, id_pasarela: paid, dia: limaDay(paid === numero ? 0 : -40) })
  await sql`INSERT INTO sesiones (id_leccion, nombre, inicio, duracion, enlace, orden)
    VALUES (${course.modulos[0]?.lecciones[0]?.id}, 'Clase de hoy', now(), 30, 'https://meet.example.pe/x', 1)`
})

describe('the inbox', () => {
  it('counts by permission: own courses for teachers, nothing that is not theirs', async () => {
    const own = await inbox(teacher.token)
    expect(own).toMatchObject({ por_calificar: 1, por_moderar: 0, soporte: null, reclamos: null })
    expect(own.clases_hoy.map(({ nombre }: { nombre: string }) => nombre)).toEqual(['Clase de hoy'])
    expect(await inbox(stranger)).toMatchObject({ por_calificar: 0, clases_hoy: [] })
    const support = await inbox((await member('soporte')).token)
    expect(support).toMatchObject({ soporte: 1, por_moderar: 0, por_calificar: null, clases_hoy: null })
    expect(await inbox((await member('caja')).token)).toMatchObject({ soporte: null, pagos_en_revision: null })
  })

  it('has the figures of the academy, and what it lacks to begin', async () => {
    const { primeros_pasos, reclamos } = await inbox(admin)
    expect(await figures()).toEqual({
      ventas_hoy: { cobros: 1, neto: 149.5 },
      ventas_mes: { cobros: 1, neto: 149.5 },
      matriculas_hoy: 1,
      matriculas_mes: 1,
      alumnos_activos: 0,
    })
    await t.tokenOf(student.id)
    expect((await figures()).alumnos_activos).toBe(1)
    expect(primeros_pasos).toMatchObject({ marca: false, docente: true, curso: true, examen: true, alumno: true })
    expect(reclamos).toEqual({ total: 0, vence: null })
    const { id } = await aPerson(t.deps.db, { id_cliente: 3, roles: ['marca'] })
    expect((await inbox(await t.tokenOf(id))).primeros_pasos).toEqual({
      marca: false,
      oferta: false,
      cobros: true,
      correo: true,
      docente: false,
      curso: false,
      examen: false,
      alumno: false,
      sin_examen: null,
    })
  })

  it('asks for all that a receipt names', async () => {
    const id_cliente = 4754
    const token = await t.tokenOf((await aPerson(t.deps.db, { id_cliente, roles: ['marca'] })).id)
    const done = async () => (await inbox(token)).primeros_pasos.marca
    await t.database
      .sql`UPDATE clientes SET razon_social = 'Sol S.A.C.', ruc = '20600000002', direccion = 'Av. Larco 101',
      correo = 'hola@sol.pe', logo = '/api/storage/imagenes/a-320.webp' WHERE id = ${id_cliente}`
    expect(await done()).toBe(true)
    for (const field of ['razon_social', 'ruc', 'direccion', 'correo']) {
      const [{ before } = {}] = await t.database.sql.unsafe(
        `SELECT ${field} AS before FROM clientes WHERE id = ${id_cliente}`,
      )
      await t.database.sql.unsafe(`UPDATE clientes SET ${field} = '' WHERE id = ${id_cliente}`)
      expect([field, await done()]).toEqual([field, false])
      await t.database.sql.unsafe(`UPDATE clientes SET ${field} = $1 WHERE id = ${id_cliente}`, [before])
    }
  })

  it('does not count again at once what reached ten thousand', async () => {
    const [id_cliente, small] = [4752, 4753]
    const { sql } = t.database
    const reader = async (brand: number) => {
      const token = await t.tokenOf((await aPerson(t.deps.db, { id_cliente: brand, roles: ['marca'] })).id)
      return async () => (await t.call('GET', '/api/gestion/bandeja/cifras', { token })).body.data.alumnos_activos
    }
    const [many, few] = [await reader(id_cliente), await reader(small)]
    await sql`INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash)
      SELECT CASE WHEN n > 10001 THEN ${small}::int ELSE ${id_cliente}::int END, 'Ana', 'Quispe', 'muchas-' || n || '@prueba.pe', 'x' FROM generate_series(1, 10004) n`
    await sql`INSERT INTO accesos (hash, id_usuario, expira_en) SELECT sha256(correo::bytea), id, now() + interval '1 day' FROM usuarios WHERE correo LIKE 'muchas-%'`
    expect([await many(), await few()]).toEqual([10_000, 3])
    await sql`DELETE FROM accesos WHERE id_usuario IN (SELECT id FROM usuarios WHERE correo LIKE 'muchas-%')`
    expect([await many(), await few()]).toEqual([10_000, 0])
  })

  it('counts what the lists behind its figures show', async () => {
    const id_cliente = 4751
    const { id } = await aPerson(t.deps.db, { id_cliente, roles: ['marca'] })
    const token = await t.tokenOf(id)
    const course = await aCourse(t.deps.db, { id_cliente })
    const [fresh, idle, old, closed, disabled] = await Promise.all(
      Array.from({ length: 5 }, () => aPerson(t.deps.db, { id_cliente })),
    )
    for (const one of [fresh, idle, old, closed, disabled]) {
      await anEnrolment(t.deps.db, one?.id ?? 0, course.id)
      await t.tokenOf(one?.id ?? 0)
    }
    const { sql } = t.database
    await sql`UPDATE matriculas SET estado = 'suspendida', suspendida_por = 'personal' WHERE id_usuario = ${idle?.id ?? 0}`
    await sql`UPDATE matriculas SET fecha_matricula = now() - interval '40 days' WHERE id_usuario = ${old?.id ?? 0}`
    await sql`UPDATE usuarios SET tipo_documento = 'Eliminado', estado = 0 WHERE id = ${closed?.id ?? 0}`
    await sql`UPDATE usuarios SET estado = 0 WHERE id = ${disabled?.id ?? 0}`
    await sql`UPDATE accesos SET usado_en = now() - interval '8 days' WHERE id_usuario = ${idle?.id ?? 0}`
    await sql`UPDATE auditoria SET fecha = now() - interval '8 days' WHERE sobre = ${idle?.id ?? 0}`
    const read = async (path: string) => (await t.call('GET', `/api/gestion/${path}`, { token })).body.data
    expect(await read('bandeja/cifras')).toMatchObject({ matriculas_mes: 3, alumnos_activos: 2 })
    expect((await read('matriculas?periodo=mes')).total).toBe(3)
    const active = await read('alumnos?activos=1')
    expect(active.data.map((one: { id: number }) => one.id).sort()).toEqual([fresh?.id, old?.id].sort())
  })

  it('names the course whose exam is to be written: a published one first, none that is archived', async () => {
    const id_cliente = 4750
    const { id } = await aPerson(t.deps.db, { id_cliente, roles: ['marca'] })
    const token = await t.tokenOf(id)
    const lacking = async () => (await inbox(token)).primeros_pasos.sin_examen
    const published = await aCourse(t.deps.db, { id_cliente })
    const hidden = await aCourse(t.deps.db, { id_cliente })
    await t.database.sql`UPDATE cursos SET estado = 0 WHERE id = ${hidden.id}`
    expect(await lacking()).toBe(published.id)
    await anExam(t.deps.db, { id_curso: published.id, id_modulo: published.modulos[0]?.id ?? null, values: [10] })
    expect(await lacking()).toBe(hidden.id)
    await t.database.sql`UPDATE cursos SET archivado_en = now() WHERE id = ${hidden.id}`
    expect(await lacking()).toBeNull()
  })
})

describe('the search of the staff', () => {
  const kinds = async (token: string, q: string) => (await search(token, q)).map(({ tipo }: { tipo: string }) => tipo)

  it('finds what the caller may open, without case and accents', async () => {
    expect(await kinds(admin, 'ñahui ZORAIDA')).toEqual(['persona', 'ticket', 'orden', 'orden'])
    expect(await kinds(teacher.token, 'nahui')).toEqual(['persona'])
    expect(await kinds(stranger, 'nahui')).toEqual([])
    expect(await kinds((await member('caja')).token, 'nahui')).toEqual(['persona', 'orden', 'orden'])
    expect(await search(teacher.token, 'ceramica')).toEqual([
      { tipo: 'curso', clave: String(course.id), titulo: 'Cerámica en frío', detalle: 'Publicado', orden: null },
    ])
    expect(await kinds(stranger, 'ceramica')).toEqual([])
  })

  it('finds members of the staff by their mail, for those who manage the team', async () => {
    const { correo } = await aPerson(t.deps.db, { roles: ['caja'], nombres: 'Wenceslao', apellidos: 'Oré' })
    expect(await search(admin, 'wenceslao')).toEqual([
      { tipo: 'miembro', clave: correo, titulo: 'Wenceslao Oré', detalle: correo, orden: null },
    ])
    expect(await kinds((await member('soporte')).token, 'wenceslao')).toEqual([])
  })

  it('finds a course by the singular and the plural of its words, with and without accents', async () => {
    const { id } = await aCourse(t.deps.db, { nombre: 'Evaluación de lápices' })
    for (const q of ['evaluaciones', 'Evaluacion', 'evaluación'.normalize('NFD'), 'lápiz', 'lapiz', 'lapices']) {
      const list = await t.call('GET', `/api/gestion/cursos?q=${encodeURIComponent(q)}`, { token: admin })
      expect([q, list.body.data.data.map((one: { id: number }) => one.id)]).toEqual([q, [id]])
      expect([q, await search(admin, q)]).toEqual([q, [expect.objectContaining({ tipo: 'curso', clave: String(id) })]])
    }
  })

  it('finds an order by the beginning of its number and by the mail of its buyer', async () => {
    const order = {
      tipo: 'orden',
      clave: numero,
      titulo: 'Zoraida Ñahui',
      detalle: 'Cerámica en frío',
      orden: { total: 149.5, estado: 'pagada' },
    }
    expect(await search(admin, numero.slice(0, 11))).toEqual([order])
    expect(await search(admin, student.correo)).toContainEqual(order)
  })

  it('finds orders and tickets by a number as people paste it', async () => {
    const [order] = await search(admin, `«${numero.toUpperCase().replaceAll('-', '\u2212')}»,`)
    expect(order).toMatchObject({ tipo: 'orden', clave: numero })
    const [ticket] = await t.database.sql`SELECT id, numero FROM tickets_soporte WHERE id_usuario = ${student.id}`
    expect(await search(admin, `N.º ${ticket?.numero}`)).toContainEqual(
      expect.objectContaining({ tipo: 'ticket', clave: String(ticket?.id) }),
    )
  })

  it('asks for two letters, and finds nothing by signs', async () => {
    const { status, body } = await t.call('GET', '/api/gestion/buscar?q=a', { token: admin })
    expect([status, body.errors.q]).toEqual([422, ['Escribe al menos dos letras.']])
    expect(await search(admin, '%%')).toEqual([])
  })
})
