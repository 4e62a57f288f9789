import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

describe('GET /gestion/yo', () => {
  const yo = async (token: string) => t.call('GET', '/api/gestion/yo', { token })

  it('names the roles, the permissions that they add up to, and those that reach own courses only', async () => {
    const person = await aPerson(t.deps.db, { nombres: 'Rosa', roles: ['docente', 'soporte'] })
    const { status, body } = await yo(await t.tokenOf(person.id))
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      id: person.id,
      nombres: 'Rosa',
      roles: ['docente', 'soporte'],
      marca: { id: 2, nombre: 'Marca 2' },
      solo_propios: ['cursos.editar', 'calificar', 'comunicados', 'reportes'],
    })
    expect(body.data.permisos).toContain('alumnos.gestionar')
    expect(body.data.permisos).not.toContain('academia')
  })

  it('is for staff alone', async () => {
    expect((await yo(await t.tokenOf((await aPerson(t.deps.db)).id))).status).toBe(403)
  })
})

describe('personal data', () => {
  it('is shown with alumnos.gestionar alone', async () => {
    const { db } = t.deps
    const student = await aPerson(db, { telefono: '+51 999 888 777', direccion: 'Jirón Uno 1' })
    const teacher = await aPerson(db, { roles: ['docente'] })
    const course = await aCourse(db, { teacher: teacher.id })
    await anEnrolment(db, student.id, course.id)
    const readBy = async (id: number) =>
      (await t.call('GET', `/api/usuarios/${student.id}`, { token: await t.tokenOf(id) })).body.data
    const read = async (roles: ('soporte' | 'caja')[]) => readBy((await aPerson(db, { roles })).id)
    expect(await read(['soporte'])).toMatchObject({ telefono: '+51 999 888 777', direccion: 'Jirón Uno 1' })
    const hidden = { telefono: null, direccion: null, numero_documento: null, fecha_nacimiento: null }
    expect(await readBy(teacher.id)).toMatchObject({ correo: student.correo, ...hidden })
    expect(await read(['caja'])).toBeUndefined()
  })
})
