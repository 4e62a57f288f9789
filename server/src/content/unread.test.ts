import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anAcademy, type Changes } from '../../test/academy.ts'
import { readAcademy } from './academy.ts'
import { ContentError } from './reader.ts'

const COURSE = 'prueba/cursos/minimo'
const MODULE = `${COURSE}/01-inicio`
const LESSON = '---\ntitulo: Otra\n---\nHola.\n'

type Outcome = { mistakes: string[]; unused: string[]; lessons: string[] }

async function outcomeOf(folder: string): Promise<Outcome> {
  try {
    const { brands, unused } = await readAcademy(folder, { today: '2026-11-20', demo: true })
    const modules = brands.flatMap(({ cursos }) => cursos.flatMap(({ modulos }) => modulos))
    const lessons = modules.flatMap(({ clave, lecciones }) => lecciones.map((lesson) => `${clave}/${lesson.clave}`))
    return { mistakes: [], unused, lessons }
  } catch (error) {
    if (error instanceof ContentError) return { mistakes: error.message.split('\n'), unused: [], lessons: [] }
    throw error
  }
}

const withFiles = (...files: string[]): Changes => Object.fromEntries(files.map((file) => [file, LESSON]))
const LESSONS = ['01-inicio/01-primera', '01-inicio/02-segunda']
const MD = 'nadie lee este archivo; el nombre de una lección termina en .md, en minúsculas'
const OF_BRAND =
  'nadie lee este archivo; se esperaba marca.yaml, premios.yaml, prompts.yaml, foros.yaml, comentarios.yaml'
const OF_COURSE = 'nadie lee este archivo; se esperaba curso.md, examen-final.yaml, encuesta.yaml'
const OF_MODULE = 'nadie lee este archivo; se esperaba modulo.yaml, examen.yaml, encuesta.yaml'
const STRAY = 'nadie lee este archivo; su carpeta no es la de una marca, un curso o un módulo'
const DEEP = 'nadie lee este archivo; una lección está en la carpeta de su módulo'

describe('a file that looks like content and is not read', () => {
  it.each([
    [`${MODULE}/25-notas.md.txt`, MD],
    [`${MODULE}/21-MAYUS.MD`, MD],
    [`${MODULE}/26-otra.markdown`, MD],
    [`${MODULE}/27-lección.docx`, MD],
    [`${MODULE}/28-lección.gdoc`, MD],
    [`${MODULE}/29-lección.md - Acceso directo.lnk`, MD],
    [`${MODULE}/examen.yml`, OF_MODULE],
    [`${MODULE}/examen (1).yaml`, 'parece una copia de «examen.yaml»; bórrala o cámbiale el nombre'],
    [`${MODULE}/extra/03-otra.md`, DEEP],
    [`${MODULE}/.03-otra.md.icloud`, 'está en iCloud y no aquí; descárgalo'],
    ['prueba/curso/otro/curso.md', STRAY],
    ['apuntes/curso.md', STRAY],
    [`${COURSE}/modulos/02-dos/modulo.yaml`, STRAY],
    [`${COURSE}/03-suelta.md`, OF_COURSE],
    [`${COURSE}/examen.yaml`, OF_COURSE],
    [`${COURSE}/examen-final.yaml.txt`, OF_COURSE],
    ['prueba/cursos/otro.md', 'nadie lee este archivo; cada curso es una carpeta con su curso.md'],
    ['prueba/terminos.md', OF_BRAND],
    ['prueba/premio.yaml', OF_BRAND],
    ['prueba/foros.yml', OF_BRAND],
    ['persona.yaml', 'nadie lee este archivo; se esperaba personas.yaml'],
    [
      'prueba/paginas/terminos.docx',
      'nadie lee este archivo; se esperaba terminos.md, privacidad.md, preguntas-frecuentes.md, reembolsos.md',
    ],
  ])('is told: %s', async (file, reason) => {
    expect((await outcomeOf(anAcademy(withFiles(file)))).mistakes).toEqual([`${file}:1: ${reason}`])
  })

  it.each([
    [
      `${COURSE}/modulo-dos`,
      ['modulo.yaml', '01-una.md'],
      'nadie lee esta carpeta; el nombre de la de un módulo empieza con un número, como 02-ventas',
    ],
    ['nueva', ['paginas/terminos.md', 'foros.yaml'], 'nadie lee esta carpeta; la de una marca tiene su marca.yaml'],
    ['nueva', ['marca.yaml.txt'], 'nadie lee esta carpeta; la de una marca tiene su marca.yaml'],
  ])('is told with its folder: %s', async (folder, files, reason) => {
    const academy = anAcademy(withFiles(...files.map((file) => `${folder}/${file}`)))
    expect((await outcomeOf(academy)).mistakes).toEqual([`${folder}:1: ${reason}`])
  })

  it('is told of courses and modules that lack their own file', async () => {
    const academy = anAcademy(withFiles('prueba/cursos/nuevo/01-uno/01-una.md'))
    expect((await outcomeOf(academy)).mistakes).toEqual([
      'prueba/cursos/nuevo/01-uno/modulo.yaml:1: falta el archivo',
      'prueba/cursos/nuevo/curso.md:1: falta el archivo',
    ])
  })
})

describe('a copy beside its original', () => {
  it.each([
    '01-primera (1).md',
    '01-primera - copia.md',
    '01-primera copia 2.md',
    'Copia de 01-primera.md',
    'Copy of 01-primera.md',
    'Copia de Copia de 01-primera.md',
    'Copia de 01-primera (1).md',
    '01-primera - copia (2).md',
    '01-primera (copia).md',
    '01-primera (3.ª copia).md',
    "01-primera (Ana's conflicted copy 2026-11-02).md",
    '01-primera (Copia en conflicto de Ana).md',
  ])('is no second lesson: %s', async (name) => {
    expect((await outcomeOf(anAcademy(withFiles(`${MODULE}/${name}`)))).mistakes).toEqual([
      `${MODULE}/${name}:1: parece una copia de «01-primera.md»; bórrala o cámbiale el nombre`,
    ])
  })

  it('is no second module', async () => {
    const copy = { [`${COURSE}/01-inicio - copia/modulo.yaml`]: 'nombre: Inicio\nhoras: 4\n' }
    expect((await outcomeOf(anAcademy(copy))).mistakes).toEqual([
      `${COURSE}/01-inicio - copia:1: parece una copia de «01-inicio»; bórrala o cámbiale el nombre`,
    ])
  })

  it('is a lesson of its own where there is no original', async () => {
    const academy = anAcademy(withFiles(`${MODULE}/03-integrales (2).md`))
    expect((await outcomeOf(academy)).lessons).toEqual([...LESSONS, '01-inicio/03-integrales (2)'])
  })
})

it('passes over what systems leave behind', async () => {
  const names = [
    'desktop.ini',
    'Desktop.ini',
    'Thumbs.db',
    'ehthumbs.db',
    '.DS_Store',
    '._01-primera.md',
    '.~lock.01-primera.md#',
    '~$primera.docx',
    '01-primera.md~',
    'Icon\r',
    '__MACOSX/01-inicio/._01-primera.md',
    '@eaDir/x.md',
    '.git/config.md',
    'x.md.tmp',
    'x.md.crdownload',
  ]
  const places = ['', 'prueba/', 'prueba/cursos/', `${COURSE}/`, `${MODULE}/`, 'prueba/paginas/']
  const files = places.flatMap((place) => names.map((name) => `${place}${name}`))
  expect(await outcomeOf(anAcademy(withFiles(...files)))).toEqual({ mistakes: [], unused: [], lessons: LESSONS })
})

it('names files that no text names without refusing them', async () => {
  const files = [
    'notas.docx',
    'prueba/banner-viejo.psd',
    `${MODULE}/archivos/notas.txt`,
    `${MODULE}/foto.jpg`,
    `${COURSE}/archivos/borrador.md`,
    `${COURSE}/archivos/guia (1).pdf`,
    `${COURSE}/portada - copia.svg`,
  ]
  const academy = anAcademy(withFiles(...files, 'README.md', 'prueba/LEEME.txt'))
  expect(await outcomeOf(academy)).toEqual({ mistakes: [], unused: files, lessons: LESSONS })
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
    expect(await outcomeOf(academy)).toEqual({
      mistakes: [],
      unused: [`${COURSE}/archivos/guion.txt`],
      lessons: [...LESSONS, `01-inicio/03-${NFC}`],
    })
  })

  it('are found where the text has the accents of macOS', async () => {
    const academy = anAcademy({
      [`${COURSE}/archivos/guía.txt`]: 'Hola.\n',
      [`${MODULE}/01-primera.md`]: ['archivos/guion.txt', 'archivos/guía.txt'.normalize('NFD')],
    })
    expect((await outcomeOf(academy)).mistakes).toEqual([])
  })

  it('that differ in the form of an accent or in capitals are one on another system', async () => {
    const academy = anAcademy(withFiles(`${MODULE}/03-${NFC}.md`, `${MODULE}/03-${NFD}.md`, `${MODULE}/01-Primera.md`))
    expect((await outcomeOf(academy)).mistakes).toEqual([
      `${MODULE}/01-primera.md:1: «01-Primera.md» se llama igual; un nombre no puede cambiar solo en mayúsculas`,
      `${MODULE}/03-${NFC}.md:1: «03-${NFC}.md» se llama igual; un nombre no puede cambiar solo en mayúsculas`,
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
    writeFileSync(join(academy, COURSE, 'archivos/nada.pdf'), '')
    expect(await outcomeOf(academy)).toEqual({
      mistakes: [],
      unused: [`${COURSE}/archivos/nada.pdf`],
      lessons: [...LESSONS, ...LESSONS],
    })
  })
})
