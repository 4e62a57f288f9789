import { beforeEach, expect, it } from 'vitest'
import { anAcademy, type Changes, withoutBrands } from '../../test/academy.ts'
import { useApp } from '../../test/harness.ts'
import { readAcademy } from './academy.ts'
import { courseDocument, evaluationDocument, lessonDocument } from './course-documents.ts'
import { KINDS } from './document-kinds.ts'
import { underLoadLock, writeAcademy } from './load.ts'

const t = useApp()
beforeEach(() => withoutBrands(t))
/** Days of files count from here. */
const TODAY = '2026-11-20'
const COURSE = 'prueba/cursos/minimo/curso.md'
const LESSON = 'prueba/cursos/minimo/01-inicio/01-primera.md'
const EXAM = 'prueba/cursos/minimo/01-inicio/examen.yaml'
const SURVEY = 'prueba/cursos/minimo/encuesta.yaml'

async function load(folder: string) {
  const academy = await readAcademy(folder, { today: TODAY, demo: true })
  await underLoadLock(t.deps.db, (tx) => writeAcademy(tx, t.deps.storage, academy))
}

/** The documents of the course's files, as they would be written now. */
async function ofFiles(folder: string) {
  const { brands, assets } = await readAcademy(folder, { today: TODAY, demo: true })
  const addresses = await assets.store(t.deps.storage)
  const [course] = brands[0]?.cursos ?? []
  if (!course) throw new Error('the academy has no course')
  const { sql } = t.database
  const [category] = await sql`SELECT id FROM categorias WHERE nombre = ${course.categoria}`
  const placed = await sql`SELECT clave AS path, id FROM cursos
    UNION ALL SELECT c.clave || '/' || m.clave, m.id FROM modulos m JOIN cursos c ON c.id = m.id_curso
    UNION ALL SELECT c.clave || '/' || m.clave || '/' || l.clave, l.id FROM lecciones l
      JOIN modulos m ON m.id = l.id_modulo JOIN cursos c ON c.id = m.id_curso`
  const ids = new Map(placed.map(({ path, id }) => [String(path), Number(id)]))
  const exams = await sql`SELECT id, id_modulo, clave FROM evaluaciones`
  const lessons = course.modulos.flatMap((module) =>
    module.lecciones.map((lesson) => ({ lesson, id: ids.get(`minimo/${module.clave}/${lesson.clave}`) })),
  )
  return new Map<string, unknown>([
    [`curso:${ids.get('minimo')}`, courseDocument(course, category?.id, { ids, addresses })],
    ...lessons.map(({ id, lesson }) => [`leccion:${id}`, lessonDocument(lesson, addresses)] as const),
    ...course.evaluaciones.map((evaluation) => {
      const row = exams.find(({ clave }) => clave === evaluation.clave)
      const place = { clave: 'minimo', ids, addresses, id_modulo: row?.id_modulo ?? null }
      return [`evaluacion:${row?.id}`, evaluationDocument(evaluation, place)] as const
    }),
  ])
}

/** Without the ids of questions and options, which files do not have. */
const withoutPartIds = (texts: Map<string, unknown>): unknown =>
  JSON.parse(
    JSON.stringify([...texts], (key, value) =>
      key === 'preguntas' || key === 'opciones' ? value.map(({ id: _, ...part }: { id: unknown }) => part) : value,
    ),
  )

async function ofTables(names: Iterable<string>) {
  const found = new Map<string, unknown>()
  for (const name of names) {
    const rules = KINDS[name.split(':')[0] as keyof typeof KINDS]
    const read = await rules?.read(t.deps.db, await rules.find(t.deps.db, 3, [name]))
    found.set(name, read?.get(name))
  }
  return found
}

const question = (more: string) => `${EXAM_HEAD}  - pregunta: ¿Qué?\n    valor: 7.25\n${more}`
const EXAM_HEAD = 'nombre: E\nmodelo: examen\nduracion: 5\npreguntas:\n'

const CASES: [string, Changes][] = [
  ['as it is', {}],
  [
    'a picture with words, another level and no date',
    {
      [COURSE]: [
        'nivel: Básico\ncosto: 149.90\nhoras: 12.5\nfecha_inicio: 2026-11-02',
        'nivel: Avanzado\ncosto: 149.90\nhoras: 0.5\nimagen_alt: Un cuadro',
      ],
    },
  ],
  ['a free lesson', { [LESSON]: ['duracion: 9', 'duracion: 9\ngratis: true'] }],
  [
    'a lesson of text alone',
    { [LESSON]: '---\ntitulo: Sola\n---\n# Uno\n\n- **dos** & «tres»\n\n| a | b |\n| - | - |\n| 1 | 2 |\n' },
  ],
  [
    'videos of both providers',
    {
      [LESSON]:
        '---\ntitulo: Dos\nvideos:\n  - { tipo_video: vimeo, enlace: "https://vimeo.com/76979871/abcdef1234", titulo: Uno }\n  - { tipo_video: youtube, enlace: "https://youtu.be/aqz-KE-bpKQ" }\n---\n',
    },
  ],
  ['a lesson less', { 'prueba/cursos/minimo/01-inicio/02-segunda.md': null }],
  [
    'one answer',
    {
      [EXAM]: question(
        '    opciones: [Sí, No, 7]\n    correcta: 3\n    leccion: 01-primera\n    segundo: 3\n    explicacion: "*Siete*."\n',
      ),
    },
  ],
  ['an open answer with what to look for', { [EXAM]: question('    tipo: abierta\n    criterio: Da un ejemplo.\n') }],
  [
    'an open answer with a picture',
    {
      [EXAM]: question('    tipo: abierta\n    imagen: ../portada.svg\n    imagen_alt: Una portada\n'),
    },
  ],
  [
    'several answers',
    { [EXAM]: question('    tipo: varias\n    opciones: [Uno, Dos, Tres]\n    correctas: [1, 3]\n') },
  ],
  ['a short answer', { [EXAM]: question('    tipo: corta\n    respuestas: [Lima, la capital, 7]\n') }],
  [
    'a number with a tolerance',
    { [EXAM]: question('    tipo: numerica\n    respuesta: -2.5\n    tolerancia: 0.125\n') },
  ],
  ['a number without one', { [EXAM]: question('    tipo: numerica\n    respuesta: 0\n') }],
  ['a range', { [EXAM]: question('    tipo: numerica\n    desde: -1.5\n    hasta: 2\n') }],
  [
    'pairs',
    {
      [EXAM]: question(
        '    tipo: emparejar\n    parejas: [{ izquierda: A, derecha: B }, { izquierda: C, derecha: B }]\n    distractores: [D]\n',
      ),
    },
  ],
  [
    'an exam hidden, with a window',
    {
      [EXAM]: ['modelo: examen', 'modelo: examen\nvisible: false\ninstrucciones: "Lee **todo**."'],
    },
  ],
  [
    'a survey of three kinds with a clock',
    {
      [SURVEY]:
        'nombre: Encuesta\nmodelo: encuesta\nduracion: 3\npreguntas:\n  - { pregunta: Uno, opciones: [a, b] }\n  - { pregunta: Dos, tipo: varias, opciones: [a, b] }\n  - { pregunta: Tres, tipo: abierta }\n',
    },
  ],
]

it.each(CASES)('files, documents and tables say the same: %s', async (_name, changes) => {
  const folder = anAcademy(changes)
  await load(folder)
  const given = await ofFiles(folder)
  expect(given.size).toBeGreaterThanOrEqual(4)
  expect(withoutPartIds(await ofTables(given.keys()))).toEqual(withoutPartIds(given))
})

it('a document is trimmed and clean already when it comes from a file', async () => {
  const folder = anAcademy({})
  await load(folder)
  for (const [name, document] of await ofFiles(folder)) {
    const rules = KINDS[name.split(':')[0] as keyof typeof KINDS]
    expect(rules?.clean(document as never), name).toEqual(document)
  }
})
