import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anExam, aPerson } from '../../../test/builders.ts'
import { changeEnrolment } from '../../../test/enrolments.ts'
import { aStudentWithExam, sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { JOB_KINDS } from '../../app/job-kinds.ts'
import { runJob } from '../../kit/batches/batches.ts'
import { curso_docentes } from '../catalogue/catalogue.tables.ts'
import { certificados } from '../certificates/certificates.tables.ts'
import { restoreCertificatesOf, revokeCertificatesOf } from '../certificates/certificates.ts'

const t = useApp()

type Made = Awaited<ReturnType<typeof aCertified>>

/** A student who answered both questions of a module's exam: 100 %, with the certificates of the module and its course. */
async function aCertified(shape: Parameters<typeof aStudentWithExam>[1] = {}) {
  const made = await aStudentWithExam(t, { intentos: 5, ...shape })
  const teacher = await aPerson(t.deps.db, { tipo_cliente: 'Docente', nombres: 'Rosa', apellidos: 'Huamán' })
  await t.deps.db.insert(curso_docentes).values({ id_curso: made.course.id, id_usuario: teacher.id })
  const admin = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
  await sit(t, made.exam, made.token)
  return { ...made, admin, teacher: await t.tokenOf(teacher.id), id: await answerOf(made.detail) }
}

/** The answer to the first question of the last attempt. */
async function answerOf(detail: number): Promise<number> {
  const [row] = await t.database.sql`SELECT r.id FROM respuestas r JOIN intentos_evaluacion i ON i.id = r.id_intento
    WHERE i.id_detalle = ${detail} ORDER BY i.numero DESC, r.id LIMIT 1`
  return row?.id
}

async function correct({ teacher }: Pick<Made, 'teacher'>, id: number, puntos: number, body: object = {}) {
  const [row] = await t.database.sql`SELECT version FROM respuestas WHERE id = ${id}`
  const whole = { puntos, motivo: 'La copió.', version: row?.version, ...body }
  return t.call('PUT', `/api/gestion/calificaciones/${id}/correccion`, { token: teacher, body: whole })
}
const accepted = { acepta_certificados: true }

/** The module's first. */
const certificatesOf = (id: number) =>
  t.deps.db
    .select()
    .from(certificados)
    .where(eq(certificados.id_usuario, id))
    .orderBy(certificados.id_modulo, certificados.id)
const statesOf = async (id: number) =>
  (await certificatesOf(id)).map(({ nota, estado, causa_revocacion }) => [nota, causa_revocacion ?? estado])
const newsOf = async (id: number): Promise<string[]> =>
  (await t.database.sql`SELECT mensaje FROM notificaciones WHERE id_usuario = ${id} ORDER BY id`).map(
    (row) => row.mensaje,
  )
const pointsOf = async (id: number) => {
  const rows = await t.database
    .sql`SELECT motivo, clave FROM puntos WHERE id_usuario = ${id} AND motivo = 'certificado'`
  return rows.length
}
const actsOf = async (code: string) =>
  t.database.sql`SELECT accion, id_usuario, detalle FROM auditoria WHERE objeto = ${`certificado:${code}`} ORDER BY id`

describe('a grade that is lowered', () => {
  it('says what would happen to each certificate, and changes nothing', async () => {
    const made = await aCertified()
    const [module, course] = await certificatesOf(made.student.id)
    const asked = await correct(made, made.id, 0)
    expect([asked.status, asked.body.code, asked.body.mensaje]).toEqual([
      409,
      'CON_CERTIFICADO',
      'Esta nota dio un certificado.',
    ])
    const effect = { nota: 100, nota_nueva: null }
    expect(asked.body.actual.datos.toSorted((a: { titulo: string }) => (a.titulo === 'Módulo 1' ? -1 : 1))).toEqual([
      { codigo_certificado: module?.codigo_certificado, titulo: 'Módulo 1', ...effect },
      { codigo_certificado: course?.codigo_certificado, titulo: made.course.nombre, ...effect },
    ])
    expect(await certificatesOf(made.student.id)).toEqual([module, course])
    const [answer] = await t.database.sql`SELECT puntos, version FROM respuestas WHERE id = ${made.id}`
    expect(answer).toEqual({ puntos: '10.00', version: 0 })
    expect(await newsOf(made.student.id)).toEqual(Array(2).fill(expect.stringMatching(/^Tu certificado está listo/)))
    expect(await actsOf(module?.codigo_certificado ?? '')).toHaveLength(1)
  })

  it('revokes those that are no longer earned, with the reason, their points and one notice', async () => {
    const made = await aCertified()
    const [module] = await certificatesOf(made.student.id)
    const code = module?.codigo_certificado ?? ''
    const done = await correct(made, made.id, 0, accepted)
    expect(done.body.data.intento).toMatchObject({ nota: 10, aprobado: false })
    const after = await certificatesOf(made.student.id)
    const revoked = { estado: 'revocado', causa_revocacion: 'correccion', motivo_revocacion: 'La copió.', nota: 100 }
    expect(after).toMatchObject([revoked, revoked])
    const shown = (await t.call('GET', `/api/certificados/validacion/${code}`)).body.data
    expect(shown).toMatchObject({ estado: 'revocado', fecha_revocacion: expect.any(String) })
    expect((await t.call('GET', `/api/certificados/${code}/pdf`)).status).toBe(404)
    expect((await t.call('GET', `/api/certificados/${code}/imagen`)).status).toBe(404)
    expect(await pointsOf(made.student.id)).toBe(0)
    const [news = '', ...others] = (await newsOf(made.student.id)).slice(2)
    expect(others).toEqual([])
    expect(news.split('\n')).toEqual([
      'Tu nota bajó a 10',
      'Era 20: La copió.',
      expect.stringMatching(/^Revocamos tus certificados CERT-[A-Z]{9} y CERT-[A-Z]{9}\.$/),
    ])
    expect(news).toContain(code)
    const [, act] = await actsOf(code)
    expect(act).toMatchObject({
      accion: 'certificado_revocado',
      detalle: { motivo: 'La copió.', antes: 100, nota: null },
    })
    const [place] = await t.database.sql`SELECT codigo_certificado FROM avances WHERE id_usuario = ${made.student.id}`
    const list = await t.call('GET', '/api/miscursos', { token: made.token })
    expect(JSON.stringify([place ?? null, list.body])).not.toContain(after[1]?.codigo_certificado)
    const [ofCourse] = (await t.call('GET', '/api/certificados/cursos', { token: made.token })).body.data
    expect(ofCourse).toMatchObject({ certificado: null, faltan: [expect.stringMatching(/^Aprobar el examen/)] })
  })

  it('prints the lower grade on those that are still earned, with their code and dates', async () => {
    const made = await aCertified()
    const before = await certificatesOf(made.student.id)
    const asked = await correct(made, made.id, 4)
    expect(asked.body.actual.datos).toMatchObject([
      { nota: 100, nota_nueva: 70 },
      { nota: 100, nota_nueva: 70 },
    ])
    expect((await correct(made, made.id, 4, accepted)).status).toBe(200)
    expect(await certificatesOf(made.student.id)).toEqual(before.map((row) => ({ ...row, nota: 70 })))
    expect(await pointsOf(made.student.id)).toBe(2)
    expect((await newsOf(made.student.id)).at(-1)).toContain(
      `Tu certificado ${before[0]?.codigo_certificado} dice ahora 70 %.`,
    )
    const [, act] = await actsOf(before[0]?.codigo_certificado ?? '')
    expect(act).toMatchObject({
      accion: 'certificado_corregido',
      detalle: { motivo: 'La copió.', antes: 100, nota: 70 },
    })
  })

  it('asks nothing where another attempt is as good', async () => {
    const made = await aCertified()
    const before = await certificatesOf(made.student.id)
    await sit(t, made.exam, made.token)
    expect((await correct(made, made.id, 0)).status).toBe(200)
    expect(await certificatesOf(made.student.id)).toEqual(before)
    expect((await newsOf(made.student.id)).at(-1)).toBe('Tu nota bajó a 10\nEra 20: La copió.')
  })

  it('asks nothing of a certificate that prints more for another reason', async () => {
    const made = await aCertified()
    await sit(t, made.exam, made.token)
    const second = await answerOf(made.detail)
    await correct(made, second, 6)
    await correct(made, made.id, 9, accepted)
    await t.database.sql`UPDATE certificados SET nota = 100 WHERE id_usuario = ${made.student.id}`
    expect((await correct(made, second, 4)).status).toBe(200)
    expect((await statesOf(made.student.id)).map(([nota]) => nota)).toEqual([100, 100])
  })

  it('leaves certificates alone that it has no part in', async () => {
    const made = await aCertified({ modules: 2 })
    const second = await anExam(t.deps.db, { id_curso: made.course.id, id_modulo: made.course.modulos[1]?.id })
    await sit(t, second, made.token)
    const [first, other] = await certificatesOf(made.student.id)
    const asked = await correct(made, made.id, 0)
    const codes = asked.body.actual.datos.map((row: { codigo_certificado: string }) => row.codigo_certificado)
    expect(codes).toContain(first?.codigo_certificado)
    expect(codes).not.toContain(other?.codigo_certificado)
  })

  it("revokes a course's certificate that was issued before another module had an exam", async () => {
    const made = await aCertified({ modules: 2 })
    await anExam(t.deps.db, { id_curso: made.course.id, id_modulo: made.course.modulos[1]?.id })
    const asked = await correct(made, made.id, 4)
    expect(asked.body.actual.datos).toMatchObject([{ nota_nueva: 70 }, { nota_nueva: 70 }])
    await correct(made, made.id, 0, accepted)
    expect(await statesOf(made.student.id)).toEqual([
      [100, 'correccion'],
      [100, 'correccion'],
    ])
  })

  it("keeps the course's certificate where its final exam gave it", async () => {
    const made = await aCertified()
    await sit(t, await anExam(t.deps.db, { id_curso: made.course.id, id_modulo: null }), made.token)
    await correct(made, made.id, 0, accepted)
    expect(await statesOf(made.student.id)).toEqual([
      [100, 'correccion'],
      [100, 'vigente'],
    ])
  })

  it('follows a certificate whose enrolment ended', async () => {
    const made = await aCertified()
    const place = { usuario: made.student.id, curso: made.course.id }
    expect((await changeEnrolment(t, made.admin, place, { accion: 'suspender' })).status).toBe(200)
    expect((await correct(made, made.id, 0)).body.code).toBe('CON_CERTIFICADO')
  })
})

describe('a certificate that a lowered grade revoked', () => {
  it('returns under its code with a later attempt, its new grade, date and points', async () => {
    const made = await aCertified()
    await correct(made, made.id, 0, accepted)
    const before = await certificatesOf(made.student.id)
    const sent = await sit(t, made.exam, made.token)
    expect(sent.certificado).toEqual({ codigo_certificado: before[0]?.codigo_certificado, novedad: 'generado' })
    const after = await certificatesOf(made.student.id)
    expect(after.map((row) => row.codigo_certificado)).toEqual(before.map((row) => row.codigo_certificado))
    for (const [at, row] of after.entries())
      expect(Date.parse(row.fecha_emision)).toBeGreaterThan(Date.parse(before[at]?.fecha_emision ?? ''))
    expect(await statesOf(made.student.id)).toEqual([
      [100, 'vigente'],
      [100, 'vigente'],
    ])
    expect(await pointsOf(made.student.id)).toBe(2)
    expect(await newsOf(made.student.id)).toContain(
      `Restauramos tu certificado\n${before[0]?.codigo_certificado}: lo ganaste otra vez.`,
    )
    expect((await actsOf(before[0]?.codigo_certificado ?? '')).at(-1)).toMatchObject({
      accion: 'certificado_restaurado',
      id_usuario: made.student.id,
    })
  })

  it('returns with a correction upwards, to the grade of now', async () => {
    const made = await aCertified()
    await correct(made, made.id, 0, accepted)
    expect((await correct(made, made.id, 6)).status).toBe(200)
    expect(await statesOf(made.student.id)).toEqual([
      [80, 'vigente'],
      [80, 'vigente'],
    ])
  })

  it('returns with a question that is given to everyone', async () => {
    const made = await aCertified()
    await correct(made, made.id, 0, accepted)
    const about = { id_pregunta: made.exam.preguntas[0]?.id, decision: 'puntos_a_todos', motivo: 'Estaba mal.' }
    const body = { ...about, envio: randomUUID() }
    const path = `/api/gestion/evaluaciones/${made.exam.id}/recalificar`
    const asked = await t.call('POST', path, { token: made.teacher, body })
    await runJob(t.deps.db, t.deps.jobs, asked.body.data.trabajo.id, JOB_KINDS, false)
    expect((await statesOf(made.student.id)).map(([, state]) => state)).toEqual(['vigente', 'vigente'])
  })

  it('stays revoked by an administrator, who may also restore it', async () => {
    const made = await aCertified()
    await correct(made, made.id, 0, accepted)
    const [module, course] = await certificatesOf(made.student.id)
    const act = (what: string, code = '') =>
      t.call('POST', `/api/certificados/${code}/${what}`, { token: made.admin, body: { motivo: 'Se decidió así.' } })
    expect((await act('revocar', module?.codigo_certificado)).status).toBe(200)
    expect((await act('restaurar', course?.codigo_certificado)).body.data).toMatchObject({
      estado: 'vigente',
      nota: 100,
    })
    await sit(t, made.exam, made.token)
    expect(await statesOf(made.student.id)).toEqual([
      [100, 'academia'],
      [100, 'vigente'],
    ])
    expect((await correct(made, await answerOf(made.detail), 0, accepted)).status).toBe(200)
    expect(await statesOf(made.student.id)).toEqual([
      [100, 'academia'],
      [100, 'correccion'],
    ])
    expect((await certificatesOf(made.student.id))[0]?.motivo_revocacion).toBe('Se decidió así.')
  })

  it('does not return with a payment, nor does one that a refund had revoked before', async () => {
    const made = await aCertified()
    const about = { id_usuario: made.student.id, id_curso: made.course.id, motivo: 'Se devolvió el pago' }
    const money = (change: typeof revokeCertificatesOf) => t.deps.db.transaction((tx) => change(tx, about))
    await correct(made, made.id, 0, accepted)
    await money(revokeCertificatesOf)
    await money(restoreCertificatesOf)
    expect(await statesOf(made.student.id)).toEqual([
      [100, 'correccion'],
      [100, 'correccion'],
    ])

    const other = await aCertified()
    Object.assign(about, { id_usuario: other.student.id, id_curso: other.course.id })
    await money(revokeCertificatesOf)
    expect((await correct(other, other.id, 0)).status, 'nothing is taken from the student').toBe(200)
    expect(await certificatesOf(other.student.id)).toMatchObject([
      { motivo_revocacion: 'Se devolvió el pago' },
      { motivo_revocacion: 'Se devolvió el pago' },
    ])
    await money(restoreCertificatesOf)
    expect(await statesOf(other.student.id)).toEqual([
      [100, 'correccion'],
      [100, 'correccion'],
    ])
  })
})
