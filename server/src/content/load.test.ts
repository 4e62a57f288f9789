import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { anAcademy, type Changes } from '../../test/academy.ts'
import { useApp } from '../../test/harness.ts'
import { newPhotoAddress } from '../platform/files/pictures.ts'
import { demoAccounts, loadDemoIfEmpty } from './demo.ts'
import { loadAcademy } from './load.ts'
import { ContentError } from './reader.ts'

const EXAM = 'prueba/cursos/minimo/01-inicio/examen.yaml'
const LESSON = 'prueba/cursos/minimo/01-inicio/01-primera.md'
const TABLES =
  'clientes botones paginas categorias cursos curso_docentes modulos lecciones archivos materiales sesiones evaluaciones preguntas opciones usuarios matriculas'.split(
    ' ',
  )

type Rows = Record<string, Record<string, unknown>[]>

function useAcademy() {
  const t = useApp()
  const rows = async (query: string) => (await t.deps.db.execute(sql.raw(query))).rows
  return {
    t,
    rows,
    load: (changes: Changes = {}, demo = true) =>
      loadAcademy(t.deps, anAcademy(changes), { demo, password: demo ? 'Campus-2026' : undefined }),
    async everything(): Promise<Rows> {
      const found: Rows = {}
      for (const table of TABLES) found[table] = await rows(`SELECT * FROM ${table} ORDER BY 1, 2`)
      return found
    },
  }
}

const { t, rows, load, everything } = useAcademy()

it('writes an academy, and loading it again changes nothing', async () => {
  expect(await load()).toEqual({ marcas: 1, cursos: 1, personas: 3 })
  const before = await everything()
  expect(Object.entries(before).map(([table, { length }]) => [table, length])).toEqual([
    ['clientes', 1],
    ['botones', 1],
    ['paginas', 1],
    ['categorias', 2],
    ['cursos', 1],
    ['curso_docentes', 1],
    ['modulos', 1],
    ['lecciones', 2],
    ['archivos', 1],
    ['materiales', 4],
    ['sesiones', 1],
    ['evaluaciones', 2],
    ['preguntas', 3],
    ['opciones', 5],
    ['usuarios', 3],
    ['matriculas', 1],
  ])
  await load()
  expect(await everything()).toEqual(before)
})

it('serves what it stored, and lets people in', async () => {
  await load()
  const [course] = await rows('SELECT imagen, costo_centimos FROM cursos')
  expect(course).toMatchObject({
    imagen: expect.stringMatching(/^\/api\/storage\/imagenes\/[0-9a-f]{64}-1280\.webp$/),
    costo_centimos: 14_990,
  })
  const picture = await t.call('GET', String(course?.imagen))
  expect(picture).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } })
  const files = await rows(
    "SELECT tipo, formato, tamano, ruta FROM materiales WHERE tipo IN ('Archivo', 'Otro') ORDER BY orden",
  )
  expect(files).toMatchObject([
    { formato: 'application/pdf', ruta: expect.stringMatching(/^materiales\/[0-9a-f]{64}\.pdf$/) },
    { formato: 'text/plain; charset=utf-8', tamano: 16, ruta: expect.stringMatching(/\.txt$/) },
  ])
  expect(await t.deps.storage.has(String(files[0]?.ruta))).toBe(true)
  const login = await t.call('POST', '/api/loginalumno', {
    body: { email: 'profe@prueba.pe', password: 'Campus-2026' },
  })
  expect(login.body.user).toMatchObject({ tipo_cliente: 'Docente', id_cliente: 3 })
})

it('writes the shop’s words, promotions and pages, and keeps a page that the files do not have', async () => {
  await load()
  const { body } = await t.call('GET', '/api/portada?marca=prueba')
  expect(body.data.portada).toEqual({
    valoracion: 4.5,
    bloques: [
      {
        titulo: 'Breve',
        texto: 'Videos cortos.',
        imagen: expect.stringMatching(/^\/api\/storage\/imagenes\/.*\.webp$/),
      },
    ],
    testimonios: [{ texto: 'Muy bueno.', autor: 'Eva', detalle: 'Curso mínimo' }],
  })
  expect(body.data.cursos).toMatchObject([
    { costo: 99.9, precio_regular: 149.9, oferta_hasta: expect.stringContaining('2099-02-01T04:59:59') },
  ])
  expect(await rows('SELECT promociones_reales, descuento_referido FROM clientes')).toEqual([
    { promociones_reales: true, descuento_referido: 10 },
  ])
  const page = await t.call('GET', '/api/paginas/reembolsos?marca=prueba')
  expect(page.body.data).toMatchObject({
    titulo: 'Devoluciones',
    html: '<p>Academia de Prueba devuelve en 30 días.</p>',
  })
  await rows("UPDATE paginas SET titulo = 'A mano', actualizado_en = '2026-01-01T00:00:00Z'")
  await load({ 'prueba/paginas/reembolsos.md': null })
  expect(await rows('SELECT titulo FROM paginas')).toEqual([{ titulo: 'A mano' }])
  await load()
  expect(await rows("SELECT titulo, actualizado_en > '2026-02-01' AS nueva FROM paginas")).toEqual([
    { titulo: 'Devoluciones', nueva: true },
  ])
})

it('hides what the files no longer have and brings it back with its id', async () => {
  await load()
  const before = await everything()
  await load({
    'prueba/cursos/minimo/01-inicio/02-segunda.md': null,
    'prueba/cursos/minimo/encuesta.yaml': null,
    'prueba/marca.yaml': ['[Diseño, Música]', '[Diseño]'],
    [LESSON]: ['  - tipo: Otro\n    nombre: Guion\n    ruta: archivos/guion.txt\n', ''],
    [EXAM]: ['  - pregunta: Explica.\n    tipo: abierta\n    valor: 10\n', ''],
  })
  expect(await rows('SELECT clave, activo FROM lecciones ORDER BY id')).toEqual([
    { clave: '01-primera', activo: true },
    { clave: '02-segunda', activo: false },
  ])
  expect(await rows('SELECT clave, estado FROM evaluaciones ORDER BY clave')).toEqual([
    { clave: 'encuesta', estado: 0 },
    { clave: 'examen', estado: 1 },
  ])
  expect(await rows('SELECT nombre, estado FROM categorias ORDER BY nombre')).toEqual([
    { nombre: 'Diseño', estado: 1 },
    { nombre: 'Música', estado: 0 },
  ])
  expect(await rows('SELECT pregunta FROM preguntas WHERE activo ORDER BY orden')).toEqual([
    { pregunta: '¿Qué tal?' },
    { pregunta: '¿Uno o dos?' },
  ])
  expect(await rows('SELECT count(*)::int AS n FROM materiales')).toEqual([{ n: 3 }])
  await load()
  const { materiales: _, ...after } = await everything()
  const { materiales: __, ...first } = before
  expect(after).toEqual(first)
})

it('a question keeps its id while its options stay; one that loses an option becomes a new one', async () => {
  await load()
  const [first] = await rows("SELECT id FROM preguntas WHERE pregunta = '¿Uno o dos?' AND activo")
  await load({
    [EXAM]: ['opciones: [Uno, Dos, Tres]\n    correcta: 2', 'opciones: [Uno, Dos, Tres, Cuatro]\n    correcta: 1'],
  })
  expect(await rows(`SELECT opcion, condicion FROM opciones WHERE id_pregunta = ${first?.id} ORDER BY orden`)).toEqual([
    { opcion: 'Uno', condicion: true },
    { opcion: 'Dos', condicion: false },
    { opcion: 'Tres', condicion: false },
    { opcion: 'Cuatro', condicion: false },
  ])
  await load({ [EXAM]: ['[Uno, Dos, Tres]', '[Uno, Dos]'] })
  const now = await rows("SELECT id, activo FROM preguntas WHERE pregunta = '¿Uno o dos?' ORDER BY id")
  expect(now).toMatchObject([{ id: first?.id, activo: false }, { activo: true }])
  expect(await rows(`SELECT count(*)::int AS n FROM opciones WHERE id_pregunta = ${first?.id}`)).toEqual([{ n: 4 }])
})

it('keeps what a student did, and what they changed of their own', async () => {
  await load()
  const [lesson] = await rows("SELECT id FROM lecciones WHERE clave = '01-primera'")
  const [student] = await rows("SELECT id FROM usuarios WHERE tipo_cliente = 'Alumno'")
  await rows(
    `INSERT INTO progreso_lecciones (id_usuario, id_leccion, segundo) VALUES (${student?.id}, ${lesson?.id}, 42)`,
  )
  await rows(`UPDATE usuarios SET ciudad = 'Cusco' WHERE id = ${student?.id}`)
  await load({ [LESSON]: ['titulo: Primera lección', 'titulo: Otra vez'] })
  expect(await rows('SELECT segundo, titulo FROM progreso_lecciones JOIN lecciones l ON l.id = id_leccion')).toEqual([
    { segundo: 42, titulo: 'Otra vez' },
  ])
  expect(await rows(`SELECT ciudad FROM usuarios WHERE id = ${student?.id}`)).toEqual([{ ciudad: 'Cusco' }])
  await rows('DELETE FROM progreso_lecciones')
})

it('writes nothing when there is a mistake', async () => {
  await load()
  const before = await everything()
  await expect(
    load({ [EXAM]: ['correcta: 2', 'correcta: 9'], 'prueba/marca.yaml': ['Academia de Prueba', 'Otra'] }),
  ).rejects.toThrow(ContentError)
  expect(await everything()).toEqual(before)
})

it('outside the demo, takes no students and gives nobody a password; staff who left can no longer enter', async () => {
  const people = 'docentes:\n  - { correo: nuevo@prueba.pe, marca: prueba, nombres: Luz, apellidos: Rojas }\n'
  const changes: Changes = { 'personas.yaml': people, 'prueba/cursos/minimo/curso.md': ['profe@', 'nuevo@'] }
  await expect(load({}, false)).rejects.toThrow(
    'personas.yaml:13: los alumnos solo se cargan en la academia de demostración',
  )
  await load(changes, false)
  const login = await t.call('POST', '/api/loginalumno', {
    body: { email: 'nuevo@prueba.pe', password: 'Campus-2026' },
  })
  expect(login.status).toBe(401)
  expect(await rows("SELECT correo, estado FROM usuarios WHERE tipo_cliente <> 'Alumno' ORDER BY correo")).toEqual([
    { correo: 'admin@prueba.pe', estado: 0 },
    { correo: 'nuevo@prueba.pe', estado: 1 },
    { correo: 'profe@prueba.pe', estado: 0 },
  ])
})

it('leaves a photo that staff put in themselves, and takes any other from the files', async () => {
  const photoOf = () => rows("SELECT foto_perfil FROM usuarios WHERE correo = 'profe@prueba.pe'")
  const put = (address: string) =>
    t.deps.db.execute(sql`UPDATE usuarios SET foto_perfil = ${address} WHERE correo = 'profe@prueba.pe'`)
  await load()
  const own = newPhotoAddress()
  await put(own)
  await load()
  expect(await photoOf()).toEqual([{ foto_perfil: own }])
  await put('/api/storage/imagenes/de-antes.webp')
  await load()
  expect(await photoOf()).not.toEqual([{ foto_perfil: '/api/storage/imagenes/de-antes.webp' }])
})

it('the demo stays out of a database that has brands', async () => {
  await load()
  await loadDemoIfEmpty(t.deps, () => expect.unreachable())
  expect(await demoAccounts(t.deps.db)).toBe('')
})
