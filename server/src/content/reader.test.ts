import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { anAcademy, type Changes } from '../../test/academy.ts'
import { readAcademy } from './academy.ts'

const COURSE = 'prueba/cursos/minimo/curso.md'
const LESSON = 'prueba/cursos/minimo/01-inicio/01-primera.md'
const EXAM = 'prueba/cursos/minimo/01-inicio/examen.yaml'
const BRAND = 'prueba/marca.yaml'

const refusalOf = (folder: string) =>
  readAcademy(folder, { today: '2026-11-20', demo: true }).then(
    () => '',
    (error: Error) => error.message,
  )

const PLACE = 'prueba/cursos/minimo/archivos'

const CASES: [string, Changes, string][] = [
  [
    'a missing kind',
    { [LESSON]: ['  - tipo: Enlace\n    nombre', '  - nombre'] },
    `${LESSON}:11: materiales n.º 2, tipo: falta; debe ser Enlace, Archivo, Texto u Otro`,
  ],
  [
    'a key without a value',
    { [COURSE]: ['nivel: Básico', 'nivel:'] },
    `${COURSE}:4: nivel: está sin valor; escríbelo o quita la línea`,
  ],
  [
    'a lesson without content',
    { 'prueba/cursos/minimo/01-inicio/02-segunda.md': '---\ntitulo: Segunda lección\n---\n' },
    'prueba/cursos/minimo/01-inicio/02-segunda.md:2: la lección «Segunda lección» está vacía: escribe su texto, o dale un video, un material o una sesión; en un curso con publicado: false puede esperar',
  ],
  [
    'a reference to nothing',
    { [EXAM]: ['nombre: Examen', 'nombre: *Examen'] },
    `${EXAM}:1: esto no es YAML, en la columna 1: Unresolved alias (the anchor must be set before the alias): Examen`,
  ],
  [
    'the first of several mistakes of YAML',
    { [BRAND]: ['nombre: A', 'nombre: a: "b" x'] },
    `${BRAND}:2: esto no es YAML, en la columna 9: Nested mappings are not allowed in compact mappings`,
  ],
  [
    'a number with a comma',
    { [COURSE]: ['costo: 149.90', 'costo: 149,90'] },
    `${COURSE}:5: costo: debe ser un número, en cifras, con punto y sin comillas`,
  ],
  [
    'a quoted true',
    { [COURSE]: ['publicado: true', 'publicado: "true"'] },
    `${COURSE}:15: publicado: debe ser true o false, sin comillas`,
  ],
  [
    'one for a list',
    { [COURSE]: ['docentes: [profe@prueba.pe]', 'docentes: profe@prueba.pe'] },
    `${COURSE}:9: docentes: debe ser una lista, como [uno, dos]`,
  ],
  [
    'an empty list',
    { [COURSE]: ['docentes: [profe@prueba.pe]', 'docentes: []'] },
    `${COURSE}:9: docentes: debe tener al menos 1 elemento`,
  ],
  [
    'an empty list for a text',
    { [COURSE]: ['nombre: Curso mínimo', 'nombre: []'] },
    `${COURSE}:2: nombre: debe ser un texto`,
  ],
  [
    'a path of Windows',
    { [LESSON]: ['archivos/guia.pdf', 'archivos\\guia.pdf'] },
    `${LESSON}:10: no existe el archivo «${PLACE}\\guia.pdf»; hay «${PLACE}/guia.pdf»: las carpetas se separan con /`,
  ],
  ['an empty file', { [BRAND]: '# Nada.\n' }, `${BRAND}:1: el archivo está vacío`],
  [
    'front matter without an end',
    { [LESSON]: '---\ntitulo: Uno\nTexto.\n' },
    `${LESSON}:1: falta la línea --- que cierra los datos`,
  ],
  [
    'a file in the place of a folder',
    { 'prueba/paginas/reembolsos.md': null, 'prueba/paginas': 'Hola.\n' },
    'prueba/paginas:1: es un archivo y debe ser una carpeta',
  ],
  [
    'a folder in the place of a file',
    {
      'prueba/cursos/minimo/01-inicio/modulo.yaml': null,
      'prueba/cursos/minimo/01-inicio/modulo.yaml/nada.txt': 'Hola.\n',
    },
    'prueba/cursos/minimo/01-inicio/modulo.yaml:1: es una carpeta y debe ser un archivo',
  ],
]

it.each(CASES)('reports %s once, in one sentence', async (_name, changes, mistake) => {
  expect(await refusalOf(anAcademy(changes))).toBe(mistake)
})

it('takes courses that cannot be read for no brand without courses', async () => {
  const folder = anAcademy()
  rmSync(join(folder, 'prueba/cursos'), { recursive: true })
  writeFileSync(join(folder, 'prueba/cursos'), '')
  expect(await refusalOf(folder)).toContain('prueba/cursos:1: es un archivo y debe ser una carpeta')
})

it('says that a brand is not an academy', async () => {
  expect(await refusalOf(join(anAcademy(), 'prueba'))).toBe(
    '.:1: esta carpeta es la de una marca; usa la que la contiene',
  )
})
