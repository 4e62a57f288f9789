import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

const REFUSED = { message: 'Inicia sesión para continuar.', mensaje: 'Inicia sesión para continuar.' }

/** An enrolled student whose token this process has seen, and the calls that are let in on that. */
async function aKnownStudent() {
  const student = await aPerson(t.deps.db)
  const course = await aCourse(t.deps.db, { modules: 1, lessons: 1 })
  await anEnrolment(t.deps.db, student.id, course.id)
  const token = await t.tokenOf(student.id)
  const lesson = course.modulos[0]?.lecciones[0]?.id ?? 0
  const urls = [
    '/api/inicio',
    `/api/matriculas/usuario/${student.id}`,
    `/api/modulos/curso/${course.id}`,
    `/api/lecciones/detallado/${lesson}`,
    `/api/comentarios/leccion/${lesson}`,
    `/api/foros/curso/${course.id}`,
    `/api/notificaciones/usuario/${student.id}`,
    `/api/todas/notificaciones/usuario/${student.id}`,
    `/api/detalle/usuario/${student.id}`,
  ]
  for (const url of urls) expect((await t.call('GET', url, { token })).status).toBe(200)
  return { student, token, urls, lesson }
}

describe('a session that ended elsewhere', () => {
  const endings: [string, (id: number) => ReturnType<typeof sql>][] = [
    ['was closed', (id) => sql`DELETE FROM accesos WHERE id_usuario = ${id}`],
    ['was too old', (id) => sql`UPDATE accesos SET expira_en = now() WHERE id_usuario = ${id}`],
    [
      'was not used for long',
      (id) => sql`UPDATE accesos SET usado_en = now() - interval '1 year' WHERE id_usuario = ${id}`,
    ],
    ['was of somebody who was shut out', (id) => sql`UPDATE usuarios SET estado = 0 WHERE id = ${id}`],
  ]
  it.each(endings)('reads nothing more, at once, when it %s', async (_, ending) => {
    const { student, token, urls } = await aKnownStudent()
    await t.deps.db.execute(ending(student.id))
    for (const url of urls) {
      const answer = await t.call('GET', url, { token })
      expect([url, answer.status, answer.body]).toEqual([url, 401, { ...REFUSED, code: 'NO_AUTENTICADO' }])
    }
  })

  it('is told nothing else: neither of a wrong address nor of what is not its own', async () => {
    const { student, token } = await aKnownStudent()
    await t.deps.db.execute(sql`DELETE FROM accesos WHERE id_usuario = ${student.id}`)
    for (const path of ['matriculas/usuario/0', 'lecciones/detallado/999999', `detalle/usuario/${student.id + 1}`])
      expect((await t.call('GET', `/api/${path}`, { token })).status).toBe(401)
  })

  it('leaves no trace of a reading', async () => {
    const { student, token, lesson } = await aKnownStudent()
    await t.deps.db.execute(sql`DELETE FROM accesos WHERE id_usuario = ${student.id}`)
    await t.deps.db.execute(sql`DELETE FROM progreso_lecciones WHERE id_usuario = ${student.id}`)
    await t.call('GET', `/api/lecciones/detallado/${lesson}`, { token })
    expect(
      await t.deps.db.execute(sql`SELECT 1 FROM progreso_lecciones WHERE id_usuario = ${student.id}`),
    ).toHaveLength(0)
  })
})

describe('a session that goes on', () => {
  it('is what the person is now, after their role or brand changed', async () => {
    const { student, token, urls } = await aKnownStudent()
    const [, enrolments = ''] = urls
    await t.deps.db.execute(sql`UPDATE usuarios SET tipo_cliente = 'Docente' WHERE id = ${student.id}`)
    const asTeacher = await t.call('GET', enrolments, { token })
    // A teacher hears of their own courses alone: asked for oneself, of all.
    expect(asTeacher.status).toBe(200)
    const other = await aPerson(t.deps.db)
    expect((await t.call('GET', `/api/matriculas/usuario/${other.id}`, { token })).status).toBe(200)
    await t.deps.db.execute(sql`UPDATE usuarios SET tipo_cliente = 'Alumno' WHERE id = ${student.id}`)
    expect((await t.call('GET', `/api/matriculas/usuario/${other.id}`, { token })).status).toBe(403)
  })

  it('is written down as used, once a minute', async () => {
    const { student, token, urls } = await aKnownStudent()
    const used = async () => {
      const [row] = await t.deps.db.execute<{ ago: number }>(
        sql`SELECT extract(epoch FROM now() - usado_en)::int AS ago FROM accesos WHERE id_usuario = ${student.id}`,
      )
      return row?.ago ?? -1
    }
    await t.deps.db.execute(
      sql`UPDATE accesos SET usado_en = now() - interval '2 hours' WHERE id_usuario = ${student.id}`,
    )
    await t.call('GET', urls[1] ?? '', { token })
    expect(await used()).toBeLessThan(60)
  })

  it('keeps its refusals: another student, an unknown lesson, a wrong address', async () => {
    const { student, token } = await aKnownStudent()
    const other = await aPerson(t.deps.db)
    expect((await t.call('GET', `/api/matriculas/usuario/${other.id}`, { token })).status).toBe(403)
    expect((await t.call('GET', '/api/lecciones/detallado/999999', { token })).status).toBe(404)
    expect((await t.call('GET', '/api/matriculas/usuario/0', { token })).status).toBe(404)
    expect((await t.call('GET', `/api/todas/notificaciones/usuario/${student.id}?page=0`, { token })).status).toBe(422)
  })

  it('reads its own, however many ask at once with other tokens', async () => {
    const known = await Promise.all([aKnownStudent(), aKnownStudent(), aKnownStudent()])
    const asked = known.flatMap(({ student, token, urls }) =>
      Array.from({ length: 10 }, async () => {
        const { body } = await t.call('GET', urls[3] ?? '', { token })
        expect(body.data.asistencia).toBeNull()
        const mine = await t.call('GET', `/api/matriculas/usuario/${student.id}`, { token })
        expect(mine.body.data).toHaveLength(1)
      }),
    )
    await Promise.all(asked)
  })
})
