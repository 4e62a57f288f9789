import { readCsv } from '@campus/contract/csv'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson, limaDay, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { enrolmentLines } from './enrolments-export.ts'

const t = useApp()

beforeEach(async () => void (await t.database.sql`DELETE FROM limites`))

async function member(role: 'soporte' | 'docente' | 'caja', values: object = {}) {
  const { id } = await aPerson(t.deps.db, { roles: [role], ...values })
  return { id, token: await t.tokenOf(id) }
}
const ask = (token: string, body: object = {}) =>
  t.call('POST', '/api/gestion/matriculas/exportar', { token, body: { password: PASSWORD, ...body } })

async function rowsOf(token: string, body: object) {
  const answer = await ask(token, body)
  expect([answer.status, answer.body.errors]).toEqual([200, undefined])
  const file = await t.call('GET', answer.body.data.enlace)
  expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(file.raw.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  const rows = readCsv(file.raw.toString()).rows.map(({ cells }) => cells)
  expect(rows).toHaveLength(answer.body.data.filas + 1)
  return rows
}

const daysAgo = (days: number) => `${limaDay(-days)}T12:00:00-05:00`

describe('the file of enrolments', () => {
  it('has what the list has, with the progress of now, and harms no spreadsheet', async () => {
    const { token } = await member('soporte')
    const course = await aCourse(t.deps.db, { nombre: '=Vidrio; uno', lessons: 2 })
    const person = await aPerson(t.deps.db, { nombres: '+Ana', apellidos: 'Díaz', correo: 'ana.exportada@prueba.pe' })
    await anEnrolment(t.deps.db, person.id, course.id, {
      ...{ fecha_matricula: daysAgo(30), fecha_vencimiento: limaDay(90) },
    })
    const [lesson] = course.modulos[0]?.lecciones ?? []
    await t.database.sql`INSERT INTO progreso_lecciones (id_usuario, id_leccion, completada_en, visto_en)
      VALUES (${person.id}, ${lesson?.id}, ${daysAgo(20)}, ${daysAgo(20)})`
    const [heading, ...rows] = await rowsOf(token, { q: 'ana.exportada' })
    expect(heading).toEqual([
      ...[
        'Nombres',
        'Apellidos',
        'Correo',
        'Curso',
        'Grupo',
        'Matrícula',
        'Desde',
        'Último día',
        'Avance (%)',
        'Origen',
      ],
    ])
    const cells = ["'+Ana", 'Díaz', person.correo, "'=Vidrio; uno", '', 'Vigente', limaDay(-30), limaDay(90), '50', '']
    expect(rows).toEqual([cells])
    const [long, ...followed] = await rowsOf(token, { curso: course.id, riesgo: '1' })
    expect(long?.slice(10)).toEqual([
      ...['Última actividad', 'Exámenes aprobados', 'Exámenes', 'Certificado', 'En riesgo', 'Motivos'],
    ])
    const motive = expect.stringMatching(/^Sin actividad desde el \d/)
    expect(followed).toEqual([[...cells, limaDay(-20), '0', '0', 'No', 'Atención', motive]])
    const [line] = await t.database.sql`SELECT objeto, detalle FROM auditoria
      WHERE detalle ->> 'hecho' = 'matrículas exportadas' ORDER BY id DESC LIMIT 1`
    expect(line).toEqual({
      objeto: `curso:${course.id}`,
      detalle: { hecho: 'matrículas exportadas', curso: course.id, riesgo: '1', matriculas: 1 },
    })
  })

  it('is of one moment and loses no row, in the order and with the filters of the list', async () => {
    const { id } = await member('soporte')
    const course = await aCourse(t.deps.db)
    await t.database.sql`WITH made AS (INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash)
        SELECT 2, 'Ana', 'Quispe', 'exportada-' || n || '@prueba.pe', 'x' FROM generate_series(1, 2500) n RETURNING id)
      INSERT INTO matriculas (id_usuario, id_curso, estado, suspendida_por)
        SELECT id, ${course.id}, CASE WHEN id % 2 = 0 THEN 'suspendida' ELSE 'activa' END, CASE WHEN id % 2 = 0 THEN 'personal' END FROM made`
    const caller = { id, id_cliente: 2, roles: ['soporte' as const] }
    const mails: string[] = []
    let parts = 0
    for await (const part of enrolmentLines(t.database, caller, { curso: course.id, estado: 'suspendida' })) {
      if (parts++ === 1) await t.database.sql`DELETE FROM matriculas WHERE id_curso = ${course.id}`
      mails.push(...readCsv(part).rows.map(({ cells }) => cells[2] ?? ''))
    }
    expect(new Set(mails).size).toBe(1251)
    expect(parts).toBe(4)
    expect(t.database.pool.idleCount).toBe(t.database.pool.totalCount)
  })

  it('is of the caller’s courses, as long as they may see them', async () => {
    const teacher = await member('docente')
    const [own, other] = [await aCourse(t.deps.db, { teacher: teacher.id }), await aCourse(t.deps.db)]
    const person = await aPerson(t.deps.db)
    for (const { id } of [own, other]) await anEnrolment(t.deps.db, person.id, id)
    expect((await rowsOf(teacher.token, {})).slice(1).map(([, , mail]) => mail)).toEqual([person.correo])
    const { enlace } = (await ask(teacher.token)).body.data
    for (const changed of [enlace.replace(/firma=./, 'firma=_'), enlace.split('?')[0], enlace.replace('/2/', '/1/')])
      expect((await t.call('GET', changed)).status).toBe(404)
    await t.database.sql`DELETE FROM roles_personal WHERE id_usuario = ${teacher.id}`
    expect((await t.call('GET', enlace)).status).toBe(404)
  })

  it('asks for the password', async () => {
    const { token } = await member('soporte')
    const wrong = await ask(token, { password: 'Otra-clave-1' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['password']])
    expect((await ask((await member('caja')).token)).status).toBe(403)
  })
})
