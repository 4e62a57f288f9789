import { randomUUID } from 'node:crypto'
import type { Role } from '@campus/contract/permissions'
import { beforeAll, describe, expect, it } from 'vitest'
import { aCourse, aDocument, anAttempt, anEnrolment, anExam, aPerson, limaDay } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

const member = async (...roles: Role[]) => t.tokenOf((await aPerson(t.deps.db, { roles })).id)
const list = async (token: string, query = '') => {
  const { status, body } = await t.call('GET', `/api/gestion/alumnos${query}`, { token })
  expect([status, body.code]).toEqual([200, undefined])
  return body.data
}
const idsOf = async (token: string, query: string): Promise<number[]> =>
  (await list(token, query)).data.map(({ id }: { id: number }) => id)
const record = (token: string, id: number, part = '') => t.call('GET', `/api/gestion/alumnos/${id}${part}`, { token })

let support: string
let teacher: { id: number; token: string }

beforeAll(async () => {
  support = await member('soporte')
  const { id } = await aPerson(t.deps.db, { roles: ['docente'] })
  teacher = { id, token: await t.tokenOf(id) }
})

/** Two courses, the first one taught by the teacher. */
async function twoCourses() {
  return [
    await aCourse(t.deps.db, { teacher: teacher.id, lessons: 2, nombre: 'Cerámica' }),
    await aCourse(t.deps.db, { nombre: 'Ajedrez' }),
  ] as const
}

describe('the list of students', () => {
  it('is of the brand; a teacher has those of their courses, counted in them alone', async () => {
    const apellidos = `Alcance${randomUUID().slice(0, 6)}`
    const [own, other] = await twoCourses()
    const [both, apart] = [
      await aPerson(t.deps.db, { apellidos, nombres: 'Beto' }),
      await aPerson(t.deps.db, { apellidos, nombres: 'Carla' }),
    ]
    const never = await aPerson(t.deps.db, { apellidos, nombres: 'Delia' })
    await aPerson(t.deps.db, { apellidos, id_cliente: 1 })
    await aPerson(t.deps.db, { apellidos, roles: ['docente'] })
    const closed = await aPerson(t.deps.db, {
      apellidos,
      tipo_documento: 'Eliminado',
      numero_documento: null,
      estado: 0,
    })
    for (const { id } of [own, other]) await anEnrolment(t.deps.db, both.id, id)
    await anEnrolment(t.deps.db, apart.id, other.id)
    const q = `?q=${apellidos}&orden=nombre`
    expect(await idsOf(support, q)).toEqual([both.id, apart.id, never.id])
    expect(await idsOf(teacher.token, q)).toEqual([both.id])
    expect(await idsOf(teacher.token, `${q}&curso=${other.id}`)).toEqual([])
    expect((await list(support, q)).data[0]).toMatchObject({ cursos_vigentes: 2, avance: 0 })
    expect((await list(support, q)).data[2]).toMatchObject({ cursos_vigentes: 0, avance: null })
    expect((await list(teacher.token, q)).data[0]).toMatchObject({ cursos_vigentes: 1 })
    expect((await record(support, closed.id)).body.data.estado).toBe('eliminada')
    const courses = await t.call('GET', '/api/gestion/alumnos/cursos', { token: teacher.token })
    expect(courses.body.data).toContainEqual({ id: own.id, nombre: 'Cerámica' })
    expect(courses.body.data).not.toContainEqual({ id: other.id, nombre: 'Ajedrez' })
  })

  it('has the document for those who manage students alone, who also find by it', async () => {
    const numero_documento = aDocument()
    const person = await aPerson(t.deps.db, { numero_documento, telefono: '987654321', fecha_nacimiento: '2000-01-01' })
    const [own] = await twoCourses()
    await anEnrolment(t.deps.db, person.id, own.id)
    expect(await idsOf(support, `?q=${numero_documento}`)).toEqual([person.id])
    expect(await idsOf(teacher.token, `?q=${numero_documento}`)).toEqual([])
    const q = `?q=${person.correo}`
    expect((await list(support, q)).data[0]).toMatchObject({ numero_documento })
    expect((await list(teacher.token, q)).data[0]).toMatchObject({ id: person.id, numero_documento: null })
    const hidden = { numero_documento: null, telefono: null, direccion: null, fecha_nacimiento: null }
    expect((await record(teacher.token, person.id)).body.data).toMatchObject(hidden)
    expect((await record(support, person.id)).body.data).toMatchObject({ numero_documento, telefono: '987654321' })
  })

  it('is narrowed by course and by how one enrolment stands', async () => {
    const [one, two] = [await aCourse(t.deps.db), await aCourse(t.deps.db)]
    const make = async (values: Parameters<typeof anEnrolment>[3], course = one) => {
      const { id } = await aPerson(t.deps.db)
      await anEnrolment(t.deps.db, id, course.id, values)
      return id
    }
    const endless = await make({})
    const soon = await make({ fecha_vencimiento: limaDay(30) })
    const late = await make({ fecha_vencimiento: limaDay(31) })
    const ended = await make({ fecha_vencimiento: limaDay(-1) })
    const taken = await make({ estado: 'suspendida' })
    await anEnrolment(t.deps.db, endless, two.id, { estado: 'suspendida' })
    const found = (matricula: string) => idsOf(support, `?curso=${one.id}&matricula=${matricula}`)
    expect(await idsOf(support, `?curso=${one.id}`)).toEqual([taken, ended, late, soon, endless])
    expect(await found('vigente')).toEqual([late, soon, endless])
    expect(await found('por_vencer')).toEqual([soon])
    expect(await found('vencida')).toEqual([ended])
    expect(await found('suspendida')).toEqual([taken])
    expect(await idsOf(support, '?matricula=suspendida')).toEqual(expect.arrayContaining([taken, endless]))
    const wrong = await t.call('GET', '/api/gestion/alumnos?matricula=otra', { token: support })
    expect([wrong.status, wrong.body.errors.matricula]).toEqual([422, ['Elige cómo está la matrícula.']])
  })

  it('finds those who were not seen since a day of Lima', async () => {
    const apellidos = `Quieto${randomUUID().slice(0, 6)}`
    const [seen, logged, silent] = await Promise.all(
      ['Ana', 'Eva', 'Ida'].map((nombres) => aPerson(t.deps.db, { apellidos, nombres })),
    )
    await t.tokenOf(seen?.id ?? 0)
    await t.database.sql`INSERT INTO auditoria (accion, id_cliente, sobre, fecha)
      VALUES ('acceso_concedido', 2, ${logged?.id}, now() - interval '40 days')`
    const since = (days: number) => idsOf(support, `?q=${apellidos}&orden=nombre&inactivo=${limaDay(days)}`)
    expect(await since(0)).toEqual([logged?.id, silent?.id])
    expect(await since(-39)).toEqual([logged?.id, silent?.id])
    expect(await since(-41)).toEqual([silent?.id])
    const rows = (await list(support, `?q=${apellidos}&orden=nombre`)).data
    expect(rows.map((row: { ultima_actividad: string | null }) => row.ultima_actividad !== null)).toEqual([
      true,
      true,
      false,
    ])
  })

  it('comes in pages of 50 in both orders, each student once', async () => {
    const apellidos = `Pagina${randomUUID().slice(0, 6)}`
    await t.database.sql`INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash, creado_en)
      SELECT 2, 'Ana ' || n % 7, ${apellidos}, ${apellidos} || n || '@prueba.pe', 'x', now() - make_interval(mins => n)
      FROM generate_series(1, 120) n`
    const everyone = async (orden: string) => {
      const ids: number[] = []
      for (let desde = ''; ; ) {
        const page = await list(support, `?q=${apellidos}&orden=${orden}${desde && `&desde=${desde}`}`)
        expect([page.total, page.data.length <= 50]).toEqual([120, true])
        ids.push(...page.data.map(({ id }: { id: number }) => id))
        if (!page.siguiente) return ids
        desde = page.siguiente
      }
    }
    const newest = await everyone('-alta')
    expect(new Set(newest).size).toBe(120)
    expect(newest).toEqual(newest.toSorted((a, b) => a - b))
    const named = await everyone('nombre')
    expect(new Set(named).size).toBe(120)
    expect(await everyone('-nombre')).toEqual(named.toReversed())
  })
})

describe('the record of a student', () => {
  it('has courses with progress, attendance and last day; a teacher sees their own', async () => {
    const [own, other] = await twoCourses()
    const { id } = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, id, own.id, { fecha_vencimiento: limaDay(10) })
    await anEnrolment(t.deps.db, id, other.id, { estado: 'suspendida' })
    const [lesson] = own.modulos[0]?.lecciones ?? []
    await t.database
      .sql`INSERT INTO asistencias (usuario_id, leccion_id, fecha_cierre) VALUES (${id}, ${lesson?.id}, now())`
    const { cursos, cursos_vigentes, avance } = (await record(support, id)).body.data
    expect([cursos_vigentes, avance]).toEqual([1, 50])
    expect(cursos).toMatchObject([
      {
        ...{ id_curso: own.id, nombre: 'Cerámica', estado: 'por_vencer', vence: limaDay(10) },
        ...{ porcentaje: 50, lecciones: 2, completadas: 1, asistencias: 1, codigo_certificado: null },
      },
      { id_curso: other.id, estado: 'suspendida', vence: null, porcentaje: 0 },
    ])
    const seen = (await record(teacher.token, id)).body.data.cursos
    expect(seen.map(({ id_curso }: { id_curso: number }) => id_curso)).toEqual([own.id])
  })

  it('is a 404 for staff, another brand’s students and those beyond the caller’s courses', async () => {
    const stranger = await aPerson(t.deps.db, { id_cliente: 1 })
    const other = await aPerson(t.deps.db)
    const colleague = await aPerson(t.deps.db, { roles: ['caja'] })
    for (const part of ['', '/intentos']) {
      expect((await record(support, stranger.id, part)).status).toBe(404)
      expect((await record(support, colleague.id, part)).status).toBe(404)
      expect((await record(teacher.token, other.id, part)).status).toBe(404)
    }
    expect((await record(support, stranger.id, '/compras')).status).toBe(404)
  })

  it('names the exams of the student’s courses that the caller grades', async () => {
    const [own, other] = await twoCourses()
    const { id } = await aPerson(t.deps.db)
    for (const course of [own, other]) await anEnrolment(t.deps.db, id, course.id)
    const id_modulo = own.modulos[0]?.id
    const final = await anExam(t.deps.db, { id_curso: own.id, nombre: 'Final' })
    const first = await anExam(t.deps.db, { id_curso: own.id, id_modulo, nombre: 'Del módulo' })
    await anExam(t.deps.db, { id_curso: own.id, modelo: 2, nombre: 'Encuesta' })
    await anExam(t.deps.db, { id_curso: own.id, estado: 0, nombre: 'Oculto' })
    const foreign = await anExam(t.deps.db, { id_curso: other.id })
    await anAttempt(t.deps.db, id, foreign.id)
    await anAttempt(t.deps.db, id, final.id)
    expect((await record(teacher.token, id, '/evaluaciones')).body.data).toMatchObject([
      { id: first.id, nombre: 'Del módulo', id_curso: own.id, curso: 'Cerámica', modulo: own.modulos[0]?.nombre },
      { id: final.id, nombre: 'Final', modulo: null },
    ])
    expect((await record(support, id, '/evaluaciones')).status).toBe(403)
    const { data } = (await record(support, id, '/intentos')).body.data
    expect(data.map((row: { calificable: boolean }) => row.calificable)).toEqual([false, false])
    const both = await aPerson(t.deps.db, { roles: ['soporte', 'docente'] })
    await t.database.sql`INSERT INTO curso_docentes (id_curso, id_usuario) VALUES (${own.id}, ${both.id})`
    const reach = (await record(await t.tokenOf(both.id), id, '/intentos')).body.data.data
    expect(reach.map((row: { calificable: boolean }) => row.calificable)).toEqual([true, false])
  })

  it('has attempts of the caller’s courses with the answer that waits, orders and tickets', async () => {
    const [own, other] = await twoCourses()
    const { id } = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, id, own.id)
    const exam = await anExam(t.deps.db, { id_curso: own.id, nombre: 'Final', open: [5] })
    const foreign = await anExam(t.deps.db, { id_curso: other.id })
    await anAttempt(t.deps.db, id, exam.id, { nota: 15 })
    const waiting = await anAttempt(t.deps.db, id, exam.id, { estado: 'pendiente' })
    await anAttempt(t.deps.db, id, foreign.id)
    const [answer] = await t.database.sql`INSERT INTO respuestas (id_intento, id_pregunta, respuesta)
      VALUES (${waiting.id}, ${exam.preguntas.at(-1)?.id}, 'Porque sí') RETURNING id`
    expect((await record(teacher.token, id, '/intentos')).body.data).toMatchObject({
      total: 2,
      data: [
        { evaluacion: 'Final', curso: 'Cerámica', numero: 2, estado: 'pendiente', por_calificar: answer?.id },
        { numero: 1, estado: 'calificado', nota: 15, nota_maxima: 20, aprobado: true, por_calificar: null },
      ],
    })
    expect((await record(support, id, '/intentos')).body.data.total).toBe(3)

    const numero = randomUUID()
    await t.database
      .sql`INSERT INTO ordenes (numero, id_cliente, id_usuario, huella, subtotal_centimos, total_centimos, pasarela)
      VALUES (${numero}, 2, ${id}, ${randomUUID()}, 14900, 14900, 'sandbox')`
    await t.database.sql`INSERT INTO orden_lineas (id_orden, id_curso, nombre, precio_centimos)
      SELECT id, ${own.id}, 'Cerámica', 14900 FROM ordenes WHERE numero = ${numero}`
    expect((await record(support, id, '/compras')).body.data.data).toEqual([
      {
        ...{ numero, estado: 'pendiente', total: 149, cobrado: 0, devuelto: 0, cursos: ['Cerámica'] },
        ...{ creada_en: expect.any(String), pagada_en: null },
      },
    ])
    expect((await record(teacher.token, id, '/compras')).status).toBe(403)
  })
})
