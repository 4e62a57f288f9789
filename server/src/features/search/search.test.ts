import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aBrand, aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { aStudentWithExam, sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()

describe('GET /api/detalle/usuario/{id}', () => {
  it('returns courses, modules and lessons of active enrolments, with what their URLs need', async () => {
    const person = await aPerson(t.deps.db)
    const course = await aCourse(t.deps.db, { modules: 2, lessons: 2, nombre: 'Animación' })
    const ended = await aCourse(t.deps.db, { nombre: 'Vencido' })
    await anEnrolment(t.deps.db, person.id, course.id)
    await anEnrolment(t.deps.db, person.id, ended.id, { fecha_vencimiento: '2020-01-01' })
    const token = await t.tokenOf(person.id)
    const answer = await t.call('GET', `/api/detalle/usuario/${person.id}`, { token })
    expect(answer.status).toBe(200)
    const { busqueda } = answer.body
    expect(busqueda.map((item: { tipo: string }) => item.tipo)).toEqual([
      'Curso',
      'Módulo',
      'Módulo',
      'Lección',
      'Lección',
      'Lección',
      'Lección',
    ])
    const lesson = course.modulos[1]?.lecciones[1]
    expect(busqueda).toContainEqual({
      nombre: 'Lección 2.2',
      tipo: 'Lección',
      id: lesson?.id,
      id_curso: course.id,
      id_modulo: lesson?.id_modulo,
    })
  })

  it('tells of courses alone how far the student is, and the certificate of a finished one', async () => {
    const { exam, token, student, course } = await aStudentWithExam(t, { ofCourse: true })
    const begun = await aCourse(t.deps.db, { nombre: 'Sin empezar' })
    await anEnrolment(t.deps.db, student.id, begun.id)
    await sit(t, exam, token)
    const { body } = await t.call('GET', `/api/detalle/usuario/${student.id}`, { token })
    const of = (tipo: string) => body.busqueda.filter((item: { tipo: string }) => item.tipo === tipo)
    const [paper] = of('Certificado')
    expect(of('Curso')).toEqual([
      expect.objectContaining({ id: course.id, estado_avance: 'terminado', codigo_certificado: paper.codigo }),
      expect.objectContaining({ id: begun.id, estado_avance: 'sin_empezar' }),
    ])
    expect(of('Módulo')[0]).not.toHaveProperty('estado_avance')
  })

  it('includes certificates after the enrolment has ended, with their code', async () => {
    const { exam, token, student, course } = await aStudentWithExam(t)
    const { certificado } = await sit(t, exam, token)
    await t.deps.db.execute(
      sql`UPDATE matriculas SET fecha_vencimiento = '2020-01-01' WHERE id_usuario = ${student.id}`,
    )
    const { body } = await t.call('GET', `/api/detalle/usuario/${student.id}`, { token })
    expect(body.busqueda.map((item: { tipo: string }) => item.tipo)).toEqual(['Certificado', 'Certificado'])
    expect(body.busqueda).toContainEqual({
      nombre: 'Módulo 1',
      tipo: 'Certificado',
      id: expect.any(Number),
      id_curso: course.id,
      codigo: certificado.codigo_certificado,
    })
  })

  it('includes forums of active courses and general ones, most recently active first', async () => {
    const { db } = t.deps
    await aBrand(db, 1)
    const [person, author] = [await aPerson(db), await aPerson(db)]
    const [course, ended, other] = [
      await aCourse(db, { modules: 1 }),
      await aCourse(db, { nombre: 'Vencido' }),
      await aCourse(db, { nombre: 'De otros' }),
    ]
    await anEnrolment(db, person.id, course.id)
    await anEnrolment(db, person.id, ended.id, { fecha_vencimiento: '2020-01-01' })
    const modulo = course.modulos[0]?.id ?? 0
    const places: [string, string, number | null, number | null, number][] = [
      ['Del curso', 'curso', course.id, null, 2],
      ['Del módulo', 'modulo', course.id, modulo, 2],
      ['General', 'general', null, null, 2],
      ['De lo vencido', 'curso', ended.id, null, 2],
      ['De lo ajeno', 'curso', other.id, null, 2],
      ['De otra marca', 'general', null, null, 1],
      ['Borrado', 'curso', course.id, null, 2],
    ]
    for (const [hours, [titulo, tipo, id_curso, id_modulo, marca]] of places.entries())
      await db.execute(sql`INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, id_modulo, titulo, contenido, texto,
          ultima_actividad, eliminado_en)
        VALUES (${marca}, ${author.id}, ${tipo}, ${id_curso}, ${id_modulo}, ${titulo}, '<p>x</p>', 'x',
          now() - make_interval(hours => ${10 - hours}), CASE WHEN ${titulo} = 'Borrado' THEN now() END)`)
    const { body } = await t.call('GET', `/api/detalle/usuario/${person.id}`, { token: await t.tokenOf(person.id) })
    const forums = body.busqueda.filter(({ tipo }: { tipo: string }) => tipo === 'Foro')
    expect(forums).toEqual([
      { nombre: 'General', tipo: 'Foro', id: expect.any(Number) },
      expect.objectContaining({ nombre: 'Del módulo', id_curso: course.id }),
      expect.objectContaining({ nombre: 'Del curso', id_curso: course.id }),
    ])
  })

  it('includes at most 50 forums of a course, pinned ones first', async () => {
    const { db } = t.deps
    const person = await aPerson(db)
    const course = await aCourse(db)
    await anEnrolment(db, person.id, course.id)
    await db.execute(sql`INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, contenido, texto, ultima_actividad, pinned)
      SELECT 2, ${person.id}, 'curso', ${course.id}, 'Foro ' || n, '<p>x</p>', 'x', now() - make_interval(hours => n), n = 60
      FROM generate_series(1, 60) n`)
    const { body } = await t.call('GET', `/api/detalle/usuario/${person.id}`, { token: await t.tokenOf(person.id) })
    const names = body.busqueda
      .filter((item: { tipo: string; id_curso: number | null }) => item.tipo === 'Foro' && item.id_curso === course.id)
      .map(({ nombre }: { nombre: string }) => nombre)
    expect(names).toEqual([...Array.from({ length: 49 }, (_, n) => `Foro ${n + 1}`), 'Foro 60'])
  })

  it('includes at most 100 forums in total, the most recently active', async () => {
    const { db } = t.deps
    const person = await aPerson(db, { id_cliente: 3 })
    for (const hours of [0, 1, 2]) {
      const course = await aCourse(db, { id_cliente: 3 })
      await anEnrolment(db, person.id, course.id)
      await db.execute(sql`INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, contenido, texto, ultima_actividad)
        SELECT 3, ${person.id}, 'curso', ${course.id}, 'Foro ' || ${hours} || ' ' || n, '<p>x</p>', 'x', now() - make_interval(days => n, hours => ${hours})
        FROM generate_series(1, 50) n`)
    }
    const { body } = await t.call('GET', `/api/detalle/usuario/${person.id}`, { token: await t.tokenOf(person.id) })
    const names = body.busqueda
      .filter((item: { tipo: string }) => item.tipo === 'Foro')
      .map(({ nombre }: { nombre: string }) => nombre)
    const wanted = Array.from({ length: 34 }, (_, day) => [0, 1, 2].map((hours) => `Foro ${hours} ${day + 1}`)).flat()
    expect(names).toEqual(wanted.slice(0, 100))
  })

  it('includes the lessons opened last, newest first, of active enrolments', async () => {
    const { db } = t.deps
    const person = await aPerson(db)
    const course = await aCourse(db, { modules: 2, lessons: 4 })
    const ended = await aCourse(db)
    await anEnrolment(db, person.id, course.id)
    await anEnrolment(db, person.id, ended.id, { fecha_vencimiento: '2020-01-01' })
    const lessons = course.modulos.flatMap(({ lecciones }) => lecciones.map(({ id }) => id))
    const opened = [...lessons.slice(0, 6), ended.modulos[0]?.lecciones[0]?.id]
    await db.execute(sql`INSERT INTO progreso_lecciones (id_usuario, id_leccion, visto_en)
      SELECT ${person.id}, id, now() - make_interval(mins => (20 - n)::int)
      FROM unnest(${sql.param(opened)}::bigint[]) WITH ORDINALITY o (id, n)`)
    const { body } = await t.call('GET', `/api/detalle/usuario/${person.id}`, { token: await t.tokenOf(person.id) })
    expect(body.recientes.map(({ id }: { id: number }) => id)).toEqual(lessons.slice(1, 6).reverse())
    expect(body.recientes[0]).toEqual({
      nombre: 'Lección 2.2',
      tipo: 'Lección',
      id: lessons[5],
      id_curso: course.id,
      id_modulo: course.modulos[1]?.id,
    })
  })

  it('is private', async () => {
    const person = await aPerson(t.deps.db)
    const other = await t.tokenOf((await aPerson(t.deps.db)).id)
    expect((await t.call('GET', `/api/detalle/usuario/${person.id}`)).status).toBe(401)
    expect((await t.call('GET', `/api/detalle/usuario/${person.id}`, { token: other })).status).toBe(403)
  })
})

describe('GET /api/lecciones/buscar', () => {
  const TEXT =
    '<h2>La hora dorada</h2><p>La luz es suave y las <b>sombras</b> se alargan; cada exposición dura más.</p>'

  async function aReader() {
    const { db } = t.deps
    const person = await aPerson(db)
    const course = await aCourse(db, { modules: 1, lessons: 2, nombre: 'Fotografía' })
    await anEnrolment(db, person.id, course.id)
    const [lesson] = course.modulos[0]?.lecciones ?? []
    if (!lesson) throw new Error('the course has no lesson')
    await db.execute(sql`UPDATE lecciones SET contenido = ${TEXT} WHERE id = ${lesson.id}`)
    const token = await t.tokenOf(person.id)
    const find = async (q: string) => {
      const answer = await t.call('GET', `/api/lecciones/buscar?q=${encodeURIComponent(q)}`, { token })
      return { ...answer, found: answer.body.data?.map(({ id }: { id: number }) => id) }
    }
    return { person, course, lesson, find }
  }

  it.each(['sombra', 'SOMBRAS', 'exposicion', 'exposiciones', 'hora dorad', 'luz suave', 'luces suaves'])(
    'finds the text by «%s»',
    async (q) => {
      const { lesson, course, find } = await aReader()
      const { status, body } = await find(q)
      expect([status, body.data.length]).toEqual([200, 1])
      expect(body.data[0]).toMatchObject({ nombre: 'Lección 1.1', tipo: 'Lección', id: lesson.id, id_curso: course.id })
      expect(body.data[0].extracto).toMatch(/^[^<]*las sombras se alargan/)
    },
  )

  it('finds neither markup, nor half of the words, nor what is hidden or of an ended enrolment', async () => {
    const { person, lesson, find } = await aReader()
    expect((await find('h2 dorada')).found).toEqual([])
    expect((await find('sombras eclipse')).found).toEqual([])
    expect((await find('&|!:*')).found).toEqual([])
    await t.deps.db.execute(sql`UPDATE lecciones SET activo = false WHERE id = ${lesson.id}`)
    expect((await find('sombras')).found).toEqual([])
    await t.deps.db.execute(sql`UPDATE lecciones SET activo = true WHERE id = ${lesson.id}`)
    await t.deps.db.execute(sql`UPDATE matriculas SET fecha_vencimiento = '2020-01-01' WHERE id_usuario = ${person.id}`)
    expect((await find('sombras')).found).toEqual([])
  })

  it('shows what stands around the word, however far into a long lesson it is', async () => {
    const { lesson, find } = await aReader()
    const page = '<p>Un párrafo sobre el encuadre &amp; la luz.</p>'.repeat(9000)
    const end = '<ul><li>Uno</li><li>Al final, <b>exposición</b> doble &lt;dos tomas&gt;.</li></ul>'
    await t.deps.db.execute(sql`UPDATE lecciones SET contenido = ${page + end} WHERE id = ${lesson.id}`)
    const { body } = await find('exposiciones')
    expect(body.data[0].extracto).toMatch(/^….* Uno Al final, exposición doble <dos tomas>\.$/)
  })

  it('refuses one letter and a page of letters', async () => {
    const { find } = await aReader()
    const short = await find(' a ')
    expect([short.status, short.body.message]).toEqual([422, 'Escribe al menos 3 letras.'])
    expect((await find('a'.repeat(101))).status).toBe(422)
  })
})
