import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { anAcademy, type Changes, withoutBrands } from '../../test/academy.ts'
import { useApp } from '../../test/harness.ts'
import { loadDemoIfEmpty } from './demo.ts'
import { demoAccounts } from './demo-accounts.ts'
import { loadAcademy } from './load.ts'
import { ContentError } from './reader.ts'

const EXAM = 'prueba/cursos/minimo/01-inicio/examen.yaml'
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
beforeEach(() => withoutBrands(t))

it('loads an academy', async () => {
  await load()
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
})

it('serves stored files, and users can log in', async () => {
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

it('loads shop texts, promotions and pages', async () => {
  await load()
  const { body } = await t.call('GET', '/api/portada?marca=prueba')
  expect(body.data.portada).toEqual({
    apertura: { titular: 'Aprende de una vez', texto: 'Con videos cortos.', boton: 'Ver cursos', enlace: '/cursos' },
    orden: ['bloques', 'opiniones', 'docentes'],
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
  expect(
    await rows('SELECT oferta, descuento_referido, devolucion_dias, devolucion_avance, examenes_desde FROM clientes'),
  ).toEqual([
    { oferta: 'real', descuento_referido: 10, devolucion_dias: 30, devolucion_avance: 20, examenes_desde: 75 },
  ])
  const page = await t.call('GET', '/api/paginas/reembolsos?marca=prueba')
  expect(page.body.data).toMatchObject({
    titulo: 'Devoluciones',
    html: '<p>Academia de Prueba devuelve en 30 días.</p>',
  })
})

it('writes nothing on a mistake', async () => {
  await expect(load({ [EXAM]: ['correcta: 2', 'correcta: 9'] })).rejects.toThrow(ContentError)
  expect((await everything()).clientes).toEqual([])
})

it('outside the demo, refuses students and sets no passwords', async () => {
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
})

it('the demo is not loaded into a database with brands', async () => {
  await load()
  await loadDemoIfEmpty(t.deps, () => expect.unreachable())
  expect(await demoAccounts(t.deps.db)).toBe('')
})

it('loads the key of every kind of question', async () => {
  const kinds = [
    'tipo: abierta\n    valor: 10\n    criterio: Da un ejemplo.\n    imagen: ../portada.svg\n    imagen_alt: Una portada',
    'tipo: varias\n    valor: 10\n    opciones: [Uno, Dos, Tres]\n    correctas: [1, 3]',
    'tipo: corta\n    valor: 10\n    respuestas: [Lima, 7]',
    'tipo: numerica\n    valor: 10\n    desde: 1.5\n    hasta: 2',
    'tipo: emparejar\n    parejas: [{ izquierda: A, derecha: B }, { izquierda: C, derecha: D }]',
  ]
  await load({ [EXAM]: ['tipo: abierta', kinds.join('\n  - pregunta: Otra.\n    ')] })
  expect(
    await rows(`SELECT p.tipo_pregunta, p.respuestas, p.criterio, p.imagen LIKE '/api/storage/%' AS imagen,
      (SELECT array_agg(o.condicion ORDER BY o.orden) FROM opciones o WHERE o.id_pregunta = p.id) AS opciones
    FROM preguntas p JOIN evaluaciones e ON e.id = p.id_evaluacion WHERE e.clave = 'examen' AND p.activo ORDER BY p.orden`),
  ).toEqual([
    { tipo_pregunta: 1, respuestas: null, criterio: null, imagen: null, opciones: [false, true, false] },
    { tipo_pregunta: 2, respuestas: null, criterio: 'Da un ejemplo.', imagen: true, opciones: null },
    { tipo_pregunta: 3, respuestas: null, criterio: null, imagen: null, opciones: [true, false, true] },
    { tipo_pregunta: 4, respuestas: { textos: ['Lima', '7'] }, criterio: null, imagen: null, opciones: null },
    { tipo_pregunta: 5, respuestas: { desde: 1.5, hasta: 2 }, criterio: null, imagen: null, opciones: null },
    {
      tipo_pregunta: 6,
      respuestas: {
        parejas: [
          { izquierda: 'A', derecha: 'B' },
          { izquierda: 'C', derecha: 'D' },
        ],
        distractores: [],
      },
      criterio: null,
      imagen: null,
      opciones: null,
    },
  ])
})
