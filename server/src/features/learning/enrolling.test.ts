import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCourse, aDocument, anEnrolment, aPerson, limaDay, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'
import { changedMeanwhile } from '../../../test/waiting.ts'
import { sesiones } from '../catalogue/catalogue.tables.ts'
import type { Enrollee } from './enrollees.ts'
import { enrolPeople } from './enrolling.ts'

const t = useApp()
const shop = shopping(t)

const aName = (values: Partial<Enrollee> = {}): Enrollee => ({
  nombres: 'Luz',
  apellidos: 'Rojas Díaz',
  correo: `${randomUUID()}@prueba.pe`,
  ...values,
})

const enrolIn = (course: { id: number }, ...people: Enrollee[]) =>
  enrolPeople(t.deps.db, t.deps.jobs, course.id, people)

const accountOf = async (correo: string) =>
  (
    await t.database.sql`SELECT id, id_cliente, tipo_cliente, nombres, apellidos, numero_documento, codigo_alumno
    FROM usuarios WHERE correo = ${correo}`
  )[0]

const lettersTo = (correo: string) => t.outbox.filter(({ to }) => to === correo)

const stored = (id: number) =>
  t.database.sql`SELECT estado, fecha_vencimiento::text AS hasta FROM matriculas WHERE id_usuario = ${id}`

const trailOf = (id: number) =>
  t.database
    .sql`SELECT id_cliente, objeto, detalle FROM auditoria WHERE accion = 'gestion' AND sobre = ${id} ORDER BY id`

const firstLesson = ({ modulos }: Awaited<ReturnType<typeof aCourse>>) => modulos[0]?.lecciones[0]?.id ?? 0

describe('enrolling', () => {
  it('makes an account whose mailed link sets the password, and the student studies', async () => {
    const course = await aCourse(t.deps.db, { nombre: 'Dibujo a mano', id_cliente: 3 })
    const lesson = firstLesson(course)
    const times = { inicio: '2099-02-02T00:30:00Z', duracion: 90, orden: 1 }
    await t.deps.db
      .insert(sesiones)
      .values({ ...times, id_leccion: lesson, nombre: 'Clase en vivo', enlace: 'https://meet.example.com/x' })
    const person = aName({ numero_documento: aDocument(), hasta: '2099-12-31' })
    const done = { hecho: 'matriculada', antes: null, hasta: '2099-12-31', cuenta_nueva: true, renombrada: false }
    expect(await enrolIn(course, person)).toMatchObject([{ correo: person.correo, nombre: 'Luz Rojas Díaz', ...done }])

    const { id = 0, ...account } = (await accountOf(person.correo)) ?? {}
    const { numero_documento, nombres, apellidos } = person
    const codigo_alumno = numero_documento
    expect(account).toEqual({
      id_cliente: 3,
      tipo_cliente: 'Alumno',
      nombres,
      apellidos,
      numero_documento,
      codigo_alumno,
    })
    await shop.settle()
    const [letter, ...others] = lettersTo(person.correo)
    expect(others).toEqual([])
    expect(letter).toMatchObject({ subject: 'Ya tienes un lugar en «Dibujo a mano»', fromName: 'Marca 3' })
    expect(letter?.text).toContain('Marca 3 te matriculó en «Dibujo a mano» y creó tu cuenta con este correo.')
    const token = letter?.text.match(/\/restablecer\/\d+\?token=([\w-]+)/)?.[1]

    const passwords = { password: PASSWORD, password_confirmation: PASSWORD }
    const set = await t.call('PUT', `/api/actualizar-contrasena/${id}`, { body: { token, ...passwords } })
    expect(set.status).toBe(200)
    const login = await t.call('POST', '/api/loginalumno', { body: { email: person.correo, password: PASSWORD } })
    const student = { token: login.body.token }
    expect((await t.call('GET', `/api/lecciones/${lesson}`, student)).status).toBe(200)
    const notices = await t.call('GET', `/api/notificaciones/usuario/${id}`, student)
    expect(notices.body.data).toMatchObject([{ tipo: 'Bienvenida', ruta: `/miscursos/${course.id}/modulos` }])
    const mailed = await t.database.sql`SELECT correo FROM notificaciones WHERE id_usuario = ${id}`
    expect(mailed, 'the invitation is the only mail').toEqual([{ correo: 'no' }])
    const days = await t.call('GET', `/api/calendario/usuario/${id}?desde=2099-02-01&hasta=2099-02-28`, student)
    expect(days.body.data).toMatchObject([{ tipo: 'sesion', fecha: '2099-02-01' }])
  })

  it('welcomes a person who has an account, by notice and its mail, and sends no link', async () => {
    const course = await aCourse(t.deps.db)
    const person = await aPerson(t.deps.db)
    await enrolIn(course, aName({ correo: person.correo }))
    await shop.settle()
    const notices = await t.database.sql`SELECT correo FROM notificaciones WHERE id_usuario = ${person.id}`
    expect(notices).toEqual([{ correo: 'pendiente' }])
    expect(lettersTo(person.correo)).toEqual([])
    expect(await accountOf(person.correo)).toMatchObject({ nombres: 'Ana María', apellidos: 'Quispe Núñez' })
  })

  it('changes nothing the second time, but the last day where another one is given', async () => {
    const course = await aCourse(t.deps.db)
    const person = aName()
    await enrolIn(course, person)
    const { id } = (await accountOf(person.correo)) ?? {}
    await shop.settle()
    const again = async (hasta?: string | null) => (await enrolIn(course, { ...person, hasta }))[0]
    expect(await again()).toMatchObject({ hecho: 'sin_cambio', cuenta_nueva: false, hasta: null })
    expect(await again('2099-05-01')).toMatchObject({ hecho: 'ultimo_dia', antes: null, hasta: '2099-05-01' })
    expect(await again()).toMatchObject({ hecho: 'sin_cambio', hasta: '2099-05-01' })
    expect(await again('2099-05-01')).toMatchObject({ hecho: 'sin_cambio' })
    expect(await stored(id)).toEqual([{ estado: 'activa', hasta: '2099-05-01' }])
    expect(await again(null)).toMatchObject({ hecho: 'ultimo_dia', antes: '2099-05-01', hasta: null })
    await shop.settle()
    expect(lettersTo(person.correo)).toHaveLength(1)
    expect(await shop.notices(id)).toHaveLength(1)
    const line = { id_cliente: 2, objeto: `curso:${course.id}` }
    const made = { hecho: 'matriculada', antes: null, hasta: null, cuenta_nueva: true }
    const moved = { hecho: 'ultimo_dia', antes: null, hasta: '2099-05-01' }
    expect(await trailOf(id)).toEqual([
      { ...line, detalle: made },
      { ...line, detalle: moved },
      { ...line, detalle: { ...moved, antes: '2099-05-01', hasta: null } },
    ])
  })

  it('corrects the name of an account that no one entered yet, and of no other', async () => {
    const course = await aCourse(t.deps.db)
    const person = aName({ guessed: true })
    await enrolIn(course, person)
    const { id } = (await accountOf(person.correo)) ?? {}
    const call = async (nombres: string, guessed = false) => (await enrolIn(course, { ...person, nombres, guessed }))[0]
    expect(await call('Otra', true)).toMatchObject({ nombre: 'Luz Rojas Díaz', renombrada: false })
    expect(await call('Luz María')).toMatchObject({ nombre: 'Luz María Rojas Díaz', renombrada: true })
    expect((await trailOf(id)).at(-1)?.detalle).toMatchObject({ hecho: 'sin_cambio', renombrada: true })
    await t.database.sql`UPDATE usuarios SET clave_propia = true WHERE id = ${id}`
    expect(await call('Otra')).toMatchObject({ nombre: 'Luz María Rojas Díaz', renombrada: false })

    const own = { numero_documento: aDocument(), nombres: 'Ana', apellidos: 'Paz', correo: `${randomUUID()}@prueba.pe` }
    const passwords = { password: PASSWORD, password_confirmation: PASSWORD }
    await t.call('POST', '/api/auth/register', { body: { ...own, ...passwords } })
    expect((await enrolIn(course, aName({ correo: own.correo })))[0]).toMatchObject({ nombre: 'Ana Paz' })
  })

  it('opens an enrolment that ended, without its old end', async () => {
    const course = await aCourse(t.deps.db)
    const person = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, person.id, course.id, { fecha_vencimiento: limaDay(-1) })
    const [done] = await enrolIn(course, aName({ correo: person.correo }))
    expect(done).toMatchObject({ hecho: 'reabierta', antes: limaDay(-1), hasta: null })
    expect(await stored(person.id)).toEqual([{ estado: 'activa', hasta: null }])
  })

  it('by many at once makes one account, one mail and one notice of each person', async () => {
    const [one, two] = [await aCourse(t.deps.db), await aCourse(t.deps.db)]
    const newcomers = Array.from({ length: 5 }, () => aName({ numero_documento: aDocument() }))
    const known = [await aPerson(t.deps.db), await aPerson(t.deps.db)].map(({ correo }) => aName({ correo }))
    const people = [...newcomers, ...known]
    const lists = [people, people.toReversed(), people, people.toReversed()]
    const all = await Promise.all(lists.map((list, at) => enrolIn(at < 2 ? one : two, ...list)))
    expect(all.flat().filter(({ cuenta_nueva }) => cuenta_nueva)).toHaveLength(5)
    expect(all.flat().filter(({ hecho }) => hecho === 'matriculada')).toHaveLength(14)
    await shop.settle()
    for (const { correo } of people) {
      const { id } = (await accountOf(correo)) ?? {}
      expect(lettersTo(correo)).toHaveLength(known.some((one) => one.correo === correo) ? 0 : 1)
      expect(await shop.notices(id)).toHaveLength(2)
      expect(await trailOf(id)).toHaveLength(2)
    }
  })

  it('tells every mistake at once and writes nothing', async () => {
    const { db } = t.deps
    const course = await aCourse(db)
    const student = await aPerson(db)
    const foreign = await aPerson(db, { id_cliente: 1 })
    const closed = await aPerson(db, { estado: 0 })
    const teacher = await aPerson(db, { roles: ['docente'] })
    const good = aName({ numero_documento: aDocument() })
    const list = [
      good,
      aName({ correo: foreign.correo }),
      aName({ correo: closed.correo }),
      aName({ correo: teacher.correo }),
      aName({ correo: student.correo, numero_documento: aDocument() }),
      aName({ numero_documento: String(student.numero_documento) }),
      aName({ hasta: limaDay(-1) }),
      aName({ correo: good.correo }),
      aName({ numero_documento: good.numero_documento }),
    ]
    await expect(enrolIn(course, ...list)).rejects.toMatchObject({
      code: 'DATOS_INVALIDOS',
      details: {
        errors: {
          '1.correo': ['Con este correo no se puede matricular a un alumno de esta academia: usa otro.'],
          '2.correo': ['La cuenta de este correo está desactivada.'],
          '3.correo': ['Con este correo no se puede matricular a un alumno de esta academia: usa otro.'],
          '4.numero_documento': ['La cuenta de este correo tiene otro DNI.'],
          '5.numero_documento': [`Ya existe una cuenta con este DNI: la de ${student.correo}.`],
          '6.hasta': ['El último día ya pasó.'],
          '7.correo': ['El correo está repetido.'],
          '8.numero_documento': ['El DNI está repetido.'],
        },
      },
    })
    expect(await t.database.sql`SELECT 1 FROM matriculas WHERE id_curso = ${course.id}`).toEqual([])
    expect(await accountOf(good.correo)).toBeUndefined()
  })

  it('tells of a DNI that a registration takes meanwhile', async () => {
    const course = await aCourse(t.deps.db)
    const person = aName({ numero_documento: aDocument() })
    const hold = sql`INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash, numero_documento)
      VALUES (2, 'Ana', 'Paz', ${`otra-${person.correo}`}, '', ${person.numero_documento})`
    const enrolled = changedMeanwhile(t, { hold, start: () => enrolIn(course, person).catch((error) => error) })
    expect((await enrolled).message).toBe(`Ya existe una cuenta con este DNI: la de otra-${person.correo}.`)
  })

  it('works in a course that is not published, and not in an archived one or one of a closed brand', async () => {
    const course = await aCourse(t.deps.db)
    const person = aName()
    await t.database.sql`UPDATE cursos SET estado = 0 WHERE id = ${course.id}`
    await enrolIn(course, person)
    const { id } = (await accountOf(person.correo)) ?? {}
    const token = await t.tokenOf(id)
    expect((await t.call('GET', `/api/lecciones/${firstLesson(course)}`, { token })).status).toBe(200)
    await t.database.sql`UPDATE cursos SET archivado_en = now() WHERE id = ${course.id}`
    await expect(enrolIn(course, person)).rejects.toThrow('El curso está archivado.')
    const closed = await aCourse(t.deps.db, { id_cliente: 9 })
    await t.database.sql`UPDATE clientes SET estado = 0 WHERE id = 9`
    for (const other of [closed, { id: 2_000_000_000 }])
      await expect(enrolIn(other, person)).rejects.toMatchObject({ code: 'NO_ENCONTRADO' })
  })
})
