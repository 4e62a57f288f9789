import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aCourse, anEnrolment, anExam, aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { audit } from './audit.ts'

const t = useApp()

const trail = async (usuario: number) => {
  const admin = await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })
  const answer = await t.call('GET', `/api/auditoria?usuario=${usuario}`, { token: await t.tokenOf(admin.id) })
  expect(answer.status).toBe(200)
  return answer.body.data.data as { accion: string; objeto: string | null; [field: string]: unknown }[]
}

const login = (email: string, password: string) =>
  t.app.inject({
    method: 'POST',
    url: '/api/loginalumno',
    payload: { email, password },
    remoteAddress: '190.12.34.56',
  })

it('records logins and failed logins, with network and request, without email or password', async () => {
  const person = await aPerson(t.deps.db, { correo: 'entra@prueba.pe' })
  const wrong = await login('entra@prueba.pe', 'no-es-esta')
  const right = await login('entra@prueba.pe', PASSWORD)
  expect([wrong.statusCode, right.statusCode]).toEqual([401, 200])
  const lines = await trail(person.id)
  expect(lines).toMatchObject([
    { accion: 'acceso_concedido', id_usuario: person.id, sobre: person.id, direccion: '190.12.34.0/24' },
    { accion: 'acceso_fallido', id_usuario: null, sobre: person.id, solicitud: wrong.headers['x-request-id'] },
  ])
  expect(JSON.stringify(lines)).not.toContain('entra@')
  expect(JSON.stringify(lines)).not.toContain('no-es-esta')
})

it('records an attempt from its start to its certificates, once each', async () => {
  const student = await aPerson(t.deps.db)
  const course = await aCourse(t.deps.db)
  await anEnrolment(t.deps.db, student.id, course.id)
  const exam = await anExam(t.deps.db, { id_curso: course.id, id_modulo: course.modulos[0]?.id, values: [20] })
  const token = await t.tokenOf(student.id)
  const body = { id_evaluacion: exam.id }
  const made = await t.call('POST', '/api/detalle-evaluacion', { token, body })
  const detail = made.body.data.id
  await t.call('GET', `/api/detalle-evaluacion/${detail}/incrementar-intento`, { token })
  const [question] = exam.preguntas
  const answers = [{ id_detalle_evaluacion: detail, id_pregunta: question?.id, id_opcion: question?.opciones[1]?.id }]
  expect((await t.call('POST', '/api/respuestas', { token, body: answers })).status).toBeLessThan(300)
  await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
  await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token, body: {} })
  const actions = (await trail(student.id)).map((line) => line.accion)
  expect(actions.filter((accion) => accion.startsWith('intento')).sort()).toEqual([
    'intento_enviado',
    'intento_iniciado',
  ])
  expect(actions.filter((accion) => accion === 'certificado_emitido')).toHaveLength(2)
})

it('records denied calls and server-owned fields, limited per minute', async () => {
  const [student, victim] = [await aPerson(t.deps.db), await aPerson(t.deps.db)]
  const token = await t.tokenOf(student.id)
  for (let i = 0; i < 25; i++) expect((await t.call('GET', `/api/usuarios/${victim.id}`, { token })).status).toBe(403)
  const refused = await trail(student.id)
  expect(refused).toHaveLength(20)
  expect(refused[0]).toMatchObject({
    accion: 'permiso_negado',
    objeto: 'GET /api/usuarios/:id',
    detalle: { codigo: 'SIN_PERMISO' },
  })

  const other = await aPerson(t.deps.db)
  const body = { mensaje: 'Un mensaje bastante largo', rol: 'Administrador', id_cliente: 1 }
  await t.call('POST', '/api/enviar-soporte', { token: await t.tokenOf(other.id), body })
  expect(await trail(other.id)).toMatchObject([
    { accion: 'campos_ajenos', objeto: 'POST /api/enviar-soporte', detalle: { campos: ['rol', 'id_cliente'] } },
  ])
})

it('is committed or rolled back with the action', async () => {
  const person = await aPerson(t.deps.db)
  const undone = t.deps.db.transaction(async (tx) => {
    await audit(tx, 'perfil_cambiado', { sobre: person.id })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await trail(person.id)).toEqual([])
})

it('is append-only until entries are two years old', async () => {
  const person = await aPerson(t.deps.db)
  await audit(t.deps.db, 'gestion', { sobre: person.id, objeto: 'prueba:1' })
  const mine = sql`WHERE sobre = ${person.id}`
  const refused = expect.objectContaining({ cause: expect.objectContaining({ code: '23001' }) })
  await expect(t.deps.db.execute(sql`UPDATE auditoria SET objeto = 'otro' ${mine}`)).rejects.toEqual(refused)
  await expect(t.deps.db.execute(sql`DELETE FROM auditoria ${mine}`)).rejects.toEqual(refused)
  await expect(t.deps.db.execute(sql`TRUNCATE auditoria`)).rejects.toEqual(refused)
  await t.deps.db.execute(
    sql`INSERT INTO auditoria (accion, sobre, fecha) VALUES ('gestion', ${person.id}, now() - interval '25 months')`,
  )
  await t.deps.jobs.send(t.deps.db, 'limpiar-auditoria', {})
  await t.deps.jobs.drain()
  const [{ n } = { n: 0 }] = (
    await t.deps.db.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM auditoria ${mine}`)
  ).rows
  expect(n).toBe(1)
})

it('is read by the brand’s administrators only, by page and action', async () => {
  const person = await aPerson(t.deps.db, { id_cliente: 3 })
  await audit(t.deps.db, 'gestion', { sobre: person.id }, { sobre: person.id })
  const teacher = await aPerson(t.deps.db, { id_cliente: 3, tipo_cliente: 'Docente' })
  const admin = await aPerson(t.deps.db, { id_cliente: 3, tipo_cliente: 'Administrador' })
  const stranger = await aPerson(t.deps.db, { id_cliente: 1, tipo_cliente: 'Administrador' })
  const read = async (id: number, query = '') =>
    t.call('GET', `/api/auditoria?usuario=${person.id}${query}`, { token: await t.tokenOf(id) })
  expect((await t.call('GET', '/api/auditoria')).status).toBe(401)
  expect((await read(teacher.id)).status).toBe(403)
  expect((await read(stranger.id)).body.data.total).toBe(0)
  expect((await read(admin.id, '&per_page=1')).body.data).toMatchObject({
    total: 2,
    last_page: 2,
    data: [{ accion: 'gestion' }],
  })
  expect((await read(admin.id, '&accion=acceso_fallido')).body.data.total).toBe(0)
  const wrong = await read(admin.id, '&accion=nada')
  expect([wrong.status, wrong.body.message]).toEqual([422, 'La acción no existe.'])
})

it('counts its newest 1,000 lines; older ones are read with a cursor', async () => {
  const person = await aPerson(t.deps.db, { id_cliente: 3 })
  const admin = await aPerson(t.deps.db, { id_cliente: 3, tipo_cliente: 'Administrador' })
  await t.deps.db.execute(sql`INSERT INTO auditoria (id_cliente, accion, sobre)
    SELECT 3, 'gestion', ${person.id} FROM generate_series(1, 1030)`)
  const token = await t.tokenOf(admin.id)
  const read = (query: string) => t.call('GET', `/api/auditoria?usuario=${person.id}&per_page=30${query}`, { token })
  const [first, last, beyond] = [await read(''), await read('&page=34'), await read('&page=35')]
  expect([first.body.data.total, first.body.data.last_page]).toEqual([1000, 34])
  expect([last.body.data.data.length, beyond.body.data.data.length]).toEqual([10, 0])
  const before = await read(`&antes=${last.body.data.data.at(-1).id}`)
  expect([before.body.data.total, before.body.data.data.length]).toEqual([30, 30])
  expect(before.body.data.data[0].id).toBe(last.body.data.data.at(-1).id - 1)
  const wrong = await read('&antes=hoy')
  expect([wrong.status, wrong.body.errors]).toEqual([422, { antes: ['La línea no es válida.'] }])
})

it('is read by course: its own lines and those of its lessons and exams', async () => {
  const admin = await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })
  const [course, other] = [await aCourse(t.deps.db, { lessons: 1 }), await aCourse(t.deps.db, { lessons: 1 })]
  const exam = await anExam(t.deps.db, { id_curso: course.id, values: [20] })
  const lessonOf = ({ modulos }: typeof course) => `leccion:${modulos[0]?.lecciones[0]?.id}`
  const own = [`curso:${course.id}`, lessonOf(course), `evaluacion:${exam.id}`]
  const act = { id_usuario: admin.id, id_cliente: admin.id_cliente }
  for (const objeto of [...own, `curso:${other.id}`, lessonOf(other)])
    await audit(t.deps.db, 'gestion', { ...act, objeto })
  const answer = await t.call('GET', `/api/auditoria?curso=${course.id}`, { token: await t.tokenOf(admin.id) })
  expect(answer.body.data.data.map(({ objeto }: { objeto: string }) => objeto)).toEqual(own.toReversed())
})
