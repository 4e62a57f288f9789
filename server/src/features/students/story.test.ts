import { randomUUID } from 'node:crypto'
import type { Role } from '@campus/contract/permissions'
import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson, limaDay } from '../../../test/builders.ts'
import { changeEnrolment } from '../../../test/enrolments.ts'
import { aStudentWithExam, sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { aSale } from '../../../test/sales.ts'

const t = useApp()

async function member(...roles: Role[]) {
  const { id } = await aPerson(t.deps.db, { roles, nombres: 'Rosa', apellidos: 'Huamán' })
  return { id, token: await t.tokenOf(id) }
}

const story = async (token: string, id: number, desde = '') =>
  (await t.call('GET', `/api/gestion/alumnos/${id}/historia${desde && `?desde=${desde}`}`, { token })).body.data

type Told = { tipo: string; texto: string; ruta: string | null; nota: { id: number } | null }
const textsOf = async (token: string, id: number) =>
  (await story(token, id)).data.map(({ texto }: Told) => texto.replaceAll(/[\u2068\u2069]/g, ''))

const note = (token: string, id: number, texto: unknown, envio = randomUUID()) =>
  t.call('POST', `/api/gestion/alumnos/${id}/notas`, { token, body: { texto, envio } })

describe('the story of a student', () => {
  it('tells in words what was done with the enrolment, what they study, and what they passed', async () => {
    const { token } = await member('marca')
    const { student, token: own, exam, course } = await aStudentWithExam(t)
    const lesson = course.modulos[0]?.lecciones[0]?.id
    await t.call('POST', `/api/lecciones/${lesson}/completar`, { token: own })
    await sit(t, exam, own)
    const place = { usuario: student.id, curso: course.id }
    await changeEnrolment(t, token, place, { accion: 'suspender', motivo: 'No pagó.' })
    await changeEnrolment(t, token, place, { accion: 'reabrir' })
    const [reopened, paused, ...rest] = await textsOf(token, student.id)
    expect([reopened, paused]).toEqual([
      `Rosa Huamán reabrió «${course.nombre}», sin último día`,
      `Rosa Huamán puso en pausa «${course.nombre}»: No pagó.`,
    ])
    expect(rest.join('\n')).toMatch(/^Obtuvo el certificado de «.+»$/m)
    expect(rest.join('\n')).toMatch(/^Dio «.+» de «.+»: 20 de 20, aprobado$/m)
    expect(rest.join('\n')).toMatch(/^Terminó una lección de «.+» en la semana$/m)
  })

  it('tells money to who sells and messages to who answers them; a teacher only of their courses', async () => {
    const [boss, support, teacher] = [await member('marca'), await member('soporte'), await member('docente')]
    const [own, other] = [
      await aCourse(t.deps.db, { teacher: teacher.id, nombre: 'Cerámica' }),
      await aCourse(t.deps.db, { nombre: 'Ajedrez' }),
    ]
    const person = await aPerson(t.deps.db)
    const sale = aSale({ cursos: [other.id], id_usuario: person.id })
    expect((await t.call('POST', '/api/gestion/ventas', { token: boss.token, body: sale })).status).toBe(200)
    await anEnrolment(t.deps.db, person.id, own.id, { fecha_vencimiento: limaDay(3) })
    await changeEnrolment(t, boss.token, { usuario: person.id, curso: own.id }, { accion: 'extender', dias: 30 })
    await changeEnrolment(t, boss.token, { usuario: person.id, curso: other.id }, { accion: 'suspender' })
    await t.call('POST', `/api/gestion/usuarios/${person.id}/enlace`, { token: boss.token, body: {} })
    await t.database.sql`INSERT INTO tickets_soporte (id_cliente, id_usuario, numero, mensaje)
      SELECT 2, ${person.id}, coalesce(max(numero), 0) + 1, 'No puedo entrar al curso.' FROM tickets_soporte`
    const all = (await textsOf(support.token, person.id)).join('\n')
    expect(all).toMatch(/^Rosa Huamán registró S\/ 149\.00 por Yape de «Ajedrez»$/m)
    expect(all).toMatch(/^Escribió a soporte: «No puedo entrar al curso\.»/m)
    expect(all).toMatch(/^Rosa Huamán puso en pausa «Ajedrez»/m)
    expect(all).toMatch(/^Rosa Huamán copió el enlace para cambiar su contraseña$/m)
    const seen = await textsOf(teacher.token, person.id)
    expect(seen).toEqual([expect.stringMatching(/^Rosa Huamán cambió el último día de «Cerámica»: hasta el /)])
    const stranger = await member('docente')
    expect((await t.call('GET', `/api/gestion/alumnos/${person.id}/historia`, { token: stranger.token })).status).toBe(
      404,
    )
  })

  it('is read in pages, each event once', async () => {
    const { token } = await member('soporte')
    const { id } = await aPerson(t.deps.db)
    for (let n = 0; n < 35; n++) await note(token, id, `Nota ${n}`)
    const first = await story(token, id)
    const second = await story(token, id, first.siguiente)
    expect([first.total, first.data.length, second.data.length, second.siguiente]).toEqual([35, 30, 5, null])
    const texts = [...first.data, ...second.data].map(({ texto }: Told) => texto)
    expect(texts).toEqual(Array.from({ length: 35 }, (_, n) => `Nota ${34 - n}`))
  })
})

describe('notes', () => {
  it('are written once for each key, read by staff, deleted by their author or who manages the academy', async () => {
    const [support, colleague, boss] = [await member('soporte'), await member('soporte'), await member('marca')]
    const { id } = await aPerson(t.deps.db)
    const envio = randomUUID()
    const made = await note(support.token, id, '  Prefiere que le llamen\npor la tarde. ', envio)
    expect((await note(support.token, id, 'Otra vez', envio)).body.data.id).toBe(made.body.data.id)
    const [told] = (await story(colleague.token, id)).data
    expect(told).toMatchObject({
      ...{ tipo: 'nota', texto: 'Prefiere que le llamen\npor la tarde.', ruta: null },
      nota: { id: made.body.data.id, por: 'Rosa Huamán', borrable: false },
    })
    const remove = (token: string, student = id) =>
      t.call('DELETE', `/api/gestion/alumnos/${student}/notas/${made.body.data.id}`, { token })
    expect((await remove(colleague.token)).status).toBe(404)
    expect((await remove(boss.token, (await aPerson(t.deps.db)).id)).status).toBe(404)
    expect((await story(boss.token, id)).data[0].nota.borrable).toBe(true)
    expect((await remove(boss.token)).status).toBe(200)
    expect((await story(support.token, id)).total).toBe(0)
    expect((await note(support.token, id, ' ')).body.errors).toEqual({ texto: ['Escribe la nota.'] })
  })

  it('end with the account, of which nobody writes any more', async () => {
    const { token } = await member('soporte')
    const { id } = await aPerson(t.deps.db)
    await note(token, id, 'Pidió una factura.')
    const own = await t.tokenOf(id)
    const body = { password: 'Clave-segura-1' }
    expect((await t.call('DELETE', `/api/usuarios/${id}`, { token: own, body })).status).toBe(200)
    const left = await t.database.sql`SELECT id FROM notas_alumno WHERE id_usuario = ${id}`
    expect(left).toEqual([])
    expect((await note(token, id, 'Tarde.')).status).toBe(404)
  })
})
