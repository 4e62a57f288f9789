import { expect, it } from 'vitest'
import { anAcademy, type Changes } from '../../test/academy.ts'
import { useApp } from '../../test/harness.ts'
import { loadAcademy } from './load.ts'

const t = useApp()

const EXAM = 'prueba/cursos/minimo/01-inicio/examen.yaml'
const LESSON = 'prueba/cursos/minimo/01-inicio/01-primera.md'
const SECOND = 'prueba/cursos/minimo/01-inicio/02-segunda.md'
const PRIZES = 'prueba/premios.yaml'
const PROMPTS = 'prueba/prompts.yaml'
const TOPIC = `temas:
  - clave: guion
    nombre: Guion
    descripcion: Escribe un guion.
    preguntas:
      - { variable: asunto, texto: ¿De qué? }
    plantillas:
      - { titulo: Uno, contenido: "Escribe de {{asunto}}" }
`

const load = (changes: Changes = {}, operator?: string) =>
  loadAcademy(t.deps, anAcademy(changes), { demo: true, operator })

const lines = () =>
  t.database.sql`SELECT id_cliente, id_usuario, sobre, objeto, detalle, direccion, solicitud FROM auditoria
    WHERE accion = 'contenido_cargado' ORDER BY id`

/** The changes recorded for the last of this many loads. */
async function recorded(loads: number) {
  const all = await lines()
  expect(all).toHaveLength(loads)
  return all.at(-1)?.detalle
}

it('audits each load once, with its changes and operator', async () => {
  await load({}, 'operadora')
  expect(await lines()).toEqual([
    {
      ...{ id_cliente: 3, id_usuario: null, sobre: null, objeto: 'cliente:3', direccion: null, solicitud: null },
      detalle: {
        operador: 'operadora',
        nuevos: [
          'marcas: 1',
          'paginas: 1',
          'categorias: 2',
          'personas: 2',
          'cursos: 1',
          'modulos: 1',
          'lecciones: 2',
          'evaluaciones: 2',
        ],
        cambiados: [],
      },
    },
  ])
  const more: Changes = { [PRIZES]: 'premios:\n  - { clave: uno, premio: Un libro, puesto: 1 }\n', [PROMPTS]: TOPIC }
  await load(more)
  expect(await recorded(2)).toEqual({ nuevos: ['premios: 1', 'temas: 1'], cambiados: [] })
  await load(more)
  expect(await recorded(3)).toEqual({ nuevos: [], cambiados: [] })
  const changes: Changes = {
    [PRIZES]: 'premios:\n  - { clave: uno, premio: Dos libros, puesto: 1 }\n',
    [PROMPTS]: TOPIC.replace('Escribe de', 'Cuenta de'),
    [LESSON]: ['nombre: Manual', 'nombre: El manual'],
    [SECOND]: null,
    [EXAM]: ['[Uno, Dos, Tres]', '[Uno, Dos, Cuatro]'],
    'prueba/marca.yaml': ['boton_1: Pedir ayuda', 'boton_1: Ayuda'],
  }
  await load(changes)
  expect(await recorded(4)).toEqual({
    nuevos: [],
    cambiados: ['marcas: 1', 'lecciones: 2', 'evaluaciones: 1', 'premios: 1', 'temas: 1'],
  })
})

it('a refused load leaves no audit entry, and a load that cannot be audited is rolled back', async () => {
  const before = await lines()
  await expect(load({ [EXAM]: ['correcta: 2', 'correcta: 9'] })).rejects.toThrow()
  await t.database.sql.unsafe(
    `CREATE FUNCTION falla() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''falla''; END'`,
  )
  await t.database.sql`CREATE TRIGGER falla BEFORE INSERT ON auditoria FOR EACH ROW EXECUTE FUNCTION falla()`
  await expect(load({ 'prueba/marca.yaml': ['Academia de Prueba', 'Otra'] })).rejects.toThrow()
  await t.database.sql`DROP TRIGGER falla ON auditoria`
  expect(await lines()).toEqual(before)
  expect(await t.database.sql`SELECT nombre FROM clientes`).toEqual([{ nombre: 'Academia de Prueba' }])
})
