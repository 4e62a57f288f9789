import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()
let token: string
beforeAll(async () => {
  token = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
})

const duplicate = (id: number, body: object) =>
  t.call('POST', `/api/gestion/cursos/${id}/duplicar`, { token, body: { envio: randomUUID(), ...body } })
const document = async (objeto: string) =>
  (await t.call('GET', `/api/gestion/documentos/${objeto}`, { token })).body.data.documento
const desk = async (id: number) => (await t.call('GET', `/api/gestion/cursos/${id}`, { token })).body.data

const plain = (key: string, value: unknown) => {
  if (key === 'lecciones' && Array.isArray(value)) return value.length
  return /^id(_leccion|_modulo)?$/.test(key) ? typeof value : value
}

/** Without ids, which differ in every copy. */
const bare = (value: unknown): unknown => JSON.parse(JSON.stringify(value, plain))

it('copies what is published of a course: card, outline, lessons, exams; no person comes along', async () => {
  const teacher = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
  const course = await aCourse(t.deps.db, { modules: 2, lessons: 2, teacher: teacher.id, nombre: 'Acuarela' })
  const student = await aPerson(t.deps.db)
  await anEnrolment(t.deps.db, student.id, course.id)
  const [first, hidden] = course.modulos[0]?.lecciones ?? []
  const exam = await anExam(t.deps.db, {
    id_curso: course.id,
    id_modulo: course.modulos[1]?.id ?? null,
    fecha_apertura: '2020-01-01T05:00:00Z',
    fecha_cierre: '2020-02-01T05:00:00Z',
  })
  const { sql } = t.database
  await sql`UPDATE lecciones SET activo = false WHERE id = ${hidden?.id ?? 0}`
  await sql`INSERT INTO archivos (id_leccion, titulo, enlace, tipo_video, video, orden)
    VALUES (${first?.id ?? 0}, 'Video', 'https://youtu.be/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ', 1)`
  await sql`INSERT INTO materiales (id_leccion, tipo, nombre, ruta, orden)
    VALUES (${first?.id ?? 0}, 'Enlace', 'Guía', 'https://example.com/guia', 1)`
  await sql`INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden)
    VALUES (${first?.id ?? 0}, 'En vivo', '2099-01-01T00:00:00Z', 'https://meet.example.com/a', 1)`
  await sql`UPDATE preguntas SET id_leccion = ${first?.id ?? 0}, orden = 1 WHERE id_evaluacion = ${exam.id}`

  const envio = randomUUID()
  const [one, two] = await Promise.all([duplicate(course.id, { envio }), duplicate(course.id, { envio })])
  expect([one.status, two.status]).toEqual([201, 201])
  const { id } = one.body.data
  expect(two.body.data.id).toBe(id)
  expect((await t.call('GET', `/api/cursos/${id}`)).status).toBe(404)

  const copy = await desk(id)
  expect(copy).toMatchObject({
    nombre: 'Acuarela (copia)',
    estado: 'oculto',
    costo: 149,
    promocion: null,
    docentes: [],
  })
  expect(copy).toMatchObject({ alumnos: 0, sesiones: 0, modulos: [{ nombre: 'Módulo 1' }, { nombre: 'Módulo 2' }] })
  expect(copy.lecciones.map(({ titulo }: { titulo: string }) => titulo)).toEqual([
    'Lección 1.1',
    'Lección 2.1',
    'Lección 2.2',
  ])
  const original = (await document(`curso:${course.id}`)) as object
  expect(bare(await document(`curso:${id}`))).toEqual(
    bare({ ...original, nombre: 'Acuarela (copia)', fecha_inicio: null }),
  )
  expect(bare(await document(`leccion:${copy.lecciones[0].id}`))).toEqual(bare(await document(`leccion:${first?.id}`)))
  const [copied] = copy.evaluaciones
  expect(copied.id_modulo).toBe(copy.modulos[1].id)
  const kept = (await document(`evaluacion:${exam.id}`)) as object
  const made = await document(`evaluacion:${copied.id}`)
  expect(bare(made)).toEqual(bare({ ...kept, fecha_apertura: null, fecha_cierre: null }))
  expect(made.preguntas[0].id_leccion).toBe(copy.lecciones[0].id)
  expect(made.preguntas[0].opciones.length).toBeGreaterThan(1)
})

it('gives the copy the name that was written, of own courses alone', async () => {
  const course = await aCourse(t.deps.db)
  const made = await duplicate(course.id, { nombre: 'Acuarela 2027' })
  expect((await desk(made.body.data.id)).nombre).toBe('Acuarela 2027')
  const other = await aCourse(t.deps.db, { id_cliente: 3 })
  expect((await duplicate(other.id, {})).status).toBe(404)
})

describe('a module', () => {
  const copyModule = (id: number, body: object) =>
    t.call('POST', `/api/gestion/modulos/${id}/duplicar`, {
      token,
      body: { nombre: 'Módulo 1 (copia)', envio: randomUUID(), ...body },
    })
  const draft = async (objeto: string, change: object) => {
    const { documento, version } = (await t.call('GET', `/api/gestion/documentos/${objeto}`, { token })).body.data
    const body = { documento: { ...documento, ...change }, version }
    expect((await t.call('PUT', `/api/gestion/documentos/${objeto}`, { token, body })).status).toBe(200)
  }

  it('is copied hidden, with the newest texts of its lessons and exam, in the order of the outline', async () => {
    const teacher = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
    const course = await aCourse(t.deps.db, { modules: 1, lessons: 2, teacher: teacher.id })
    const [module] = course.modulos
    const [one, two] = module?.lecciones ?? []
    const exam = await anExam(t.deps.db, { id_curso: course.id, id_modulo: module?.id ?? null })
    const { sql } = t.database
    await sql`UPDATE preguntas SET id_leccion = ${one?.id ?? 0}, orden = 1 WHERE id_evaluacion = ${exam.id}`
    const video = { titulo: 'Óxido', enlace: 'https://youtu.be/dQw4w9WgXcQ' }
    const file = { tipo: 'Enlace', nombre: 'Guía', texto: null, ruta: 'https://example.com/guia' }
    const material = { ...file, formato: null, tamano: null }
    await draft(`leccion:${one?.id}`, { contenido: '<p>Del borrador.</p>', videos: [video], materiales: [material] })
    await draft(`evaluacion:${exam.id}`, { nombre: 'Examen corregido', fecha_cierre: '2030-01-01T05:00:00.000Z' })

    const body = { lecciones: [two?.id, one?.id], envio: randomUUID() }
    const [first, second] = await Promise.all([copyModule(module?.id ?? 0, body), copyModule(module?.id ?? 0, body)])
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body.data).toEqual(first.body.data)
    const copy = first.body.data
    expect(copy).toMatchObject({ nombre: 'Módulo 1 (copia)', lecciones: [expect.any(Number), expect.any(Number)] })
    const [copyOfTwo, copyOfOne] = copy.lecciones
    expect(await document(`leccion:${copyOfOne}`)).toEqual(await document(`leccion:${one?.id}`))
    expect(await document(`leccion:${copyOfTwo}`)).toEqual(await document(`leccion:${two?.id}`))

    const now = await desk(course.id)
    expect(now.modulos.filter(({ activo }: { activo: boolean }) => activo)).toHaveLength(1)
    const exams = now.evaluaciones.filter(({ id_modulo }: { id_modulo: number }) => id_modulo === copy.id)
    expect(exams).toMatchObject([{ nombre: 'Examen corregido', estado: 'sin_publicar' }])
    const made = await document(`evaluacion:${exams[0].id}`)
    const original = (await document(`evaluacion:${exam.id}`)) as object
    expect(bare(made)).toEqual(bare({ ...original, fecha_cierre: null, preguntas: made.preguntas }))
    expect(made.preguntas[0].id_leccion).toBe(copyOfOne)

    const { documento, version } = (await t.call('GET', `/api/gestion/documentos/curso:${course.id}`, { token })).body
      .data
    const modulos = [...documento.modulos, { ...copy, horas: 2 }]
    await t.call('PUT', `/api/gestion/documentos/curso:${course.id}`, {
      token,
      body: { documento: { ...documento, modulos }, version },
    })
    const { borradores } = await desk(course.id)
    const documentos = borradores.map(({ objeto, version }: { objeto: string; version: number }) => ({
      objeto,
      version,
    }))
    const published = await t.call('POST', '/api/gestion/publicar', {
      token,
      body: { documentos, acepta_avisos: true },
    })
    expect(published.body).toMatchObject({ data: { ensayo: false } })
    const questions = (await document(`evaluacion:${exams[0].id}`)).preguntas
    const kept = (await document(`evaluacion:${exam.id}`)).preguntas
    expect(questions.map(({ pregunta }: { pregunta: string }) => pregunta)).toEqual(
      kept.map(({ pregunta }: { pregunta: string }) => pregunta),
    )
    expect(questions[0].id).not.toBe(kept[0].id)
    expect((await desk(course.id)).evaluaciones).toMatchObject([{ estado: 'publicado' }, { estado: 'publicado' }])
  })

  it('does not copy lessons of another course', async () => {
    const [course, other] = [await aCourse(t.deps.db), await aCourse(t.deps.db)]
    const lecciones = [other.modulos[0]?.lecciones[0]?.id]
    expect((await copyModule(course.modulos[0]?.id ?? 0, { lecciones })).status).toBe(404)
    expect((await desk(course.id)).modulos).toHaveLength(1)
  })
})

describe('the links of a copy', () => {
  const link = (href: string) => `<p><a href="${href}" rel="nofollow ugc noopener noreferrer">Mira</a></p>`
  async function linked() {
    const course = await aCourse(t.deps.db, { modules: 2, lessons: 2 })
    const [module, last] = course.modulos
    const [one, two] = module?.lecciones ?? []
    const hidden = last?.lecciones[1]
    const exam = await anExam(t.deps.db, { id_curso: course.id, id_modulo: module?.id ?? null })
    const { sql } = t.database
    const [forum] =
      await sql`INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, id_modulo, titulo, contenido, texto)
      SELECT 2, min(id), 'modulo', ${course.id}, ${module?.id ?? 0}, 'Dudas', '<p>x</p>', 'x' FROM usuarios WHERE id_cliente = 2
      RETURNING id`
    await sql`UPDATE lecciones SET activo = false WHERE id = ${hidden?.id ?? 0}`
    const ids = { c: course.id, m: module?.id ?? 0, n: last?.id ?? 0, one: one?.id ?? 0, two: two?.id ?? 0 }
    return { ...ids, hidden: hidden?.id ?? 0, exam: exam.id, forum: Number(forum?.id) }
  }
  type Ids = Awaited<ReturnType<typeof linked>>

  const lesson = ({ c, m, two }: Ids) => `/miscursos/${c}/modulos/${m}/leccion/${two}?desde=guia#comentario-3`
  const evaluation = ({ exam, m }: Ids) => `/examen/${exam}/${m}/modulo`
  const own = (ids: Ids) => `https://campus.test${lesson(ids)}`
  const others = ['https://example.com/miscursos/1/modulos', '/foros', '#arriba', 'mailto:hola@academia.pe']
  const left = ({ c, n, hidden, forum }: Ids) => [`/miscursos/${c}/modulos/${n}/leccion/${hidden}`, `/foro/${forum}`]

  const textFor = (ids: Ids) =>
    [lesson(ids), evaluation(ids), own(ids), ...others, ...left(ids)].map((href) => link(href)).join('')

  async function write(ids: Ids) {
    const { sql } = t.database
    await sql`UPDATE lecciones SET contenido = ${textFor(ids)} WHERE id = ${ids.one}`
    await sql`UPDATE evaluaciones SET instrucciones = ${link(lesson(ids))} WHERE id = ${ids.exam}`
    await sql`UPDATE cursos SET descripcion = ${link(`/detallecurso/${ids.c}/leccion/${ids.one}`)} WHERE id = ${ids.c}`
    await sql`INSERT INTO materiales (id_leccion, tipo, nombre, texto, ruta, orden) VALUES
      (${ids.one}, 'Texto', 'Guía', ${link(evaluation(ids))}, NULL, 1), (${ids.one}, 'Enlace', 'Guía', NULL, ${own(ids)}, 2)`
  }

  it('of a course lead to what was copied too; the others are told', async () => {
    const ids = await linked()
    await write(ids)
    const envio = randomUUID()
    const { data } = (await duplicate(ids.c, { envio })).body
    const copy = await desk(data.id)
    const [one, two] = copy.lecciones.map(({ id }: { id: number }) => id)
    const [m, n] = copy.modulos.map(({ id }: { id: number }) => id)
    const now = { ...ids, c: data.id, m, n, one, two, exam: copy.evaluaciones[0].id }
    const text = await document(`leccion:${one}`)
    expect(text.contenido).toBe(
      textFor({ ...now, c: data.id }).replace(link(left(now)[0] ?? ''), link(left(ids)[0] ?? '')),
    )
    expect(text.materiales).toMatchObject([{ texto: link(evaluation(now)) }, { ruta: own(now) }])
    expect((await document(`evaluacion:${now.exam}`)).instrucciones).toBe(link(lesson(now)))
    expect((await document(`curso:${data.id}`)).descripcion).toBe(link(`/detallecurso/${data.id}/leccion/${one}`))
    const told = left(ids).map((enlace) => ({ objeto: `leccion:${one}`, nombre: 'Lección 1.1', enlace }))
    expect(data.enlaces).toEqual(told)
    expect((await duplicate(ids.c, { envio })).body.data).toEqual(data)
    expect((await document(`leccion:${ids.one}`)).contenido).toBe(textFor(ids))
  })

  it('of a module lead to its copy, and stay in what is shared with it', async () => {
    const ids = await linked()
    await write(ids)
    const other = `/miscursos/${ids.c}/modulos/${ids.n}`
    await t.database
      .sql`UPDATE evaluaciones SET instrucciones = ${link(other) + link(lesson(ids))} WHERE id = ${ids.exam}`
    const body = { nombre: 'Copia', lecciones: [ids.one], envio: randomUUID() }
    const { data } = (await t.call('POST', `/api/gestion/modulos/${ids.m}/duplicar`, { token, body })).body
    const [exam] = (await desk(ids.c)).evaluaciones.filter(
      ({ id_modulo }: { id_modulo: number }) => id_modulo === data.id,
    )
    const copy = await document(`leccion:${data.lecciones[0]}`)
    expect(copy.contenido).toContain(link(evaluation({ ...ids, exam: exam.id, m: data.id })))
    expect((await document(`evaluacion:${exam.id}`)).instrucciones).toBe(link(other) + link(lesson(ids)))
    const one = { objeto: `leccion:${data.lecciones[0]}`, nombre: 'Lección 1.1' }
    expect(data.enlaces).toEqual([
      { ...one, enlace: lesson(ids) },
      { ...one, enlace: own(ids) },
      { ...one, enlace: own(ids) },
      { objeto: `evaluacion:${exam.id}`, nombre: expect.any(String), enlace: lesson(ids) },
      { ...one, enlace: `/foro/${ids.forum}` },
    ])
  })
})
