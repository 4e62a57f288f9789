import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson, limaDay } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import type { Identity } from '../../platform/http/http.ts'
import { curso_docentes } from '../catalogue/catalogue.tables.ts'
import { enrol, requireEnrolment, requireLesson } from './learning.ts'

const t = useApp()

type Person = Pick<Identity, 'id' | 'id_cliente' | 'tipo_cliente'>
const ROLES: Partial<Record<Person['tipo_cliente'], Identity['roles']>> = {
  Docente: ['docente'],
  Administrador: ['marca'],
}
const identityFor = (person: Person): Identity => ({
  ...person,
  roles: ROLES[person.tipo_cliente] ?? [],
  id_acceso: 1,
})

describe('requireEnrolment', () => {
  it('accepts an active enrolment up to its last day in Lima, and no one else', async () => {
    const { db } = t.deps
    const course = await aCourse(db)
    const live = await aPerson(db)
    const lastDay = await aPerson(db)
    const past = await aPerson(db)
    const suspended = await aPerson(db)
    const none = await aPerson(db)
    const other = await aPerson(db, { id_cliente: 1 })
    await anEnrolment(db, live.id, course.id)
    await anEnrolment(db, lastDay.id, course.id, { fecha_vencimiento: limaDay(0) })
    await anEnrolment(db, past.id, course.id, { fecha_vencimiento: limaDay(-1) })
    await anEnrolment(db, suspended.id, course.id, { estado: 'suspendida' })
    await anEnrolment(db, other.id, course.id)
    for (const person of [live, lastDay]) {
      expect(await requireEnrolment(db, identityFor(person), course.id)).toMatchObject({ staff: false, enrolled: true })
    }
    for (const person of [past, suspended, none]) {
      await expect(requireEnrolment(db, identityFor(person), course.id)).rejects.toMatchObject({
        code: 'SIN_MATRICULA',
      })
    }
    await expect(requireEnrolment(db, identityFor(other), course.id)).rejects.toMatchObject({ code: 'NO_ENCONTRADO' })
    await expect(requireEnrolment(db, identityFor(live), 2_000_000_000)).rejects.toMatchObject({
      code: 'NO_ENCONTRADO',
    })
  })

  it("accepts the course's teachers and the brand's administrators, in a transaction too", async () => {
    const { db } = t.deps
    const course = await aCourse(db, { lessons: 1 })
    const lesson = course.modulos[0]?.lecciones[0]?.id ?? 0
    const teacher = await aPerson(db, { tipo_cliente: 'Docente' })
    const stranger = await aPerson(db, { tipo_cliente: 'Docente' })
    const admin = await aPerson(db, { tipo_cliente: 'Administrador' })
    const foreign = await aPerson(db, { tipo_cliente: 'Administrador', id_cliente: 1 })
    await db.insert(curso_docentes).values({ id_curso: course.id, id_usuario: teacher.id })
    for (const person of [teacher, admin]) {
      const access = await db.transaction((tx) => requireLesson(tx, identityFor(person), lesson))
      expect(access).toMatchObject({ id_curso: course.id, id_leccion: lesson, staff: true })
    }
    await expect(requireLesson(db, identityFor(stranger), lesson)).rejects.toMatchObject({ code: 'SIN_MATRICULA' })
    await expect(requireLesson(db, identityFor(foreign), lesson)).rejects.toMatchObject({ code: 'NO_ENCONTRADO' })
  })
})

describe('enrol', () => {
  it('enrols and notifies once, however often it is called', async () => {
    const course = await aCourse(t.deps.db, { nombre: 'Dibujo العربية' })
    const person = await aPerson(t.deps.db)
    const rows = [{ id_usuario: person.id, id_curso: course.id, fecha_vencimiento: null }]
    await enrol(t.deps.db, rows)
    await enrol(t.deps.db, rows)
    const token = await t.tokenOf(person.id)
    const { data } = (await t.call('GET', `/api/notificaciones/usuario/${person.id}`, { token })).body
    expect(data).toMatchObject([
      {
        tipo: 'Bienvenida',
        mensaje: 'Ya puedes empezar tu curso\n¡Te damos la bienvenida!',
        asunto: 'Dibujo العربية',
        ruta: `/miscursos/${course.id}/modulos`,
      },
    ])
    expect((await t.call('GET', `/api/matriculas/usuario/${person.id}`, { token })).body.data).toHaveLength(1)
  })
})
