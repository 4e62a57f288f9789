import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson, limaDay } from '../../../test/builders.ts'
import { aGroup } from '../../../test/groups.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()
let admin: string
let support: string

beforeAll(async () => {
  admin = await t.tokenOf((await aPerson(t.deps.db, { roles: ['marca'] })).id)
  support = await t.tokenOf((await aPerson(t.deps.db, { roles: ['soporte'] })).id)
})

const FIELDS = { nombre: 'Sábados', horario: 'sábados de 9 a 11', inicio: null, fin: null, aforo: 20, id_docente: null }
const fields = (change: object = {}) => ({ ...FIELDS, en_venta: false, ...change })
const make = (token: string, body: object) => t.call('POST', '/api/gestion/grupos', { token, body })
const save = (token: string, id: number, body: object) => t.call('PUT', `/api/gestion/grupos/${id}`, { token, body })
const list = async (token: string, query: string) =>
  (await t.call('GET', `/api/gestion/grupos?${query}`, { token })).body.data
const made = async (id_curso: number, change: object = {}) =>
  (await make(admin, { id_curso, ...fields(change) })).body.data
const namesOf = async (token: string, query: string) =>
  (await list(token, query)).data.map(({ nombre }: { nombre: string }) => nombre)

describe('a group of a course', () => {
  it('is made once, with its teacher, and is in the list with its places', async () => {
    const course = await aCourse(t.deps.db, { nombre: 'Vidrio' })
    const teacher = await aPerson(t.deps.db, { roles: ['docente'], nombres: 'Rosa', apellidos: 'Huamán' })
    const body = {
      id_curso: course.id,
      ...fields({ id_docente: teacher.id, inicio: '2099-03-01' }),
      envio: randomUUID(),
    }
    const answer = await make(support, body)
    expect([answer.status, answer.body.data]).toMatchObject([
      201,
      { curso: 'Vidrio', docente: 'Rosa Huamán', ocupadas: 0, apartadas: 0, libres: 20, abierto: true, version: 1 },
    ])
    expect((await make(support, body)).body.data.id).toBe(answer.body.data.id)
    const student = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, student.id, course.id, { id_grupo: answer.body.data.id })
    expect(await list(support, `curso=${course.id}`)).toMatchObject({
      ...{ total: 1, data: [{ id: answer.body.data.id, ocupadas: 1, libres: 19 }] },
    })
    const [line] = await t.database.sql`SELECT detalle FROM auditoria WHERE objeto = ${`grupo:${answer.body.data.id}`}`
    expect(line?.detalle).toEqual({
      ...{ hecho: 'grupo creado', nombre: 'Sábados', curso: 'Vidrio', plazas: 20, en_venta: false },
    })
  })

  it.each<[string, object, string, string]>([
    ['no name', { nombre: ' ' }, 'nombre', 'Escribe el nombre del grupo.'],
    ['no place', { aforo: 0 }, 'aforo', 'Escribe cuántas vacantes tiene, o déjalo vacío.'],
    ['an end before its beginning', { inicio: '2099-03-02', fin: '2099-03-01' }, 'fin', 'Termina antes de empezar.'],
    ['a teacher who is none', { id_docente: 999_999 }, 'id_docente', 'Elige un docente de la academia.'],
    ['a course that is none', { id_curso: 999_999 }, 'id_curso', 'Elige un curso de la academia.'],
  ])('with %s is told so at its field', async (_, change, field, text) => {
    const course = await aCourse(t.deps.db)
    const { status, body } = await make(admin, { id_curso: course.id, ...fields(change) })
    expect([status, body.errors]).toEqual([422, { [field]: [text] }])
  })

  it('has a name of its own in its course, whatever case and accents', async () => {
    const [course, other] = [await aCourse(t.deps.db), await aCourse(t.deps.db)]
    await made(course.id)
    const twice = await make(admin, { id_curso: course.id, ...fields({ nombre: 'sabados' }) })
    expect(twice.body.errors).toEqual({ nombre: ['El curso ya tiene un grupo con ese nombre.'] })
    expect((await made(other.id)).nombre).toBe('Sábados')
    const second = await made(course.id, { nombre: 'Domingos' })
    const renamed = await save(admin, second.id, { ...fields(), cerrado: false, version: second.version })
    expect(renamed.body.errors).toHaveProperty('nombre')
  })

  it('is sold by who decides on prices alone; closing it ends that', async () => {
    const course = await aCourse(t.deps.db)
    const text = ['Lo decide quien pone los precios del curso.']
    const asked = await make(support, { id_curso: course.id, ...fields({ en_venta: true }) })
    expect(asked.body.errors).toEqual({ en_venta: text })
    const group = await made(course.id, { en_venta: true })
    const change = (change: object) => save(support, group.id, { ...fields(change), cerrado: false, version: 1 })
    expect((await change({ en_venta: false })).body.errors).toEqual({ en_venta: text })
    const closed = await save(support, group.id, { ...fields({ en_venta: true }), cerrado: true, version: 1 })
    expect(closed.body.data).toMatchObject({ cerrado: true, abierto: false, en_venta: false, version: 2 })
  })

  it('has no fewer places than are taken, but may be made larger', async () => {
    const course = await aCourse(t.deps.db)
    const group = await aGroup(t.deps.db, course.id, { aforo: 2 })
    for (let n = 0; n < 3; n++)
      await anEnrolment(t.deps.db, (await aPerson(t.deps.db)).id, course.id, { id_grupo: group.id })
    const to = (aforo: number | null, version = 1) =>
      save(admin, group.id, { ...fields({ aforo }), cerrado: false, version })
    expect((await to(1)).body.errors).toEqual({ aforo: ['Ya hay 3 vacantes ocupadas o apartadas.'] })
    // A name is mended while there are more people than places.
    expect((await to(2)).body.data).toMatchObject({ ocupadas: 3, libres: 0, version: 2 })
    expect((await to(null, 2)).body.data).toMatchObject({ libres: null })
    expect((await to(2, 3)).body.errors).toHaveProperty('aforo')
    expect((await to(4, 3)).body.data).toMatchObject({ libres: 1 })
  })

  it('is not overwritten by who read an older one, and says what changed', async () => {
    const course = await aCourse(t.deps.db, { nombre: 'Vidrio' })
    const group = await made(course.id)
    const body = { ...fields({ aforo: 25, horario: '' }), cerrado: false, version: 1 }
    expect((await save(admin, group.id, body)).body.data).toMatchObject({ aforo: 25, version: 2 })
    const stale = await save(support, group.id, body)
    expect([stale.status, stale.body.code, stale.body.actual]).toMatchObject([
      ...[409, 'CAMBIO_MIENTRAS', { version: 2, datos: { aforo: 25 } }],
    ])
    const [line] = await t.database
      .sql`SELECT detalle FROM auditoria WHERE objeto = ${`grupo:${group.id}`} ORDER BY id DESC LIMIT 1`
    expect(line?.detalle).toEqual({
      ...{ hecho: 'grupo cambiado', nombre: 'Sábados', curso: 'Vidrio' },
      cambios: ['horario: de sábados de 9 a 11 a nada', 'vacantes: de 20 a 25'],
    })
  })

  it('is found by course, teacher, words and how it stands, by its teachers in their courses', async () => {
    const teacher = await aPerson(t.deps.db, { roles: ['docente'] })
    const own = await aCourse(t.deps.db, { teacher: teacher.id, nombre: `Cerámica ${randomUUID().slice(0, 8)}` })
    const other = await aCourse(t.deps.db)
    await made(own.id, { nombre: 'Abierto', id_docente: teacher.id })
    await aGroup(t.deps.db, own.id, { nombre: 'Cerrado', cerrado_en: new Date().toISOString() })
    await aGroup(t.deps.db, own.id, { nombre: 'Terminado', fin: limaDay(-1) })
    const over = await aGroup(t.deps.db, own.id, { nombre: 'Pasado', aforo: 1 })
    for (let n = 0; n < 2; n++)
      await anEnrolment(t.deps.db, (await aPerson(t.deps.db)).id, own.id, { id_grupo: over.id })
    await made(other.id)
    const token = await t.tokenOf(teacher.id)
    expect(await namesOf(token, 'orden=nombre')).toEqual(['Abierto', 'Cerrado', 'Pasado', 'Terminado'])
    expect(await namesOf(token, `curso=${other.id}`)).toEqual([])
    const of = (query: string) => namesOf(support, `curso=${own.id}&orden=nombre&${query}`)
    expect(await of('estado=abierto')).toEqual(['Abierto', 'Pasado'])
    expect(await of('estado=cerrado')).toEqual(['Cerrado', 'Terminado'])
    expect(await of('estado=pasado')).toEqual(['Pasado'])
    expect(await of(`docente=${teacher.id}`)).toEqual(['Abierto'])
    expect(await of('q=CERÁMICA termi')).toEqual(['Terminado'])
    expect((await make(token, { id_curso: own.id, ...fields() })).status).toBe(403)
  })

  it('waits in the inbox while it has more people than places', async () => {
    const waiting = async (token: string) =>
      (await t.call('GET', '/api/gestion/bandeja', { token })).body.data.grupos_pasados
    const before = await waiting(support)
    const course = await aCourse(t.deps.db)
    const group = await aGroup(t.deps.db, course.id, { aforo: 1 })
    for (let n = 0; n < 2; n++)
      await anEnrolment(t.deps.db, (await aPerson(t.deps.db)).id, course.id, { id_grupo: group.id })
    expect(await waiting(support)).toBe(before + 1)
    expect(await waiting(await t.tokenOf((await aPerson(t.deps.db, { roles: ['docente'] })).id))).toBeNull()
    await save(admin, group.id, { ...fields({ aforo: 2 }), cerrado: false, version: 1 })
    expect(await waiting(support)).toBe(before)
    await save(admin, group.id, { ...fields({ aforo: 2 }), cerrado: false, version: 2 })
    await t.database.sql`UPDATE grupos SET aforo = 1 WHERE id = ${group.id}`
    await save(admin, group.id, { ...fields({ aforo: 1 }), cerrado: true, version: 3 })
    expect(await waiting(support)).toBe(before)
  })

  it('stays at fifty open ones in a course', async () => {
    const course = await aCourse(t.deps.db)
    const { id: id_usuario } = await aPerson(t.deps.db, { roles: ['marca'] })
    for (let n = 0; n < 50; n++) await aGroup(t.deps.db, course.id, { nombre: `Grupo ${n}`, id_usuario })
    const answer = await make(admin, { id_curso: course.id, ...fields() })
    expect(answer.body.errors).toEqual({
      nombre: ['Un curso tiene hasta 50 grupos abiertos: cierra los que terminaron.'],
    })
  })

  it('goes with its course, but not while it has students', async () => {
    const course = await aCourse(t.deps.db)
    const group = await made(course.id)
    const student = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, student.id, course.id, { id_grupo: group.id })
    await t.database.sql`UPDATE cursos SET estado = 0 WHERE id = ${course.id}`
    const remove = () => t.call('DELETE', `/api/gestion/cursos/${course.id}`, { token: admin })
    expect((await remove()).body.code).toBe('CURSO_EN_USO')
    await t.database.sql`DELETE FROM matriculas WHERE id_curso = ${course.id}`
    expect((await remove()).status).toBe(200)
    expect(await list(admin, `curso=${course.id}`)).toMatchObject({ total: 0 })
  })
})
