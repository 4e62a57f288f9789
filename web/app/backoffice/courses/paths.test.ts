import { expect, it } from 'vitest'
import { fieldPath } from './paths'

it.each([
  ['curso:7', 'nombre', true, '/gestion/cursos/7/ficha'],
  ['curso:7', 'modulos.2.nombre', true, '/gestion/cursos/7'],
  ['curso:7', 'sesiones', false, '/gestion/cursos/7/clases'],
  ['curso:7', 'precio', true, '/gestion/cursos/7/ficha'],
  ['curso:7', 'precio', false, null],
  ['curso:7', 'docentes', false, null],
  ['leccion:34', 'titulo', false, '/gestion/cursos/7/lecciones/34'],
  ['modulo:5', '', false, '/gestion/cursos/7'],
  ['modulo:5', 'examen', false, '/gestion/cursos/7?examen=5'],
  ['evaluacion:9', 'preguntas.0.valor', false, '/gestion/cursos/7/examenes/9'],
])('%s, %s, with the catalogue %s: %s', (objeto, path, sells, place) =>
  expect(fieldPath(7, objeto, path, sells)).toBe(place),
)
