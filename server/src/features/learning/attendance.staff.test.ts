import { MAX_MARKED } from '@campus/contract/attendance.staff'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson, limaDay } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()
const NONE = { id_asistencia: null, estado: 'no' }

type Seen = { id_asistencia: number | null; estado: string }
type Row = Seen & { id_usuario: number; nombres: string; apellidos: string }

let course: Awaited<ReturnType<typeof aCourse>>
let teacher: string
let lesson: number
let G: string
let ana: number

async function enrolled(nombres: string, apellidos: string): Promise<number> {
  const { id } = await aPerson(t.deps.db, { nombres, apellidos })
  await anEnrolment(t.deps.db, id, course.id)
  return id
}

const enrolMany = (people: number) =>
  t.database.sql`WITH p AS (INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash)
      SELECT 2, 'Alumno', 'Medio', 'm-' || n || '-' || ${course.id}::bigint || '@prueba.pe', 'x'
      FROM generate_series(1, ${people}::int) n RETURNING id)
    INSERT INTO matriculas (id_usuario, id_curso) SELECT id, ${course.id}::bigint FROM p`

async function aTeacher(): Promise<string> {
  const { id } = await aPerson(t.deps.db, { tipo_cliente: 'Docente', nombres: 'Rosa', apellidos: 'Huamán' })
  await t.database.sql`INSERT INTO curso_docentes (id_curso, id_usuario) VALUES (${course.id}, ${id})`
  return t.tokenOf(id)
}

beforeEach(async () => {
  course = await aCourse(t.deps.db)
  lesson = course.modulos[0]?.lecciones[0]?.id ?? 0
  teacher = await aTeacher()
  ana = await enrolled('Ana', 'Zárate')
  const [made] = await t.database.sql`INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden)
    VALUES (${lesson}, 'Taller en vivo', now(), 'https://meet.example.com/a', 1) RETURNING id`
  G = `/api/gestion/sesiones/${made?.id}`
})

const mark = (id: number, estado: string, antes: Seen = NONE, token = teacher) =>
  t.call('PUT', `${G}/asistencias/${id}`, { token, body: { estado, antes } })
const list = async (query = ''): Promise<Row[]> =>
  (await t.call('GET', `${G}/asistencias${query}`, { token: teacher })).body.data.data
const counts = async () => {
  const { alumnos, asistieron } = (await t.call('GET', `${G}/asistencia`, { token: teacher })).body.data
  return [asistieron, alumnos]
}
const points = async (id: number) =>
  (await t.database.sql`SELECT puntos FROM puntos WHERE id_usuario = ${id} AND motivo = 'asistencia'`).length
const lessonOf = async (id: number) =>
  (await t.call('GET', `/api/lecciones/detallado/${lesson}`, { token: await t.tokenOf(id) })).body.data
const attend = async (what: 'iniciar' | 'cerrar', id: number) =>
  t.call('POST', `/api/asistencia/${what}`, { token: await t.tokenOf(id), body: { leccion_id: lesson } })

describe('the list', () => {
  it('has the live enrolments by surname, pages them and finds them by name', async () => {
    await enrolled('Luz', 'Ávila')
    const ended = await aPerson(t.deps.db, { nombres: 'Vencida', apellidos: 'Paz' })
    await anEnrolment(t.deps.db, ended.id, course.id, { fecha_vencimiento: limaDay(-1) })
    expect((await list()).map(({ apellidos }) => apellidos)).toEqual(['Ávila', 'Zárate'])
    expect(await list('?q=zarate ana')).toMatchObject([{ id_usuario: ana, ...NONE, fecha_asistencia: null }])
    expect(await counts()).toEqual([0, 2])
    await enrolMany(60)
    const first = (await t.call('GET', `${G}/asistencias`, { token: teacher })).body.data
    const second = await list(`?desde=${first.siguiente}`)
    expect([first.total, first.data.length, second.length, second.at(-1)?.id_usuario]).toEqual([62, 50, 12, ana])
  })
})

describe('a mark', () => {
  it('is the student’s own attendance: it completes the lesson and gives its points, once', async () => {
    const [marked, again] = [await mark(ana, 'cerrada'), await mark(ana, 'cerrada')]
    expect(marked).toMatchObject({ status: 200, body: { data: { id_usuario: ana, estado: 'cerrada' } } })
    expect(again.body).toEqual(marked.body)
    expect(await lessonOf(ana)).toMatchObject({ completada: true, asistencia: { usuario_id: ana, asistio: true } })
    expect([await points(ana), await counts()]).toEqual([1, [1, 1]])
    expect((await attend('iniciar', ana)).body.data.id).toBe(marked.body.data.id_asistencia)
  })

  it('is taken back with its points, also to the arrival that the student registered', async () => {
    const arrived: Seen = { id_asistencia: (await attend('iniciar', ana)).body.data.id, estado: 'abierta' }
    expect(await list()).toMatchObject([arrived])
    const closed = (await mark(ana, 'cerrada', arrived)).body.data
    expect(await points(ana)).toBe(1)
    expect((await mark(ana, 'abierta', closed)).body.data).toMatchObject(arrived)
    expect([await points(ana), (await lessonOf(ana)).completada]).toEqual([0, false])
    expect((await mark(ana, 'no', arrived)).body.data).toMatchObject(NONE)
    expect((await lessonOf(ana)).asistencia).toBeNull()
  })

  it('takes nothing back that its author has not seen, and says who did it', async () => {
    const other = await aTeacher()
    const { body } = await mark(ana, 'cerrada', NONE, other)
    const late = await mark(ana, 'no')
    expect(late).toMatchObject({
      status: 409,
      body: {
        code: 'CAMBIO_MIENTRAS',
        actual: { datos: { id_usuario: ana, estado: 'cerrada' }, por: { nombre: 'Rosa Huamán' } },
      },
    })
    expect(await counts()).toEqual([1, 1])
    await mark(ana, 'no', body.data)
    await attend('iniciar', ana)
    await attend('cerrar', ana)
    expect((await mark(ana, 'no', body.data)).status).toBe(409)
    expect((await lessonOf(ana)).completada).toBe(true)
  })

  it('meets the student’s own and another teacher’s: one row, its points once', async () => {
    const other = await aTeacher()
    const both = (n: number) => mark(ana, 'cerrada', NONE, n % 2 ? teacher : other)
    const token = await t.tokenOf(ana)
    const own = () => t.call('POST', '/api/asistencia/iniciar', { token, body: { leccion_id: lesson } })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 3 ? both(n) : own())))
    expect(answers.every(({ status }) => status === 200 || status === 201)).toBe(true)
    expect([await points(ana), await counts()]).toEqual([1, [1, 1]])
  })

  it('is refused without a live enrolment, for a cancelled class, and beyond one’s courses', async () => {
    const { db } = t.deps
    const [ended, none] = [await aPerson(db), await aPerson(db)]
    await anEnrolment(db, ended.id, course.id, { fecha_vencimiento: limaDay(-1) })
    expect((await mark(ended.id, 'cerrada')).body).toMatchObject({
      code: 'MATRICULA_TERMINADA',
      mensaje: 'Este alumno ya no tiene una matrícula vigente en el curso.',
    })
    expect((await mark(none.id, 'cerrada')).status).toBe(404)
    const stranger = await t.tokenOf((await aPerson(db, { tipo_cliente: 'Docente' })).id)
    for (const url of ['/asistencia', '/asistencias'])
      expect((await t.call('GET', `${G}${url}`, { token: stranger })).status).toBe(404)
    expect((await mark(ana, 'cerrada', NONE, stranger)).status).toBe(404)
    await t.database.sql`UPDATE sesiones SET cancelada_en = now() WHERE id_leccion = ${lesson}`
    expect((await mark(ana, 'cerrada')).body.code).toBe('CLASE_CANCELADA')
    await t.database.sql`UPDATE lecciones SET activo = false WHERE id = ${lesson}`
    expect((await mark(ana, 'cerrada')).status).toBe(404)
  })
})

describe('Marcar a todos', () => {
  const all = (what = '', body: object = {}) => t.call('POST', `${G}/asistencias${what}`, { token: teacher, body })

  it('marks who is left, and its undo leaves what others did', async () => {
    const [luz, teo] = [await enrolled('Luz', 'Ávila'), await enrolled('Teo', 'Soto')]
    await attend('iniciar', luz)
    const before = (await mark(teo, 'cerrada')).body.data
    const { marcas, quedan } = (await all()).body.data
    expect([marcas.length, quedan, await counts()]).toEqual([2, false, [3, 3]])
    expect((await all()).body.data).toEqual({ marcas: [], quedan: false })
    expect((await all('/deshacer', { marcas })).body.data).toEqual({ deshechas: 2 })
    expect(await list()).toMatchObject([
      { id_usuario: luz, estado: 'abierta' },
      { id_usuario: teo, estado: 'cerrada', id_asistencia: before.id_asistencia },
      { id_usuario: ana, estado: 'no' },
    ])
    expect([await points(luz), await points(teo), await points(ana)]).toEqual([0, 1, 0])
    expect((await all('/deshacer', { marcas: [] })).body.errors.marcas).toEqual(['No hay nada que deshacer.'])
  })

  it('takes back nothing of another lesson', async () => {
    const { id_asistencia } = (await mark(ana, 'cerrada')).body.data
    const other = await aCourse(t.deps.db)
    const [made] = await t.database.sql`INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden)
      VALUES (${other.modulos[0]?.lecciones[0]?.id ?? 0}, 'Otra', now(), 'https://meet.example.com/a', 1) RETURNING id`
    const admin = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
    const body = { marcas: [{ id_asistencia, antes: 'no' }] }
    const answer = await t.call('POST', `/api/gestion/sesiones/${made?.id}/asistencias/deshacer`, {
      token: admin,
      body,
    })
    expect([answer.body.data, await counts()]).toEqual([{ deshechas: 0 }, [1, 1]])
  })

  it(`stops at ${MAX_MARKED}, says that more are left, and goes on`, async () => {
    await enrolMany(MAX_MARKED)
    expect((await all()).body.data).toMatchObject({ quedan: true, marcas: { length: MAX_MARKED } })
    expect((await all()).body.data).toMatchObject({ quedan: false, marcas: { length: 1 } })
    expect(await counts()).toEqual([MAX_MARKED + 1, MAX_MARKED + 1])
  })
})
