import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { liveQuestions } from '../src/features/exams/questions.ts'
import { notify } from '../src/features/notifications/notifications.ts'
import { aCourse, anExam, aPerson } from './builders.ts'
import { useApp } from './harness.ts'
import { aFile, importing } from './imports.ts'
import { aMailbox, END_OF_TEXT } from './long/mailbox.ts'
import { shopping } from './shop.ts'
import { untilWaiting } from './waiting.ts'

const t = useApp()
const STUDENTS = 450
const BATCH = 200

const of = (path: string) => JSON.stringify(new URL(`../src/${path}`, import.meta.url).href)
/** Does a job as a worker does, in a process of its own. */
const WORKER = `import { openDatabase } from ${of('platform/db/database.ts')}
import { JOB_KINDS } from ${of('app/job-kinds.ts')}
import { runJob } from ${of('kit/batches/batches.ts')}
import { createJobs } from ${of('platform/jobs.ts')}
const database = openDatabase(process.env.DATABASE_URL, { pool: 2, name: 'trabajador' })
const jobs = createJobs(process.env.DATABASE_URL, () => undefined)
await runJob(database.db, jobs, Number(process.argv[1]), JOB_KINDS, false)
await Promise.all([database.close(), jobs.stop()])`
/** Asks the sandbox for a refund as a worker does. */
const REFUNDER = `import { openDatabase } from ${of('platform/db/database.ts')}
import { createJobs } from ${of('platform/jobs.ts')}
import { askGateway } from ${of('features/orders/refund-asking.ts')}
import { sandbox } from ${of('features/orders/sandbox.ts')}
const { db } = openDatabase(process.env.DATABASE_URL, { pool: 2, name: 'trabajador' })
const jobs = createJobs(process.env.DATABASE_URL, () => undefined)
await askGateway({ db, jobs, gateway: sandbox(db, {}) }, Number(process.argv[1]))`
/** Sends notification mails as a worker does. */
const SENDER = `import { readConfig } from ${of('platform/config.ts')}
import { createConnections } from ${of('platform/connections/connections.ts')}
import { openDatabase } from ${of('platform/db/database.ts')}
import { createSigner } from ${of('platform/files/signing.ts')}
import { createMail } from ${of('platform/mail.ts')}
import { sendPendingMails } from ${of('features/notifications/mails.ts')}
const config = readConfig(process.env)
const database = openDatabase(process.env.DATABASE_URL, { pool: 2, name: 'trabajador' })
const { db } = database
await sendPendingMails({ db, config, signer: await createSigner(db), mail: createMail(config, createConnections(config, db), () => undefined) })
await database.close()
// Does not wait for idle connections.
process.exit()`

const started: ChildProcess[] = []
afterAll(() => {
  for (const child of started) child.kill('SIGKILL')
})

function begin(script: string, args: string[] = [], more: Record<string, string> = {}): ChildProcess {
  const env = { ...process.env, DATABASE_URL: t.deps.config.databaseUrl, ...more }
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, ...args], { env, stdio: 'inherit' })
  started.push(child)
  return child
}

const deliver = (job: number) => begin(WORKER, [String(job)])

async function untilDone(child: ChildProcess): Promise<void> {
  expect(await once(child, 'exit')).toEqual([0, null])
}

let admin: string
beforeAll(async () => {
  admin = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
})

/** An exam whose key was wrong: two of three students were right by today's, and one in five has a second attempt. */
async function anExamToRegrade(): Promise<number> {
  const { db } = t.deps
  const course = await aCourse(db)
  const exam = await anExam(db, { id_curso: course.id, id_modulo: course.modulos[0]?.id ?? null, values: [10] })
  const [question] = exam.preguntas
  const [right, before] = question?.opciones ?? []
  const frozen = JSON.stringify(await liveQuestions(db, exam.id))
  await db.execute(sql`UPDATE opciones SET condicion = (id = ${right?.id}) WHERE id_pregunta = ${question?.id}`)
  await db.execute(sql`WITH made AS (
      INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash)
      SELECT 2, 'Ana', 'Quispe', 'alumna-' || ${exam.id}::bigint || '-' || n || '@prueba.pe', 'x'
      FROM generate_series(1, ${STUDENTS}::int) n RETURNING id),
    people AS (SELECT id, row_number() OVER (ORDER BY id) AS n FROM made),
    places AS (INSERT INTO matriculas (id_usuario, id_curso) SELECT id, ${course.id} FROM people),
    details AS (INSERT INTO detalle_evaluacion (id_evaluacion, id_alumno, intentos)
      SELECT ${exam.id}, id, 1 + (n % 5 = 0)::int FROM people ORDER BY id RETURNING id, id_alumno, intentos),
    attempts AS (INSERT INTO intentos_evaluacion (id_detalle, numero, estado, limite, enviado_en, preguntas, nota, nota_maxima, aprobado)
      SELECT d.id, numero, 'calificado', now(), now(), ${frozen}::text::jsonb, CASE WHEN p.n % 3 = 0 THEN 10 ELSE 0 END, 10, p.n % 3 = 0
      FROM details d JOIN people p ON p.id = d.id_alumno, generate_series(1, d.intentos) numero ORDER BY d.id, numero RETURNING id, nota)
    INSERT INTO respuestas (id_intento, id_pregunta, id_opcion, puntos)
      SELECT id, ${question?.id}, CASE WHEN nota > 0 THEN ${before?.id}::bigint ELSE ${right?.id}::bigint END, nota FROM attempts`)
  return exam.id
}

async function startRegrade(exam: number): Promise<number> {
  const [question] = await t.database.sql`SELECT id FROM preguntas WHERE id_evaluacion = ${exam}`
  const { body } = await t.call('POST', `/api/gestion/evaluaciones/${exam}/recalificar`, {
    token: admin,
    body: { id_pregunta: question?.id, decision: 'clave_nueva', motivo: 'La clave estaba mal.', envio: randomUUID() },
  })
  return body.data.trabajo.id
}

const jobOf = async (id: number) => (await t.call('GET', `/api/gestion/trabajos/${id}`, { token: admin })).body.data

/** Everything that the job changes, student by student in their order, without ids. */
const stateOf = (exam: number) =>
  t.database
    .sql`SELECT row_number() OVER (ORDER BY d.id, i.numero) AS n, i.nota, i.aprobado, i.novedad_certificado, r.puntos, r.version,
      (SELECT string_agg(o ->> 'condicion', ',') FROM jsonb_array_elements(i.preguntas -> 0 -> 'opciones') o) AS clave,
      (SELECT string_agg(m.mensaje, '; ' ORDER BY m.mensaje) FROM notificaciones m WHERE m.id_usuario = d.id_alumno) AS avisos,
      (SELECT count(*) FROM certificados c WHERE c.id_usuario = d.id_alumno) AS certificados,
      (SELECT sum(p.puntos) FROM puntos p WHERE p.id_usuario = d.id_alumno) AS premio
    FROM detalle_evaluacion d JOIN intentos_evaluacion i ON i.id_detalle = d.id JOIN respuestas r ON r.id_intento = i.id
    WHERE d.id_evaluacion = ${exam} ORDER BY d.id, i.numero`

const untilNoneIsLeft = () =>
  expect
    .poll(
      async () => (await t.database.sql`SELECT 1 FROM pg_stat_activity WHERE application_name = 'trabajador'`).length,
    )
    .toBe(0)

/** Runs deliveries that stop in the middle of a batch, where its effects are written and its rows are not marked. */
async function heldIn(
  job: number,
  batch: number,
  times: number,
  then: (held: ChildProcess[]) => Promise<void>,
  first = 1,
) {
  const held = await t.deps.db.transaction(async (tx) => {
    await tx.execute(
      sql`SELECT 1 FROM trabajo_filas WHERE id_trabajo = ${job} AND fila = ${batch * BATCH + first} FOR UPDATE`,
    )
    const children = Array.from({ length: times }, () => deliver(job))
    await untilWaiting(t, times)
    await then(children)
    return children
  })
  await Promise.all(held.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')))
  await untilNoneIsLeft()
  return held
}

async function kill([child]: ChildProcess[]): Promise<void> {
  if (!child) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

const untouched = async () => undefined

/** What a clean run does, to compare with. */
const clean = { state: [] as object[], job: {} as Record<string, unknown>, total: 0 }
beforeAll(async () => {
  const exam = await anExamToRegrade()
  const id = await startRegrade(exam)
  await untilDone(deliver(id))
  const { total, hechas, errores, resultado, estado } = await jobOf(id)
  Object.assign(clean, { total, job: { estado, total, hechas, errores, resultado }, state: await stateOf(exam) })
  expect(clean.job).toMatchObject({ estado: 'terminado', hechas: total, resultado: { suben: expect.any(Number) } })
  const told = clean.state.filter((row) => JSON.stringify(row).includes('subió a 10'))
  expect(told).toHaveLength(resultado.suben)
}, 60_000)

async function expectSame(exam: number, job: number): Promise<void> {
  expect(await jobOf(job)).toMatchObject(clean.job)
  expect(await stateOf(exam)).toEqual(clean.state)
  const [ends] = await t.database.sql`SELECT count(*)::int AS n FROM auditoria WHERE objeto = ${`trabajo:${job}`}`
  expect(ends).toEqual({ n: 1 })
}

it('a job killed in each of its batches does what a clean run does', { timeout: 120_000 }, async () => {
  const exam = await anExamToRegrade()
  const job = await startRegrade(exam)
  for (let batch = 0; batch * BATCH < clean.total; batch++) {
    await heldIn(job, batch, 1, kill)
    expect(await jobOf(job)).toMatchObject({ hechas: batch * BATCH, terminado_en: null })
  }
  await untilDone(deliver(job))
  await expectSame(exam, job)
})

it('a job delivered twice at once, and again, does what a clean run does', { timeout: 120_000 }, async () => {
  const exam = await anExamToRegrade()
  const job = await startRegrade(exam)
  const both = await heldIn(job, 0, 2, untouched)
  expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0])
  await untilDone(deliver(job))
  await expectSame(exam, job)
})

it('a message whose job is killed and delivered twice reaches each student once', { timeout: 120_000 }, async () => {
  const course = await aCourse(t.deps.db)
  await t.database.sql`WITH made AS (INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash)
      SELECT 2, 'Ana', 'Quispe', 'aviso-' || ${course.id}::bigint || '-' || n || '@prueba.pe', 'x'
      FROM generate_series(1, ${STUDENTS}::int) n RETURNING id)
    INSERT INTO matriculas (id_usuario, id_curso) SELECT id, ${course.id} FROM made`
  const body = { filtros: { curso: course.id }, titulo: 'Repaso', texto: 'Nos vemos.', envio: randomUUID() }
  const job = (await t.call('POST', '/api/gestion/mensajes', { token: admin, body })).body.data.id
  for (let batch = 0; batch < 2; batch++) await heldIn(job, batch, 1, kill)
  await heldIn(job, 2, 2, untouched)
  await untilDone(deliver(job))
  const done = { estado: 'terminado', hechas: STUDENTS, resultado: { personas: STUDENTS, correos: STUDENTS } }
  expect(await jobOf(job)).toMatchObject(done)
  const told = await t.database.sql`SELECT count(*)::int AS n, count(DISTINCT id_usuario)::int AS personas
    FROM notificaciones WHERE clave = ${`comunicado:${job}`}`
  expect(told).toEqual([{ n: STUDENTS, personas: STUDENTS }])
})
it.each([true, false])(
  'an import killed in its batches makes each account once: only the right ones %s',
  { timeout: 120_000 },
  async (solo_buenas) => {
    const people = importing(t)
    const course = await aCourse(t.deps.db)
    const domain = `${randomUUID()}.pe`
    const lines = Array.from({ length: STUDENTS }, (_, n) => `ana${n}@${domain},Ana,Paz,${course.id}`)
    const read = await people.report(admin, aFile('correo,nombres,apellidos,curso', ...lines))
    const job = (await people.execute(admin, read.id, { solo_buenas })).body.data.id
    const batches = solo_buenas ? Math.ceil(STUDENTS / BATCH) : 1
    for (let batch = 0; batch < batches; batch++) {
      await heldIn(job, batch, 1, kill, 2)
      expect(await jobOf(job)).toMatchObject({ hechas: batch * BATCH, terminado_en: null })
    }
    await heldIn(job, batches - 1, 2, untouched, 2)
    await untilDone(deliver(job))
    expect(await jobOf(job)).toMatchObject({ estado: 'terminado', hechas: STUDENTS, resultado: { crear: STUDENTS } })
    const [made] = await t.database.sql`SELECT count(*)::int AS cuentas, count(DISTINCT m.id)::int AS matriculas,
      (SELECT count(*)::int FROM pgboss.job j WHERE j.name = 'correo-invitacion' AND j.data ->> 'curso' = ${String(course.id)}) AS cartas,
      (SELECT count(*)::int FROM auditoria a WHERE a.objeto = ${`curso:${course.id}`}) AS actos
    FROM usuarios u LEFT JOIN matriculas m ON m.id_usuario = u.id WHERE u.correo LIKE ${`%@${domain}`}`
    expect(made).toEqual({ cuentas: STUDENTS, matriculas: STUDENTS, cartas: STUDENTS, actos: STUDENTS })
  },
)

it('mails are sent once but for those under way at a kill', { timeout: 120_000 }, async () => {
  const atOnce = 4
  const people = await Promise.all(Array.from({ length: 3 * atOnce }, () => aPerson(t.deps.db)))
  const usuarios = people.map(({ id }) => id)
  await t.database.sql`UPDATE notificaciones SET correo = 'no'`
  await notify(t.deps.db, { evento: 'matricula', tipo: 'Bienvenida', mensaje: 'Hola', clave: 'm', usuarios })
  const box = await aMailbox()
  const full = Promise.withResolvers<void>()
  let taken = 0
  // One goes out alone, four at once are taken, and four of the next are taken without a reply.
  box.replies.set(END_OF_TEXT, () => {
    taken += 1
    if (taken === 1 + 2 * atOnce) full.resolve()
    return taken > 1 + atOnce ? new Promise(() => undefined) : Promise.resolve('250 taken')
  })
  const env = { NODE_ENV: 'test', SMTP_URL: box.url, SMTP_CONNECTIONS: String(atOnce) }
  const killed = begin(SENDER, [], env)
  await full.promise
  await kill([killed])
  box.replies.clear()
  await t.database.sql`UPDATE notificaciones SET proximo_intento = now() WHERE correo = 'pendiente'`
  await untilDone(begin(SENDER, [], env))
  expect(new Set(box.delivered)).toEqual(new Set(people.map(({ correo }) => correo)))
  expect([...box.taken.values()].filter((times) => times > 1)).toEqual(Array(atOnce).fill(2))
})

it('a refund killed between the answer of the gateway and our record gives the money back once', async () => {
  const { act, buy, enrolledIn, refund, scene, settle } = shopping(t)
  const { person, token, ids } = await scene()
  const { orden } = (await buy(token, ids)).body
  await act(orden, 'aprobar')
  await settle()
  await act(orden, 'devolucion_sin_respuesta')
  const { id, estado } = (await refund(admin, orden, { monto: 40, cierra: ids })).body.data
  // That first call never came there.
  const { sql: run } = t.database
  await run`DELETE FROM devoluciones_de_prueba d USING pagos_de_prueba p WHERE p.id = d.id_pago AND p.referencia = ${orden}`
  await run`DELETE FROM pgboss.job WHERE name IN ('devolver-pago', 'pasarela-de-prueba-aviso')`
  const given = async () =>
    run`SELECT d.centimos FROM devoluciones_de_prueba d JOIN pagos_de_prueba p ON p.id = d.id_pago WHERE p.referencia = ${orden}`
  const money = async () =>
    run`SELECT m.centimos FROM movimientos m JOIN ordenes o ON o.id = m.id_orden WHERE o.numero = ${orden} ORDER BY m.id`
  await t.deps.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT 1 FROM ordenes WHERE numero = ${orden} FOR UPDATE`)
    const child = begin(REFUNDER, [String(id)])
    await untilWaiting(t, 1)
    await kill([child])
  })
  await untilNoneIsLeft()
  expect([estado, await given(), await money()]).toEqual(['enviada', [{ centimos: 4000 }], [{ centimos: 14_900 }]])
  for (let n = 0; n < 2; n++) await t.deps.jobs.send(t.deps.db, 'devolver-pago', { id })
  await settle()
  await t.call('GET', `/api/mercadopago/verificar-pago?orden=${orden}`, { token })
  await settle()
  expect(await given()).toEqual([{ centimos: 4000 }])
  expect(await money()).toEqual([{ centimos: 14_900 }, { centimos: -4000 }])
  const told = t.outbox.filter(({ to, text }) => to === person.correo && text.includes('Devolvimos S/ 40.00'))
  expect([told.length, await enrolledIn(token, person.id)]).toEqual([1, 0])
})
