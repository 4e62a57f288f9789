import { expect, it } from 'vitest'
import { anAcademy, type Changes } from '../../test/academy.ts'
import { useApp } from '../../test/harness.ts'
import { placeCourses } from '../features/authoring/from-files.ts'
import { placeExams } from '../features/exams/exams.ts'
import { storedQuestions } from '../features/exams/write-exams.ts'
import { readAcademy } from './academy.ts'
import { courseDocument, evaluationDocument, lessonDocument } from './course-documents.ts'
import { KINDS } from './document-kinds.ts'
import { underLoadLock, writeAcademy } from './load.ts'

const t = useApp()
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
  const tx = t.deps.db
  const [category] = await t.database.sql`SELECT id FROM categorias WHERE nombre = ${course.categoria}`
  const ids = await placeCourses(tx, 3, [{ ...course, id_categoria: category?.id }], () => true)
  const id_curso = ids.get('minimo') ?? 0
  const exams = course.evaluaciones.map((evaluation) => {
    const id_modulo = evaluation.modulo === null ? null : (ids.get(`minimo/${evaluation.modulo}`) ?? null)
    return { evaluation, row: { ...evaluation, id_curso, id_modulo } }
  })
  const examIds = await placeExams(
    tx,
    exams.map(({ row: { id_modulo, clave, nombre, modelo } }) => ({ id_curso, id_modulo, clave, nombre, modelo })),
  )
  const stored = await storedQuestions(tx, examIds)
  const lessons = course.modulos.flatMap((module) =>
    module.lecciones.map((lesson) => ({ lesson, id: ids.get(`minimo/${module.clave}/${lesson.clave}`) })),
  )
  return new Map<string, unknown>([
    [`curso:${id_curso}`, courseDocument(course, category?.id, { ids, addresses })],
    ...lessons.map(({ id, lesson }) => [`leccion:${id}`, lessonDocument(lesson, addresses)] as const),
    ...exams.map(({ evaluation, row: { id_modulo } }, at) => {
      const own = stored.filter(({ id_evaluacion }) => id_evaluacion === examIds[at])
      const place = { clave: 'minimo', ids, addresses, id_modulo, stored: own }
      return [`evaluacion:${examIds[at]}`, evaluationDocument(evaluation, place)] as const
    }),
  ])
}

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
  expect(await ofTables(given.keys())).toEqual(given)
})

it('a document is trimmed and clean already when it comes from a file', async () => {
  const folder = anAcademy({})
  await load(folder)
  for (const [name, document] of await ofFiles(folder)) {
    const rules = KINDS[name.split(':')[0] as keyof typeof KINDS]
    expect(rules?.clean(document as never), name).toEqual(document)
  }
})
