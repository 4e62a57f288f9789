import { expect, it } from 'vitest'
import { anAcademy, type Changes } from '../../test/academy.ts'
import { useApp } from '../../test/harness.ts'
import { loadAcademy } from './load.ts'

const t = useApp()
const COURSE = 'prueba/cursos/minimo/curso.md'
const LESSON = 'prueba/cursos/minimo/01-inicio/01-primera.md'
const EXAM = 'prueba/cursos/minimo/01-inicio/examen.yaml'
const BRAND = 'prueba/marca.yaml'

const load = (changes: Changes = {}, replace = false) =>
  loadAcademy(t.deps, anAcademy(changes), { demo: true, replace })

let admin: string
let ids: { course: number; lesson: number; exam: number }

const send = async (method: 'GET' | 'PUT' | 'POST', url: string, body?: object) => {
  const answer = await t.call(method, `/api/gestion${url}`, { token: admin, body })
  expect(answer.status, `${url} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer.body.data
}

/** The academy as the files have it, and its ids. */
async function open() {
  await load({}, true)
  const { sql } = t.database
  const [person] = await sql`SELECT id FROM usuarios WHERE correo = 'admin@prueba.pe'`
  admin = await t.tokenOf(person?.id)
  const [row] = await sql`SELECT c.id AS course, l.id AS lesson, e.id AS exam FROM cursos c
    JOIN modulos m ON m.id_curso = c.id JOIN lecciones l ON l.id_modulo = m.id AND l.clave = '01-primera'
    JOIN evaluaciones e ON e.id_modulo = m.id`
  ids = row as typeof ids
}

/** Saves a draft over what is there and publishes it. */
async function publish(objeto: string, changes: object) {
  const { documento, version } = await send('GET', `/documentos/${objeto}`)
  const saved = await send('PUT', `/documentos/${objeto}`, { documento: { ...documento, ...changes }, version })
  await send('POST', '/publicar', { documentos: [{ objeto, version: saved.version }], acepta_avisos: true })
}

const textOf = async (objeto: string) => (await send('GET', `/documentos/${objeto}`)).documento

it('leaves alone each text that was last published in the program, names it, and writes the others', async () => {
  await open()
  const { course, lesson, exam } = ids
  await publish(`leccion:${lesson}`, { titulo: 'Del programa' })
  await publish('pagina:reembolsos', { titulo: 'Del programa' })
  const changes: Changes = {
    [LESSON]: ['titulo: Primera lección', 'titulo: De los archivos'],
    [EXAM]: ['nombre: Examen', 'nombre: Examen de los archivos'],
    [COURSE]: ['nombre: Curso mínimo', 'nombre: Curso de los archivos'],
    'prueba/paginas/reembolsos.md': ['titulo: Devoluciones', 'titulo: De los archivos'],
  }
  const { omitidos } = await load(changes)
  expect(omitidos).toEqual([`leccion:${lesson} «Del programa»`, 'pagina:reembolsos «Política de reembolsos»'])
  expect((await textOf(`leccion:${lesson}`)).titulo).toBe('Del programa')
  expect((await textOf('pagina:reembolsos')).titulo).toBe('Del programa')
  expect((await textOf(`evaluacion:${exam}`)).nombre).toBe('Examen de los archivos')
  expect((await textOf(`curso:${course}`)).nombre).toBe('Curso de los archivos')

  expect((await load(changes, true)).omitidos).toEqual([])
  expect((await textOf(`leccion:${lesson}`)).titulo).toBe('De los archivos')
  expect((await textOf('pagina:reembolsos')).titulo).toBe('De los archivos')
  const { data } = await send('GET', `/versiones?objeto=leccion:${lesson}`)
  expect(data.map(({ motivo, origen }: Record<string, string>) => [motivo, origen])).toEqual([
    ['publicada', 'archivos'],
    ['publicada', 'programa'],
  ])
  // From here on the files are the newest publication.
  expect((await load()).omitidos).toEqual([])
  expect((await textOf(`leccion:${lesson}`)).titulo).toBe('Primera lección')
})

it('leaves alone settings, prices and categories that were changed in the program', async () => {
  await open()
  const { sql } = t.database
  const { logo: _, isotipo: __, slug: ___, ...settings } = await send('GET', '/marca')
  await send('PUT', '/marca', { ...settings, lema: 'Del programa' })
  const { version } = await send('GET', `/cursos/${ids.course}`)
  await send('PUT', `/cursos/${ids.course}/precio`, { costo: 20, promocion: null, promocion_hasta: null, version })
  await sql`UPDATE categorias SET estado = 0, version = version + 1 WHERE nombre = 'Música'`
  const changes: Changes = { [BRAND]: ['nombre: Academia de Prueba', 'nombre: Academia\nlema: De los archivos'] }
  const now = async () =>
    (
      await sql`SELECT b.lema, c.costo_centimos, k.estado FROM clientes b JOIN cursos c ON c.id_cliente = b.id
        JOIN categorias k ON k.id_cliente = b.id AND k.nombre = 'Música'`
    )[0]

  expect((await load(changes)).omitidos).toEqual([
    'ajustes de la marca prueba',
    `precio, docentes y estado de curso:${ids.course}`,
  ])
  expect(await now()).toEqual({ lema: 'Del programa', costo_centimos: 2000, estado: 0 })

  expect((await load(changes, true)).omitidos).toEqual([])
  expect(await now()).toEqual({ lema: 'De los archivos', costo_centimos: 14_990, estado: 1 })
  expect((await load()).omitidos).toEqual([])
  expect(await now()).toEqual({ lema: '', costo_centimos: 14_990, estado: 1 })
})

const OTHER: Changes = {
  'prueba/cursos/otro/curso.md': `---
nombre: Otro curso
categoria: Diseño
nivel: Intermedio
costo: 30
horas: 2
imagen: portada.svg
imagen_alt: Un cuadro azul
docentes: [profe@prueba.pe]
aprenderas: [Uno, Dos, Tres, Cuatro]
publicado: true
---
Texto.
`,
  'prueba/cursos/otro/portada.svg':
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="blue"/></svg>',
  'prueba/cursos/otro/01-uno/modulo.yaml': 'nombre: Uno\nhoras: 2\n',
  'prueba/cursos/otro/01-uno/01-a.md': '---\ntitulo: A\n---\nUno.\n',
}

it('a course that is gone from the files is hidden and comes back, unless it is the program’s now', async () => {
  await open()
  const { sql } = t.database
  const stateOf = async () => (await sql`SELECT id, estado FROM cursos WHERE clave = 'otro'`)[0]
  await load(OTHER)
  const { id } = (await stateOf()) ?? {}
  await load()
  expect(await stateOf()).toEqual({ id, estado: 0 })
  await load(OTHER)
  expect(await stateOf()).toEqual({ id, estado: 1 })
  await publish(`curso:${id}`, { nombre: 'Del programa' })
  await load()
  expect(await stateOf()).toEqual({ id, estado: 1 })
})

it('a course that the program arranged gets no second lesson or exam for one that moved there', async () => {
  await open()
  const { sql } = t.database
  const objeto = `curso:${ids.course}`
  await load(OTHER, true)
  const course = await textOf(objeto)
  const [{ id: added } = { id: 0 }] = await send('POST', `/cursos/${ids.course}/modulos`, {
    nombres: ['Del programa'],
    envio: '00000000-0000-4000-8000-000000000001',
  })
  const [first, ...rest] = course.modulos[0].lecciones
  const modulos = [
    { ...course.modulos[0], lecciones: rest },
    { id: added, nombre: 'Del programa', horas: 1, lecciones: [first] },
  ]
  await publish(objeto, { modulos })
  await publish(`evaluacion:${ids.exam}`, { id_modulo: added })
  const count = async () =>
    (
      await sql`SELECT (SELECT count(*)::int FROM lecciones) AS lecciones, (SELECT count(*)::int FROM evaluaciones) AS examenes`
    )[0]
  const before = await count()
  const { omitidos } = await load(OTHER)
  expect(omitidos).toEqual([`${objeto} «Curso mínimo»`])
  expect(await count()).toEqual(before)
  expect((await textOf(objeto)).modulos).toEqual(modulos)
})

it('a coming session that is gone from the files is cancelled and comes back; one changed in the program stays', async () => {
  const { sql } = t.database
  await open()
  const without: Changes = {
    [LESSON]: [
      'sesiones:\n  - nombre: En vivo\n    dias: 4\n    hora_inicio: "19:30"\n    enlace: https://meet.example.com/uno\n',
      '',
    ],
  }
  const state = async () =>
    (
      await sql`SELECT s.id, s.nombre, s.cancelada_en IS NOT NULL AS cancelada, s.secuencia FROM sesiones s
        JOIN lecciones l ON l.id = s.id_leccion AND l.activo`
    )[0]
  const first = await state()
  await load(without)
  expect(await state()).toEqual({ ...first, cancelada: true, secuencia: 1 })
  await load()
  expect(await state()).toEqual({ ...first, secuencia: 2 })
  await sql`UPDATE sesiones SET nombre = 'Del programa', version = version + 1`
  await load(without)
  await load()
  expect(await state()).toEqual({ ...first, nombre: 'Del programa', secuencia: 3 })
})
