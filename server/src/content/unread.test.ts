import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anAcademy, type Changes } from '../../test/academy.ts'
import { readAcademy } from './academy.ts'
import { ContentError } from './reader.ts'

const COURSE = 'prueba/cursos/minimo'
const MODULE = `${COURSE}/01-inicio`
const LESSON = '---\ntitulo: Otra\n---\nHola.\n'

type Outcome = { mistakes: string[]; lessons: string[] }

async function outcomeOf(folder: string): Promise<Outcome> {
  try {
    const { brands } = await readAcademy(folder, { today: '2026-11-20', demo: true })
    const modules = brands.flatMap(({ cursos }) => cursos.flatMap(({ modulos }) => modulos))
    const lessons = modules.flatMap(({ clave, lecciones }) => lecciones.map((lesson) => `${clave}/${lesson.clave}`))
    return { mistakes: [], lessons }
  } catch (error) {
    if (error instanceof ContentError) return { mistakes: error.message.split('\n'), lessons: [] }
    throw error
  }
}

const withFiles = (...files: string[]): Changes => Object.fromEntries(files.map((file) => [file, LESSON]))
const LESSONS = ['01-inicio/01-primera', '01-inicio/02-segunda']
const reasonOf = (known: string) => `nadie lee esto; aquí van ${known}, y lo que un texto nombra`
const OF_ROOT = reasonOf('personas.yaml y la carpeta de cada marca, con su marca.yaml')
const OF_BRAND = reasonOf('marca.yaml, premios.yaml, prompts.yaml, foros.yaml, comentarios.yaml, paginas, cursos')
const OF_COURSE = reasonOf('curso.md, examen-final.yaml, encuesta.yaml y carpetas de módulos como 01-nombre')
const OF_MODULE = reasonOf('modulo.yaml, examen.yaml, encuesta.yaml y lecciones como 01-nombre.md')
const OF_PAGES = reasonOf('terminos.md, privacidad.md, preguntas-frecuentes.md, reembolsos.md')

describe('what is not read is refused with the names that are known there', () => {
  it.each([
    [`${MODULE}/27-lección.docx`, OF_MODULE],
    [`${MODULE}/21-MAYUS.MD`, OF_MODULE],
    [`${MODULE}/examen.yml`, OF_MODULE],
    [`${MODULE}/examen (1).yaml`, OF_MODULE],
    [`${COURSE}/03-suelta.md`, OF_COURSE],
    [`${COURSE}/archivos/guia (1).pdf`, OF_COURSE],
    ['prueba/cursos/otro.md', reasonOf('la carpeta de cada curso')],
    ['prueba/premio.yaml', OF_BRAND],
    ['prueba/banner-viejo.psd', OF_BRAND],
    ['persona.yaml', OF_ROOT],
    ['prueba/paginas/terminos.docx', OF_PAGES],
  ])('a file: %s', async (file, reason) => {
    expect((await outcomeOf(anAcademy(withFiles(file)))).mistakes).toEqual([`${file}:1: ${reason}`])
  })

  it.each([
    [`${MODULE}/extra`, OF_MODULE],
    [`${COURSE}/modulo-dos`, OF_COURSE],
    ['prueba/curso', OF_BRAND],
    ['nueva', OF_ROOT],
  ])('a folder: %s', async (folder, reason) => {
    const academy = anAcademy(withFiles(`${folder}/modulo.yaml`, `${folder}/01-una.md`))
    expect((await outcomeOf(academy)).mistakes).toEqual([`${folder}:1: ${reason}`])
  })

  it('courses and modules that lack their own file', async () => {
    const academy = anAcademy(withFiles('prueba/cursos/nuevo/01-uno/01-una.md'))
    expect((await outcomeOf(academy)).mistakes).toEqual([
      'prueba/cursos/nuevo/01-uno/modulo.yaml:1: falta el archivo',
      'prueba/cursos/nuevo/curso.md:1: falta el archivo',
    ])
  })
})

it('passes over what systems leave behind, and a README', async () => {
  const names = [
    'desktop.ini',
    'Thumbs.db',
    '.DS_Store',
    '._01-primera.md',
    '.~lock.01-primera.md#',
    '~$primera.docx',
    '01-primera.md~',
    '__MACOSX/01-inicio/._01-primera.md',
    '@eaDir/x.md',
    '.git/config.md',
    'x.md.tmp',
    'README.txt',
  ]
  const places = ['', 'prueba/', 'prueba/cursos/', `${COURSE}/`, `${MODULE}/`, 'prueba/paginas/']
  const files = places.flatMap((place) => names.map((name) => `${place}${name}`))
  expect(await outcomeOf(anAcademy(withFiles(...files)))).toEqual({ mistakes: [], lessons: LESSONS })
})

const NFD = 'introducci\u006f\u0301n'
const NFC = 'introducción'

describe('names', () => {
  it('with accents as macOS writes them are those that texts say', async () => {
    const academy = anAcademy({
      [`${MODULE}/03-${NFD}.md`]: LESSON,
      [`${COURSE}/${NFD}/guía.txt`.normalize('NFD')]: 'Hola.\n',
      [`${MODULE}/01-primera.md`]: ['archivos/guion.txt', `${NFC}/guía.txt`.normalize('NFC')],
      [`${MODULE}/examen.yaml`]: ['leccion: 01-primera', `leccion: 03-${NFC}`],
    })
    expect(await outcomeOf(academy)).toEqual({ mistakes: [], lessons: [...LESSONS, `01-inicio/03-${NFC}`] })
  })

  it('are found where the text has the accents of macOS', async () => {
    const academy = anAcademy({
      [`${COURSE}/archivos/guía.txt`]: 'Hola.\n',
      [`${MODULE}/01-primera.md`]: ['archivos/guion.txt', 'archivos/guía.txt'.normalize('NFD')],
    })
    expect((await outcomeOf(academy)).mistakes).toEqual([])
  })

  it('that differ in the form of an accent alone are one on another system', async () => {
    const academy = anAcademy(withFiles(`${MODULE}/03-${NFC}.md`, `${MODULE}/03-${NFD}.md`))
    expect((await outcomeOf(academy)).mistakes).toEqual([
      `${MODULE}/03-${NFC}.md:1: hay dos con este nombre, con sus acentos en formas distintas`,
    ])
  })

  it('in other capitals are told with what is there', async () => {
    const academy = anAcademy({ 'prueba/marca.yaml': ['logo: logo.svg', 'logo: Logo.SVG'] })
    expect((await outcomeOf(academy)).mistakes).toEqual([
      'prueba/marca.yaml:3: no existe el archivo «prueba/Logo.SVG»; hay «prueba/logo.svg»: las mayúsculas cuentan',
    ])
  })

  it('that link to a folder are read as the folder, and a circle ends', async () => {
    const academy = anAcademy()
    const elsewhere = anAcademy()
    const link = join(academy, 'prueba/cursos/otro')
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(elsewhere, COURSE), link)
    symlinkSync(academy, join(academy, COURSE, 'archivos/vuelta'))
    expect(await outcomeOf(academy)).toEqual({ mistakes: [], lessons: [...LESSONS, ...LESSONS] })
  })
})
