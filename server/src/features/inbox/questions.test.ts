import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

let course: Awaited<ReturnType<typeof aCourse>>
let lesson: number
let module: number
let student: { id: number; token: string }
let teacher: { id: number; token: string }

const withToken = async (id: number) => ({ id, token: await t.tokenOf(id) })

beforeEach(async () => {
  teacher = await withToken((await aPerson(t.deps.db, { tipo_cliente: 'Docente' })).id)
  course = await aCourse(t.deps.db, { teacher: teacher.id, nombre: 'Animación' })
  module = course.modulos[0]?.id ?? 0
  lesson = course.modulos[0]?.lecciones[0]?.id ?? 0
  student = await withToken((await aPerson(t.deps.db, { nombres: 'Ana', apellidos: 'Rojas' })).id)
  await anEnrolment(t.deps.db, student.id, course.id)
})

const comment = async (who: { token: string }, comentario: string, parent_id?: number): Promise<number> =>
  (await t.call('POST', '/api/comentarios', { ...who, body: { comentario, id_leccion: lesson, parent_id } })).body.data
    .id
const forum = async (titulo: string, who = student): Promise<number> => {
  const body = { titulo, contenido: '<p>¿Qué lente uso?</p>', tipo_foro: 'curso', id_curso: course.id }
  return (await t.call('POST', '/api/foros', { ...who, body })).body.data.id
}
const post = async (who: { token: string }, id_foro: number): Promise<number> =>
  (await t.call('POST', '/api/posts-foro', { ...who, body: { contenido: '<p>El de 50.</p>', id_foro } })).body.data.id
const remove = (who: { token: string }, path: string) => t.call('DELETE', `/api/${path}`, who)

const waiting = async (who = teacher, query = ''): Promise<string[]> =>
  (await t.call('GET', `/api/gestion/preguntas${query}`, who)).body.data.data.map(
    ({ tipo, id }: { tipo: string; id: number }) => `${tipo} ${id}`,
  )
const counted = async (who = teacher) => (await t.call('GET', '/api/gestion/bandeja', who)).body.data.sin_responder

describe('questions in lessons', () => {
  it('wait until the staff answer, and again when that answer is gone', async () => {
    const other = await withToken((await aPerson(t.deps.db)).id)
    await anEnrolment(t.deps.db, other.id, course.id)
    const asked = await comment(student, '¿Qué cámara recomiendas?')
    const row = (await t.call('GET', '/api/gestion/preguntas', teacher)).body.data.data[0]
    expect(row).toMatchObject({
      ...{ tipo: 'comentario', id: asked, curso: 'Animación', id_curso: course.id, autor: 'Ana Rojas' },
      extracto: '¿Qué cámara recomiendas?',
      ruta: `/miscursos/${course.id}/modulos/${module}/leccion/${lesson}#comentario-${asked}`,
    })
    await comment(other, 'Yo también quiero saber.', asked)
    expect([await waiting(), await counted()]).toEqual([[`comentario ${asked}`], 1])
    const [first, second] = [
      await comment(teacher, 'Una de fotos.', asked),
      await comment(teacher, 'O un celular.', asked),
    ]
    expect([await waiting(), await counted()]).toEqual([[], 0])
    await remove(teacher, `comentarios/${first}`)
    expect(await waiting()).toEqual([])
    await remove(teacher, `comentarios/${second}`)
    expect(await waiting()).toEqual([`comentario ${asked}`])
    await remove(student, `comentarios/${asked}`)
    expect([await waiting(), await counted()]).toEqual([[], 0])
  })

  it('are no staff member’s own, and one answered twice at once is answered', async () => {
    await comment(teacher, '¿Preguntas?')
    expect(await waiting()).toEqual([])
    const asked = await comment(student, '¿Y la luz?')
    const admin = await withToken((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
    await Promise.all(
      [teacher, admin].flatMap((who) => ['De día', 'De noche'].map((text) => comment(who, text, asked))),
    )
    expect(await waiting()).toEqual([])
  })
})

describe('questions in forums', () => {
  it('wait until the staff write or the author marks a solution', async () => {
    const [first, second] = [await forum('Lentes'), await forum('Luces')]
    await forum('Novedades', teacher)
    expect(await waiting(teacher, '?orden=-fecha')).toEqual([`foro ${second}`, `foro ${first}`])
    expect(await waiting(teacher, '?tipo=comentario')).toEqual([])
    const reply = await post(teacher, first)
    const own = await post(student, second)
    expect(await waiting()).toEqual([`foro ${second}`])
    await t.call('PUT', `/api/posts-foro/${own}/solucion`, student)
    expect(await waiting()).toEqual([])
    await remove(teacher, `posts-foro/${reply}`)
    expect(await waiting()).toEqual([`foro ${first}`])
    await remove(student, `foros/${first}`)
    expect(await counted()).toBe(0)
  })
})

describe('who sees them', () => {
  it('those who edit the course, and administrators, in pages by course', async () => {
    const asked = await comment(student, '¿Qué cámara?')
    await t.database.sql`INSERT INTO comentarios (comentario, id_usuario, id_leccion, sin_responder, fecha)
      SELECT 'Pregunta ' || n, ${student.id}::bigint, ${lesson}::bigint, true, now() - interval '1 day' FROM generate_series(1, 55) n`
    const stranger = await withToken((await aPerson(t.deps.db, { tipo_cliente: 'Docente' })).id)
    const support = await withToken((await aPerson(t.deps.db, { roles: ['soporte'] })).id)
    const foreign = await withToken((await aPerson(t.deps.db, { tipo_cliente: 'Administrador', id_cliente: 1 })).id)
    const admin = await withToken((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
    expect([await waiting(stranger), await waiting(foreign), await counted(support)]).toEqual([[], [], null])
    expect((await t.call('GET', '/api/gestion/preguntas', support)).status).toBe(403)
    const { siguiente, total } = (await t.call('GET', `/api/gestion/preguntas?curso=${course.id}`, admin)).body.data
    const rest = await waiting(admin, `?curso=${course.id}&desde=${siguiente}`)
    expect([total, rest.length, rest.at(-1)]).toEqual([56, 6, `comentario ${asked}`])
  })
})
