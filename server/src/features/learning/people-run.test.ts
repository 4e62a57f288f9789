import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { aFile, aMail, HEADING, importing } from '../../../test/imports.ts'
import { changedMeanwhile } from '../../../test/waiting.ts'
import { JOB_KINDS } from '../../app/job-kinds.ts'
import { runJob, sweepJobs } from '../../kit/batches/batches.ts'

const t = useApp()
const people = importing(t)
const { support, aNamedCourse, accountOf, enrolmentsOf, aGroup, everything } = people

describe('carrying a report out', () => {
  async function aReport(lines = 3) {
    const token = await support()
    const course = await aNamedCourse()
    const mails = Array.from({ length: lines }, aMail)
    const read = await people.report(token, aFile(HEADING, ...mails.map((mail) => `${mail},Ana,Paz,,${course.id},,`)))
    return { token, course, mails, read }
  }
  const countOf = async (mails: string[]) =>
    (await t.database.sql`SELECT 1 FROM usuarios WHERE correo = ANY (${mails})`).length

  it('all or nothing: a line that went wrong meanwhile leaves everything as it was, and is named', async () => {
    const { token, course, mails, read } = await aReport()
    const foreign = await aPerson(t.deps.db, { id_cliente: 1 })
    await t.database.sql`UPDATE usuarios SET correo = ${mails[1] ?? ''} WHERE id = ${foreign.id}`
    const before = await everything()
    const failed = await people.run(token, read.id)
    expect(failed).toMatchObject({ estado: 'fallido', total: 3, hechas: 1, errores: 1, resultado: {} })
    expect(await everything()).toEqual(before)
    const rows = await people.call('GET', `trabajos/${failed.id}/filas`, token)
    expect(rows.body.data.data).toEqual([{ fila: 3, mensaje: expect.stringMatching(/^Con este correo no se puede/) }])
    await t.database.sql`UPDATE usuarios SET correo = ${aMail()} WHERE id = ${foreign.id}`
    await people.call('POST', `trabajos/${failed.id}/reintentar`, token)
    await people.jobs()
    expect((await people.read(token, read.id)).importacion).toMatchObject({
      estado: 'terminado',
      hechas: 3,
      errores: 0,
    })
    expect(await countOf(mails)).toBe(3)
    expect(await t.database.sql`SELECT 1 FROM matriculas WHERE id_curso = ${course.id}`).toHaveLength(3)
  })

  it('only the right ones: a line that went wrong meanwhile is an error of its row', async () => {
    const { token, mails, read } = await aReport()
    const foreign = await aPerson(t.deps.db, { id_cliente: 1 })
    await t.database.sql`UPDATE usuarios SET correo = ${mails[1] ?? ''} WHERE id = ${foreign.id}`
    const done = await people.run(token, read.id, { solo_buenas: true })
    expect(done).toMatchObject({ estado: 'con_errores', hechas: 3, errores: 1, resultado: { crear: 2 } })
    expect((await people.errors(token, done.id)).toString()).toContain(`${mails[1]};Ana;Paz;;`)
  })

  it('is done once, however often it is asked', async () => {
    const { token, read, mails } = await aReport()
    const answers = await Promise.all(Array.from({ length: 4 }, () => people.execute(token, read.id)))
    await people.jobs()
    answers.push(await people.execute(token, read.id))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1)
    expect(await countOf(mails)).toBe(3)
    const envio = randomUUID()
    const file = aFile(HEADING, `${aMail()},Ana,Paz,,,,`)
    const twice = await Promise.all([1, 2].map(() => people.upload(token, file, { envio })))
    expect(new Set(twice.map(({ body }) => body.data.id)).size).toBe(1)
  })

  it('waits for its report, is refused after seven days, and its rows are removed', async () => {
    const { token, read } = await aReport()
    const open = await people.upload(token, aFile(HEADING, `${aMail()},Ana,Paz,,,,`))
    expect((await people.execute(token, open.body.data.id)).body.errors.solo_buenas).toEqual([
      'El informe todavía no termina.',
    ])
    await people.jobs()
    await t.database
      .sql`UPDATE trabajos SET creado_en = creado_en - interval '8 days', terminado_en = terminado_en - interval '8 days'
      WHERE id = ${read.id}`
    expect((await people.execute(token, read.id)).body.code).toBe('INFORME_VENCIDO')
    await sweepJobs(t.deps.db, JOB_KINDS)
    expect(await people.read(token, read.id)).toMatchObject({ vencido: true, informe: { total: 3 } })
    expect((await people.rows(token, read.id)).data).toEqual([])
    expect((await people.rows(token, open.body.data.id)).data).toHaveLength(1)
  })

  it('needs the right to manage students, from whoever reads it and while it runs', async () => {
    const { token, read } = await aReport()
    const teacher = await t.tokenOf((await aPerson(t.deps.db, { roles: ['docente'] })).id)
    expect((await people.upload(teacher, aFile(HEADING, 'a@b.pe,A,B,,,,'))).status).toBe(403)
    expect((await people.execute(await support(), read.id)).status).toBe(404)
    const owner = await t.tokenOf((await aPerson(t.deps.db, { roles: ['marca'] })).id)
    expect((await people.call('GET', `importaciones/${read.id}`, owner)).status).toBe(200)
    const foreign = await t.tokenOf((await aPerson(t.deps.db, { id_cliente: 1, roles: ['marca'] })).id)
    expect((await people.call('GET', `importaciones/${read.id}`, foreign)).status).toBe(404)
    const job = await people.execute(token, read.id)
    await t.database.sql`UPDATE roles_personal SET rol = 'docente' WHERE id_usuario = ${job.body.data.pedido_por.id}`
    await people.jobs()
    expect((await people.read(owner, read.id)).importacion).toMatchObject({ estado: 'fallido', hechas: 0 })
  })
})

describe('beside others', () => {
  /** A report, and the delivery of its import. */
  async function anImport(lines: string[], solo_buenas = true) {
    const token = await support()
    const read = await people.report(token, aFile(HEADING, ...lines))
    let id = 0
    return {
      async ask() {
        id = (await people.execute(token, read.id, { solo_buenas })).body.data.id
      },
      run: () => runJob(t.deps.db, t.deps.jobs, id, JOB_KINDS, false),
      job: async () => (await people.call('GET', `trabajos/${id}`, token)).body.data,
    }
  }

  it('two imports and a list pasted meanwhile make each person once, and give the last place once', async () => {
    const course = await aNamedCourse()
    const grupo = await aGroup(course.id, 'Sábados', 1)
    const [shared, one, two] = [aMail(), aMail(), aMail()]
    const lines = (own: string) => [`${shared},Ana,Paz,,${course.id},,`, `${own},Ana,Paz,,${course.id},Sábados,`]
    const imports = [await anImport(lines(one)), await anImport(lines(two))]
    for (const { ask } of imports) await ask()
    const token = await support()
    const body = { cursos: [course.id], personas: [{ correo: shared }, { correo: one }] }
    const pasted = () => t.call('POST', '/api/gestion/matriculas', { token, body })
    const [answer] = await Promise.all([pasted(), ...imports.map(({ run }) => run())])
    expect(answer.status).toBe(200)
    const states = await Promise.all(imports.map(({ job }) => job()))
    expect(states.map(({ estado }) => estado).toSorted()).toEqual(['con_errores', 'terminado'])
    expect(await t.database.sql`SELECT 1 FROM matriculas WHERE id_grupo = ${grupo}`).toHaveLength(1)
    const made = await t.database.sql`SELECT correo FROM usuarios WHERE correo = ANY (${[shared, one, two]})`
    expect(new Set(made.map(({ correo }) => correo)).size).toBe(made.length)
    expect(await enrolmentsOf(shared)).toHaveLength(1)
  })

  it('who registers while a line is written is enrolled with their own account at the next try', async () => {
    const course = await aNamedCourse()
    const mail = aMail()
    const { ask, run, job } = await anImport([`${mail},Ana,Paz,,${course.id},,`], false)
    await ask()
    const hold = sql`INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash) VALUES (2, 'Eva', 'Ríos', ${mail}, '')`
    const first = await changedMeanwhile(t, { hold, start: () => run().catch((error) => error) })
    expect(first.message).toMatch('registered meanwhile')
    expect(await job()).toMatchObject({ estado: 'en_cola', hechas: 0 })
    await run()
    expect(await job()).toMatchObject({ estado: 'terminado', resultado: { crear: 0, matricular: 1 } })
    expect(await accountOf(mail)).toMatchObject({ nombres: 'Eva' })
    expect(await enrolmentsOf(mail)).toHaveLength(1)
  })
})
