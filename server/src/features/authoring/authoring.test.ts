import { randomUUID } from 'node:crypto'
import { EMPTY_LESSON_TEXT } from '@campus/contract/documents/lesson'
import { beforeAll, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, anExam, aPerson } from '../../../test/builders.ts'
import { detailOf, sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()
const G = '/api/gestion'
let admin: { id: number; token: string }
let teacher: { id: number; token: string }

async function staff(tipo_cliente: 'Docente' | 'Administrador') {
  const { id } = await aPerson(t.deps.db, { tipo_cliente, nombres: 'Rosa', apellidos: 'Huamán' })
  return { id, token: await t.tokenOf(id) }
}

beforeAll(async () => {
  admin = await staff('Administrador')
  teacher = await staff('Docente')
})

const get = async (url: string, token = admin.token) => (await t.call('GET', `${G}${url}`, { token })).body.data
const send = (method: 'PUT' | 'POST', url: string, body: unknown, token = admin.token) =>
  t.call(method, `${G}${url}`, { token, body })

const PICTURE = '/api/storage/imagenes/a-320.webp'

describe('a new course', () => {
  it('goes from its name to what students see: modules, lessons, an exam, and one publication', async () => {
    const form = { nombre: 'Acuarela', categoria: randomUUID(), nivel: 'Básico', envio: randomUUID() }
    const made = await send('POST', '/cursos', form)
    expect(made.status).toBe(201)
    const { id } = made.body.data
    expect((await send('POST', '/cursos', form)).body.data.id).toBe(id)
    expect((await t.call('GET', `/api/cursos/${id}`)).status).toBe(404)

    const version = (await get(`/cursos/${id}`)).version
    await send('PUT', `/cursos/${id}/docentes`, { docentes: [teacher.id], version })
    const price = await send('PUT', `/cursos/${id}/precio`, {
      costo: 120.5,
      promocion: null,
      promocion_hasta: null,
      version,
    })
    expect(price.body.data).toMatchObject({ costo: 120.5, docentes: [{ id: teacher.id, nombre: 'Rosa Huamán' }] })

    const names = (nombres: string[]) => ({ nombres, envio: randomUUID() })
    const token = teacher.token
    const [module] = (await send('POST', `/cursos/${id}/modulos`, names(['Primeros pasos']), token)).body.data
    const lessons = (await send('POST', `/modulos/${module.id}/lecciones`, names(['Papel', 'Agua']), token)).body.data
    expect(lessons).toMatchObject([{ nombre: 'Papel' }, { nombre: 'Agua' }])
    const exams = { ...names(['Examen 1']), id_modulo: module.id }
    const [exam] = (await send('POST', `/cursos/${id}/evaluaciones`, exams, token)).body.data
    const desk = await get(`/cursos/${id}`, token)
    expect(desk).toMatchObject({
      estado: 'oculto',
      lecciones: [{ titulo: 'Papel', estado: 'sin_publicar' }, { titulo: 'Agua' }],
      evaluaciones: [{ nombre: 'Examen 1', estado: 'sin_publicar' }],
    })
    expect(desk.comprobacion.errores).toContainEqual({ ruta: 'modulos', texto: 'Falta un módulo con una lección.' })

    const save = async (objeto: string, change: (documento: Record<string, unknown>) => object) => {
      const { documento, version: based } = await get(`/documentos/${objeto}`, token)
      const body = { documento: { ...documento, ...change(documento) }, version: based }
      const saved = await send('PUT', `/documentos/${objeto}`, body, token)
      expect(saved.status).toBe(200)
      return { objeto, version: saved.body.data.version }
    }
    const modulos = [{ id: module.id, nombre: 'Primeros pasos', horas: 2, lecciones: [lessons[1].id, lessons[0].id] }]
    const documentos = [
      await save(`curso:${id}`, () => ({ modulos, imagen: PICTURE, horas: 8 })),
      await save(`leccion:${lessons[0].id}`, () => ({ contenido: '<p>El papel.</p>' })),
      await save(`evaluacion:${exam.id}`, () => ({
        preguntas: [
          {
            ...QUESTION,
            id: 'nueva',
            tipo_pregunta: 1,
            opciones: [
              { id: 'a', opcion: 'Sí', correcta: true },
              { id: 'b', opcion: 'No', correcta: false },
            ],
          },
        ],
      })),
    ]
    const published = await send('POST', '/publicar', { documentos, acepta_avisos: true }, token)
    expect(published.status).toBe(200)
    expect((await t.call('GET', `/api/cursos/${id}`)).body.data).toMatchObject({ nombre: 'Acuarela', costo: 120.5 })
    const [row] = (await get(`/cursos?q=acuarela`)).data
    // The lesson that no one opened waits.
    expect(row).toMatchObject({ id, estado: 'publicado', lecciones: 1, con_borrador: false })
    const after = await get(`/cursos/${id}`)
    expect(after.lecciones.map((l: { titulo: string }) => l.titulo)).toEqual(['Agua', 'Papel'])
    expect(after.evaluaciones).toMatchObject([{ estado: 'publicado', preguntas: 1, puntos: 100 }])
  })

  describe('has its first lesson free', () => {
    const names = (...nombres: string[]) => ({ nombres, envio: randomUUID() })
    const rows = async (url: string, body: unknown) => (await send('POST', url, body)).body.data
    const freeOf = async (course: number) =>
      (await get(`/cursos/${course}`)).lecciones.map(({ gratis }: { gratis: boolean }) => gratis)

    async function aNewCourse() {
      const form = { nombre: 'Acuarela', categoria: randomUUID(), nivel: 'Básico', envio: randomUUID() }
      const { id } = await rows('/cursos', form)
      const modules = await rows(`/cursos/${id}/modulos`, names('Uno', 'Dos'))
      return { id, modules: modules.map((module: { id: number }) => `/modulos/${module.id}/lecciones`) }
    }

    it('once, until its author says otherwise', async () => {
      const { id, modules } = await aNewCourse()
      const request = names('Papel', 'Agua')
      const [first] = await rows(modules[1], request)
      await rows(modules[1], request)
      expect(await freeOf(id)).toEqual([true, false])
      const { documento, version } = await get(`/documentos/leccion:${first.id}`)
      expect(documento.gratis).toBe(true)
      await send('PUT', `/documentos/leccion:${first.id}`, { documento: { ...documento, gratis: false }, version })
      await rows(modules[0], names('Antes de todas'))
      await rows(modules[1], request)
      expect(await freeOf(id)).toEqual([false, false, false])
    })

    it('and only one of two that come together', async () => {
      const { id, modules } = await aNewCourse()
      await Promise.all(modules.map((url: string) => rows(url, names('La primera'))))
      expect((await freeOf(id)).filter(Boolean)).toHaveLength(1)
    })

    it('but not where the course came from files, or has lessons', async () => {
      for (const lessons of [0, 2]) {
        const course = await aCourse(t.deps.db, { lessons })
        await rows(`/modulos/${course.modulos[0]?.id}/lecciones`, names('Una más'))
        expect(await freeOf(course.id)).not.toContain(true)
      }
    })

    it('but not where it is the copy of a course without lessons', async () => {
      const { id } = await aNewCourse()
      const copy = await rows(`/cursos/${id}/duplicar`, { envio: randomUUID() })
      const [module] = await rows(`/cursos/${copy.id}/modulos`, names('Uno'))
      await rows(`/modulos/${module.id}/lecciones`, names('La primera'))
      expect(await freeOf(copy.id)).toEqual([false])
    })
  })

  const NEW = { nombre: 'Acuarela', categoria: 'Pintura', nivel: 'Básico' }
  /** An academy of its own. */
  async function anAcademy(id_cliente: number, teachers: number) {
    const { id } = await aPerson(t.deps.db, { id_cliente, roles: ['marca'] })
    const token = await t.tokenOf(id)
    const people = []
    for (let n = 0; n < teachers; n++) people.push((await aPerson(t.deps.db, { id_cliente, roles: ['docente'] })).id)
    const make = (form: object) => send('POST', '/cursos', { ...NEW, envio: randomUUID(), ...form }, token)
    const read = async (made: { body: { data: { id: number } } }) =>
      (await t.call('GET', `${G}/cursos/${made.body.data.id}`, { token })).body.data
    const teachersOf = async (made: { body: { data: { id: number } } }) =>
      (await read(made)).docentes.map((one: { id: number }) => one.id)
    const categories = async () =>
      (await t.call('GET', `${G}/categorias`, { token })).body.data.map((one: { nombre: string }) => one.nombre)
    return { people, make, teachersOf, categories }
  }

  it('makes the category that it names, or takes the one of that name, and none twice', async () => {
    const { make, categories } = await anAcademy(4761, 0)
    const form = { envio: randomUUID() }
    const [first, again] = await Promise.all([make(form), make(form)])
    expect(again.body).toEqual(first.body)
    expect((await make({ categoria: 'PINTÚRA' })).status).toBe(201)
    expect(await categories()).toEqual(['Pintura'])
    // The repeated request makes nothing, whatever else it says.
    expect((await make({ ...form, categoria: 'Otra' })).body).toEqual(first.body)
    expect(await categories()).toEqual(['Pintura'])
    expect((await make({ categoria: ' ' })).body.errors.categoria).toEqual(['Escribe el nombre de la categoría.'])
  })

  it('is taught by the only active teacher of the academy, and by nobody where there are more or none', async () => {
    const { people, make, teachersOf } = await anAcademy(4762, 2)
    expect(await teachersOf(await make({}))).toEqual([])
    await t.database.sql`UPDATE usuarios SET estado = 0 WHERE id = ${people[1]}`
    const form = { envio: randomUUID() }
    expect(await teachersOf(await make(form))).toEqual([people[0]])
    expect(await teachersOf(await make(form))).toEqual([people[0]])
    const empty = await anAcademy(4763, 0)
    expect(await empty.teachersOf(await empty.make({}))).toEqual([])
  })
})

describe('the list of courses', () => {
  it('filters, sorts and shows a teacher their own', async () => {
    const tag = randomUUID().slice(0, 8)
    const own = await aCourse(t.deps.db, { nombre: `B ${tag}`, teacher: teacher.id })
    await aCourse(t.deps.db, { nombre: `A ${tag}` })
    await aCourse(t.deps.db, { nombre: `C ${tag}`, id_cliente: 1 })
    const names = async (query: string, token = admin.token) =>
      (await get(`/cursos?q=${tag}${query}`, token)).data.map(({ nombre }: { nombre: string }) => nombre[0])
    expect(await names('&orden=nombre')).toEqual(['A', 'B'])
    expect(await names('&orden=-nombre')).toEqual(['B', 'A'])
    expect(await names(`&docente=${teacher.id}`)).toEqual(['B'])
    expect(await names('', teacher.token)).toEqual(['B'])
    expect(await names('&con_borrador=1')).toEqual([])
    await send('PUT', `/cursos/${own.id}/estado`, { estado: 'archivado', version: 1 }, teacher.token)
    expect(await names('&estado=archivado')).toEqual(['B'])
    expect(await names('&estado=publicado')).toEqual(['A'])
  })
})

describe('the desk of a course', () => {
  it('lists lessons and exams as their drafts say', async () => {
    const course = await aCourse(t.deps.db, { lessons: 2, teacher: teacher.id })
    const [module] = course.modulos
    const exam = await anExam(t.deps.db, { id_curso: course.id, id_modulo: module?.id ?? null })
    const save = async (objeto: string, change: object) => {
      const { documento, version } = await get(`/documentos/${objeto}`)
      await send('PUT', `/documentos/${objeto}`, { documento: { ...documento, ...change }, version })
    }
    const [lesson, other] = module?.lecciones ?? []
    const videos = [{ titulo: '', enlace: 'https://youtu.be/dQw4w9WgXcQ' }]
    await save(`leccion:${lesson?.id}`, { titulo: 'Otro título', duracion: null, videos, contenido: '', gratis: true })
    await save(`leccion:${other?.id}`, { contenido: '<p> </p>' })
    await save(`evaluacion:${exam.id}`, { nombre: 'Otro examen', id_modulo: null, preguntas: [] })
    expect(await get(`/cursos/${course.id}`)).toMatchObject({
      lecciones: [
        { id: lesson?.id, titulo: 'Otro título', duracion: 0, videos: 1, materiales: 0, gratis: true, avisos: [] },
        { id: other?.id, titulo: 'Lección 1.2', avisos: [EMPTY_LESSON_TEXT] },
      ],
      evaluaciones: [{ nombre: 'Otro examen', id_modulo: null, preguntas: 0, puntos: 0, estado: 'con_cambios' }],
    })
  })
})

describe('records of a course', () => {
  it('are not saved over someone else’s change', async () => {
    const course = await aCourse(t.deps.db, { teacher: teacher.id })
    const teachers = { docentes: [teacher.id], version: 1 }
    expect((await send('PUT', `/cursos/${course.id}/docentes`, teachers)).status).toBe(200)
    expect(
      await send('PUT', `/cursos/${course.id}/estado`, { estado: 'oculto', version: 1 }, teacher.token),
    ).toMatchObject({
      status: 409,
      body: {
        code: 'CAMBIO_MIENTRAS',
        actual: { version: 2, datos: { estado: 'publicado' }, por: { id: admin.id, nombre: 'Rosa Huamán' } },
      },
    })
  })

  it('keep teachers and price apart: each is refused over a change of its own, with who made it', async () => {
    const course = await aCourse(t.deps.db, { teacher: teacher.id })
    const other = await staff('Administrador')
    const price = { costo: 90, promocion: null, promocion_hasta: null, version: 1 }
    const teachers = { docentes: [teacher.id], version: 1 }
    const savePrice = (token?: string) => send('PUT', `/cursos/${course.id}/precio`, price, token)
    const saveTeachers = (token?: string) => send('PUT', `/cursos/${course.id}/docentes`, teachers, token)
    expect((await savePrice()).body.data).toMatchObject({ costo: 90, version: 2 })
    expect((await saveTeachers(other.token)).body.data.version).toBe(2)
    expect(await get(`/cursos/${course.id}`)).toMatchObject({ version: 2, version_precio: 2 })
    expect(await savePrice(other.token)).toMatchObject({
      status: 409,
      body: { actual: { version: 2, datos: { costo: 90 }, por: { id: admin.id } } },
    })
    expect(await saveTeachers()).toMatchObject({
      status: 409,
      body: { actual: { version: 2, datos: { docentes: [{ id: teacher.id }] }, por: { id: other.id } } },
    })
  })

  it('cannot show a course that lacks something, nor make a promotion dearer than the price', async () => {
    const course = await aCourse(t.deps.db, { teacher: teacher.id })
    await t.database.sql`UPDATE modulos SET activo = false WHERE id_curso = ${course.id}`
    await send('PUT', `/cursos/${course.id}/estado`, { estado: 'oculto', version: 1 })
    const shown = await send('PUT', `/cursos/${course.id}/estado`, { estado: 'publicado', version: 2 })
    expect(shown).toMatchObject({
      status: 422,
      body: {
        code: 'NO_PUBLICABLE',
        documentos: [{ errores: [{ ruta: 'modulos', texto: 'Falta un módulo con una lección.' }] }],
      },
    })
    const dear = { costo: 90, promocion: 90, promocion_hasta: '2099-01-01T00:00:00Z', version: 1 }
    expect(await send('PUT', `/cursos/${course.id}/precio`, dear)).toMatchObject({
      status: 422,
      body: { errors: { promocion: ['La promoción debe ser menor que el precio.'] } },
    })
  })

  it.each([
    ['1,500', 1500],
    ['S/ 1,500.00', 1500],
    ['1.500,00', 1500],
    ['149,9', 149.9],
    [' 99 ', 99],
  ])('read a price typed as %j', async (costo, soles) => {
    const course = await aCourse(t.deps.db, { teacher: teacher.id })
    const price = { costo, promocion: null, promocion_hasta: null, version: 1 }
    expect((await send('PUT', `/cursos/${course.id}/precio`, price)).body.data?.costo).toBe(soles)
  })

  it.each([
    ['1.500', '¿1.50 o 1,500? Escribe 1500 o 1.50.'],
    ['1,50,000', 'Escribe el precio.'],
    ['', 'Escribe el precio.'],
    ['10 %', 'Escribe el precio.'],
    ['-5', 'El precio no puede ser negativo.'],
    ['1.2345', 'El precio admite hasta dos decimales.'],
  ])('do not guess a price typed as %j', async (costo, text) => {
    const course = await aCourse(t.deps.db, { teacher: teacher.id })
    const price = { costo, promocion: null, promocion_hasta: null, version: 1 }
    const refused = await send('PUT', `/cursos/${course.id}/precio`, price)
    expect([refused.status, refused.body.errors]).toEqual([422, { costo: [text] }])
  })

  it('refuse a promotion that is over before it begins, or has no end, and keep one that has ended', async () => {
    const course = await aCourse(t.deps.db, { teacher: teacher.id })
    const save = (values: object, version: number) =>
      send('PUT', `/cursos/${course.id}/precio`, { costo: 90, promocion: 50, ...values, version })
    const late = await save({ promocion_hasta: new Date(Date.now() - 60_000).toISOString() }, 1)
    expect([late.status, late.body.errors]).toEqual([422, { promocion_hasta: ['Elige un final que no haya pasado.'] }])
    const endless = await save({ promocion_hasta: null }, 1)
    expect(endless.body.errors).toEqual({ promocion_hasta: ['Una promoción tiene un final.'] })
    await t.database
      .sql`UPDATE cursos SET promocion_centimos = 5000, promocion_hasta = '2026-01-31T05:00:30Z' WHERE id = ${course.id}`
    const kept = await save({ costo: 120, promocion_hasta: '2026-01-31T05:00:00.000Z' }, 1)
    expect([kept.status, kept.body.data?.costo]).toEqual([200, 120])
    expect((await get(`/cursos/${course.id}`)).oferta).toBe('ninguna')
  })
})

describe('a free lesson', () => {
  it('is shown to visitors with its outline, and only while all of it is published', async () => {
    const course = await aCourse(t.deps.db, { lessons: 2 })
    const [one, two] = course.modulos[0]?.lecciones ?? []
    const read = (id = one?.id) => t.call('GET', `/api/lecciones/${id}/vista-previa`)
    expect((await read()).status).toBe(404)
    await t.database.sql`UPDATE lecciones SET gratis = true, contenido = '<p>Hola</p>' WHERE id = ${one?.id ?? 0}`
    const { status, body } = await read()
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      contenido: '<p>Hola</p>',
      archivos: [],
      curso: { id: course.id },
      modulos: [
        {
          lecciones: [
            { id: one?.id, gratis: true },
            { id: two?.id, gratis: false },
          ],
        },
      ],
    })
    expect(body.data).not.toHaveProperty('materiales')
    const outline = await t.call('GET', `/api/cursos/${course.id}/modulos`)
    if (outline.status === 200) expect(outline.body.data[0].lecciones[0].gratis).toBe(true)
    for (const hidden of [
      () => t.database.sql`UPDATE modulos SET activo = false WHERE id_curso = ${course.id}`,
      () => t.database.sql`UPDATE modulos SET activo = true WHERE id_curso = ${course.id}`,
      () => t.database.sql`UPDATE cursos SET estado = 0 WHERE id = ${course.id}`,
    ])
      await hidden()
    expect((await read()).status).toBe(404)
  })
})

describe('categories', () => {
  it('are made once, renamed over the version that was read, and ordered', async () => {
    const form = { nombre: `Cerámica ${randomUUID()}`, envio: randomUUID() }
    const made = await send('POST', '/categorias', form)
    expect((await send('POST', '/categorias', form)).body).toEqual(made.body)
    const { id } = made.body.data
    const named = form.nombre.replace('á', 'A')
    const taken = await send('POST', '/categorias', { ...form, nombre: named, envio: randomUUID() })
    expect(taken.body.errors).toEqual({ nombre: ['Ya existe una categoría con ese nombre.'] })
    const body = { nombre: `Torno ${randomUUID()}`, activa: true, version: 1 }
    expect((await send('PUT', `/categorias/${id}`, body)).body.data).toMatchObject({ nombre: body.nombre, version: 2 })
    expect((await send('PUT', `/categorias/${id}`, body)).status).toBe(409)
    expect((await send('PUT', '/catalogo/orden', { que: 'categorias', ids: [id] })).status).toBe(200)
    expect((await get('/categorias')).find((row: { id: number }) => row.id === id).orden).toBe(1)
  })
})

describe('a hidden category', () => {
  it('stays with the courses that have it, which can still be published, and is offered to no other', async () => {
    const course = await aCourse(t.deps.db, { teacher: teacher.id })
    const other = await aCourse(t.deps.db, { teacher: teacher.id })
    const form = { nombre: `Grabado ${randomUUID()}`, envio: randomUUID() }
    const { id } = (await send('POST', '/categorias', form)).body.data
    await t.database.sql`UPDATE cursos SET id_categoria = ${id} WHERE id = ${course.id}`
    const hidden = await send('PUT', `/categorias/${id}`, { nombre: form.nombre, activa: false, version: 1 })
    expect(hidden.body.data).toMatchObject({ activa: false, cursos: 1 })
    const offered = async (of: { id: number }) => {
      const { categorias, comprobacion } = await get(`/cursos/${of.id}`)
      const found = categorias.find((category: { id: number }) => category.id === id)
      const wrong = comprobacion.errores.some(({ ruta }: { ruta: string }) => ruta === 'id_categoria')
      return [found?.oculta, wrong]
    }
    expect(await offered(course)).toEqual([true, false])
    expect(await offered(other)).toEqual([undefined, false])
    const shop = await t.call('GET', '/api/categorias/activas?marca=2')
    expect(shop.body.data.map((category: { id: number }) => category.id)).not.toContain(id)
    const made = { nombre: 'Buril', categoria: form.nombre, nivel: 'Básico', envio: randomUUID() }
    expect((await send('POST', '/cursos', made)).body.errors.categoria).toEqual([
      'Esa categoría está oculta. Muéstrala antes o escribe otra.',
    ])
  })
})

const QUESTION = {
  pregunta: '¿Se moja el papel?',
  valor: 100,
  explicacion: '',
  imagen: null,
  imagen_alt: '',
  id_leccion: null,
  segundo: null,
}
const KINDS = [
  { id: 'a', tipo_pregunta: 2, criterio: 'Nombra dos.' },
  {
    id: 'b',
    tipo_pregunta: 3,
    opciones: [
      { id: 'x', opcion: 'Uno', correcta: true },
      { id: 'y', opcion: 'Dos', correcta: true },
      { id: 'z', opcion: 'Tres', correcta: false },
    ],
  },
  { id: 'c', tipo_pregunta: 4, aceptadas: ['rojo', 'colorado'] },
  { id: 'd', tipo_pregunta: 5, numero: { modo: 'valor', valor: 3.5, tolerancia: 0.1 } },
  { id: 'e', tipo_pregunta: 5, numero: { modo: 'rango', desde: 1, hasta: 2 } },
  {
    id: 'f',
    tipo_pregunta: 6,
    pares: [
      { izquierda: 'Azul', derecha: 'Frío' },
      { izquierda: 'Rojo', derecha: 'Cálido' },
    ],
    distractores: ['Neutro'],
  },
].map((kind) => ({ ...QUESTION, valor: 10, ...kind }))

describe('an exam as a document', () => {
  async function open() {
    const student = await aPerson(t.deps.db)
    const course = await aCourse(t.deps.db, { teacher: teacher.id })
    await anEnrolment(t.deps.db, student.id, course.id)
    const exam = await anExam(t.deps.db, { id_curso: course.id, id_modulo: course.modulos[0]?.id })
    const objeto = `evaluacion:${exam.id}`
    const read = () => get(`/documentos/${objeto}`, teacher.token)
    const publish = async (documento: unknown, query = '') => {
      const { version } = await read()
      const saved = await send('PUT', `/documentos/${objeto}`, { documento, version }, teacher.token)
      expect(saved.status).toBe(200)
      const documentos = [{ objeto, version: saved.body.data.version }]
      return send('POST', `/publicar${query}`, { documentos, acepta_avisos: true }, teacher.token)
    }
    return { student: { id: student.id, token: await t.tokenOf(student.id) }, exam, read, publish, course }
  }

  it('of six kinds is read as it was written, and written again it changes nothing', async () => {
    const { read, publish } = await open()
    const { documento } = await read()
    const first = await publish({ ...documento, preguntas: [...documento.preguntas, ...KINDS] })
    expect(first.body.data.documentos[0].errores).toEqual([])
    const stored = (await read()).documento
    const bare = (parts: object[]) =>
      JSON.parse(JSON.stringify(parts, (key, value) => (key === 'id' ? undefined : value)))
    expect(bare(stored.preguntas)).toEqual(bare([...documento.preguntas, ...KINDS]))
    expect((await publish(stored)).status).toBe(200)
    expect((await read()).documento).toEqual(stored)
  })

  it('keeps the ids of questions that move; one that loses an option is a new one', async () => {
    const { read, publish } = await open()
    const { documento } = await read()
    const [one, ...rest] = documento.preguntas
    await publish({ ...documento, preguntas: [...rest, { ...one, opciones: [...one.opciones].reverse() }] })
    const moved = (await read()).documento
    expect(moved.preguntas.map(({ id }: { id: number }) => id)).toEqual([...rest, one].map(({ id }) => id))
    expect(moved.preguntas.at(-1).opciones).toEqual([...one.opciones].reverse())
    const fewer = {
      ...one,
      opciones: one.opciones.slice(0, 2).map((o: object, n: number) => ({ ...o, correcta: n === 0 })),
    }
    await publish({ ...moved, preguntas: [...rest, fewer] })
    const after = (await read()).documento
    expect(after.preguntas.at(-1).id).not.toBe(one.id)
    const [old] = await t.database.sql`SELECT activo FROM preguntas WHERE id = ${one.id}`
    expect(old?.activo).toBe(false)
  })

  it('says what happens to attempts and leaves theirs alone', async () => {
    const { student, exam, read, publish } = await open()
    const detail = await detailOf(t, exam.id, student.token)
    const began = await t.call('POST', `/api/detalle-evaluacion/${detail}/intentos`, { token: student.token })
    expect(began.status).toBeLessThan(300)
    const { documento } = await read()
    const [one, ...rest] = documento.preguntas
    const key = one.opciones.map((o: object, n: number) => ({ ...o, correcta: n === one.opciones.length - 1 }))
    const changed = { ...documento, preguntas: [{ ...one, opciones: key }, ...rest] }
    const before = await t.database.sql`SELECT preguntas FROM intentos_evaluacion WHERE id_detalle = ${detail}`
    const dry = (await publish(changed, '?ensayo=1')).body.data.documentos[0]
    expect(dry.efectos).toEqual(['1 intento abierto seguirá con las preguntas con que empezó.'])
    expect(dry.recalificar).toEqual([])
    await t.call('PUT', `/api/detalle-evaluacion/${detail}`, { token: student.token, body: {} })
    const again = (await publish(changed)).body.data.documentos[0]
    expect(again.recalificar).toEqual([
      { id_pregunta: one.id, numero: 1, pregunta: one.pregunta, intentos: 1, quitada: false },
    ])
    expect(await t.database.sql`SELECT preguntas FROM intentos_evaluacion WHERE id_detalle = ${detail}`).toEqual(before)
  })

  it('offers the regrade of a key that changed, of any kind, and of no other', async () => {
    const { student, exam, read, publish } = await open()
    const { documento } = await read()
    await publish({ ...documento, preguntas: [...documento.preguntas, ...KINDS] })
    await sit(t, exam, student.token, 0)
    const { preguntas, ...head } = (await read()).documento
    const offered = async (questions: object[]) =>
      (await publish({ ...head, preguntas: questions }, '?ensayo=1')).body.data.documentos[0].recalificar.map(
        ({ id_pregunta }: { id_pregunta: number }) => id_pregunta,
      )
    type Part = { id: number; tipo_pregunta: number; pares: object[] }
    expect(await offered(preguntas.map((part: Part) => ({ ...part, valor: 7 })))).toEqual([])
    const pairs = preguntas.find(({ tipo_pregunta }: Part) => tipo_pregunta === 6)
    const [one, two] = pairs.pares
    const withPairs = (pares: object[]) => preguntas.map((part: Part) => (part === pairs ? { ...part, pares } : part))
    expect(await offered(withPairs([two, one]))).toEqual([])
    const swapped = [
      { ...one, derecha: two.derecha },
      { ...two, derecha: one.derecha },
    ]
    expect(await offered(withPairs(swapped))).toEqual([pairs.id])
  })

  it('names a question that is taken out of what students sent, so that it may be annulled', async () => {
    const { student, exam, read, publish } = await open()
    await sit(t, exam, student.token, 0)
    const { documento } = await read()
    const [one, ...rest] = documento.preguntas
    const dry = (await publish({ ...documento, preguntas: rest }, '?ensayo=1')).body.data.documentos[0]
    expect(dry.recalificar).toEqual([
      { id_pregunta: one.id, numero: 1, pregunta: one.pregunta, intentos: 1, quitada: true },
    ])
    const [option] = one.opciones
    const fewer = {
      ...one,
      opciones: one.opciones.slice(1).map((o: object, n: number) => ({ ...o, correcta: n === 0 })),
    }
    expect(option).toBeDefined()
    const again = (await publish({ ...documento, preguntas: [fewer, ...rest] }, '?ensayo=1')).body.data.documentos[0]
    expect(again.recalificar).toMatchObject([{ id_pregunta: one.id, numero: 1, quitada: true }])
  })
})
