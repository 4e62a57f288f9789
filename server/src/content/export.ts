import type { CourseDocument } from '@campus/contract/documents/course'
import type { EvaluationDocument } from '@campus/contract/documents/evaluation'
import type { PageDocument } from '@campus/contract/documents/site'
import { eq } from 'drizzle-orm'
import { courseDocuments } from '../features/authoring/course.document.ts'
import { lessonDocuments } from '../features/authoring/lesson.document.ts'
import { prizeDocuments } from '../features/awards/prizes.document.ts'
import { clientes } from '../features/brands/brands.tables.ts'
import { landingDocuments } from '../features/catalogue/landing.document.ts'
import { evaluationDocuments } from '../features/exams/evaluation.document.ts'
import { paginas } from '../features/pages/pages.tables.ts'
import { topicDocuments } from '../features/prompts/topic.document.ts'
import type { DocumentRules } from '../kit/documents/documents.ts'
import type { Db } from '../platform/db/database.ts'
import { fail } from '../platform/failures.ts'
import type { Storage } from '../platform/files/storage.ts'
import { OF_COURSE, OF_MODULE } from './course.ts'
import { courseNames, createNames, orderedNames } from './export-names.ts'
import { type ExportedFile, type Placed, placeFiles } from './export-placed.ts'
import { type CourseRow, categoriesOf, courseRow, coursesOf, teachersOf, topicsOf } from './export-rows.ts'
import { brandFile, pageFile, peopleFile, prizesFile, topicsFile } from './write-brand.ts'
import { courseFile, evaluationFile, lessonFile } from './write-course.ts'
import { toYaml } from './write-yaml.ts'

type Deps = { db: Db; storage: Storage }

/** One state of the tables for all that is read at once. */
const snapshot = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' })

async function documentsOf<D>(
  tx: Db,
  rules: DocumentRules<D>,
  brand: number,
  names: string[],
): Promise<Map<string, D>> {
  return rules.read(tx, await rules.find(tx, brand, names))
}

async function missingOf(storage: Storage, keys: Iterable<string>): Promise<Set<string>> {
  const missing = new Set<string>()
  for (const key of keys) if (!(await storage.has(key))) missing.add(key)
  return missing
}

type Omitted = { archivado: number; sin_publicar: number; sin_docente: number; archivos: number }

/** Writes texts until each file that they name is there, then those files. */
async function* folderOf(
  { storage, omitted }: { storage: Storage; omitted: Omitted },
  place: string,
  write: (placed: Placed) => Map<string, string>,
): AsyncGenerator<ExportedFile> {
  const wished = placeFiles(new Set())
  write(wished)
  const missing = await missingOf(storage, wished.files.keys())
  omitted.archivos += missing.size
  const placed = placeFiles(missing)
  for (const [path, text] of write(placed)) yield { path: place + path, text }
  for (const [key, path] of placed.files) yield { path: place + path, key }
}

type Outline = {
  /** Folder by id. */
  modules: Map<number, string>
  /** `module/lesson` by id. */
  lessons: Map<number, string>
}

function outlineOf({ modulos }: CourseRow): Outline {
  const outline: Outline = { modules: new Map(), lessons: new Map() }
  const names = orderedNames(modulos, 'modulo')
  for (const [at, module] of modulos.entries()) {
    const folder = names[at] ?? ''
    outline.modules.set(module.id, folder)
    const inner = orderedNames(module.lecciones, 'leccion')
    for (const [n, lesson] of module.lecciones.entries()) outline.lessons.set(lesson.id, `${folder}/${inner[n]}`)
  }
  return outline
}

type Exam = CourseRow['evaluaciones'][number]

/** Names of exams and surveys of one place: their own keys where the loader knows such a name. */
function examNames(exams: Exam[], documents: Map<string, EvaluationDocument>, ofCourse: boolean): string[] {
  const known = ofCourse ? OF_COURSE : OF_MODULE
  const isOwn = ({ clave }: Exam) => known.test(`${clave}.yaml`)
  const draw = createNames(exams.filter(isOwn).map(({ clave }) => clave))
  const exam = ofCourse ? 'examen-final' : 'examen'
  const kindOf = ({ id }: Exam) => (documents.get(`evaluacion:${id}`)?.modelo === 'encuesta' ? 'encuesta' : exam)
  return exams.map((one) => (isOwn(one) ? one.clave : draw(kindOf(one))))
}

/** Their paths in the course. */
function examPaths(exams: Exam[], documents: Map<string, EvaluationDocument>, { modules }: Outline): Map<Exam, string> {
  const paths = new Map<Exam, string>()
  for (const [module, some] of Map.groupBy(exams, ({ id_modulo }) => id_modulo)) {
    const folder = module === null ? '' : `${modules.get(module)}/`
    const names = examNames(some, documents, module === null)
    for (const [at, one] of some.entries()) paths.set(one, folder + names[at])
  }
  return paths
}

async function readCourse(db: Db, brand: number, id: number) {
  return snapshot(db, async (tx) => {
    const row = await courseRow(tx, id)
    if (!row) return null
    const lessons = row.modulos.flatMap(({ lecciones }) => lecciones.map((lesson) => `leccion:${lesson.id}`))
    const exams = row.evaluaciones.map((exam) => `evaluacion:${exam.id}`)
    const [card] = (await documentsOf(tx, courseDocuments, brand, [`curso:${id}`])).values()
    return {
      row,
      card,
      lessons: await documentsOf(tx, lessonDocuments, brand, lessons),
      exams: await documentsOf(tx, evaluationDocuments, brand, exams),
    }
  })
}

type ReadCourse = NonNullable<Awaited<ReturnType<typeof readCourse>>>

function moduleTexts(card: CourseDocument, outline: Outline): [path: string, text: string][] {
  return card.modulos.flatMap(({ id, nombre, horas }): [path: string, text: string][] => {
    const folder = outline.modules.get(id)
    // Those that wait for a lesson have none to carry.
    if (folder === undefined) return []
    return [[`${folder}/modulo.yaml`, toYaml({ nombre, horas: horas ?? 0 })]]
  })
}

function lessonTexts({ row, lessons }: ReadCourse, outline: Outline, placed: Placed): [path: string, text: string][] {
  return [...outline.lessons].flatMap(([id, path]) => {
    const document = lessons.get(`leccion:${id}`)
    const sesiones = row.sesiones.filter(({ id_leccion }) => id_leccion === id)
    return document ? [[`${path}.md`, lessonFile(document, sesiones, placed)]] : []
  })
}

function examTexts({ row, exams }: ReadCourse, outline: Outline, placed: Placed): [path: string, text: string][] {
  return [...examPaths(row.evaluaciones, exams, outline)].flatMap(([exam, path]) => {
    const document = exams.get(`evaluacion:${exam.id}`)
    const around = { lessons: outline.lessons, placed, above: path.includes('/') ? '../' : '' }
    return document ? [[`${path}.yaml`, evaluationFile(document, around)]] : []
  })
}

function courseTexts(read: ReadCourse, placed: Placed): Map<string, string> {
  const { row, card } = read
  const outline = outlineOf(row)
  if (!card) return new Map()
  return new Map([
    ['curso.md', courseFile(card, row, placed)],
    ...moduleTexts(card, outline),
    ...lessonTexts(read, outline, placed),
    ...examTexts(read, outline, placed),
  ])
}

async function readBrand(tx: Db, brand: number, courses: number[]) {
  const [row] = await tx.select().from(clientes).where(eq(clientes.id, brand))
  if (!row) throw fail('NO_ENCONTRADO')
  const [landing] = (await documentsOf(tx, landingDocuments, brand, ['portada'])).values()
  const [prizes] = (await documentsOf(tx, prizeDocuments, brand, ['premios'])).values()
  const names = await topicsOf(tx, brand)
  const topics = await documentsOf(tx, topicDocuments, brand, names)
  const pages = await tx.select().from(paginas).where(eq(paginas.id_cliente, brand))
  return {
    row,
    landing,
    prizes,
    topics: names.flatMap((name) => topics.get(name) ?? []),
    pages: pages as (PageDocument & { clave: string })[],
    categories: (await categoriesOf(tx, brand, courses)).map(({ nombre }) => nombre),
    teachers: await teachersOf(tx, courses),
  }
}

type ReadBrand = Awaited<ReturnType<typeof readBrand>>

function brandTexts(read: ReadBrand, placed: Placed): Map<string, string> {
  const texts = new Map<string, string>()
  if (read.landing) texts.set('marca.yaml', brandFile(read.row, read.landing, read.categories, placed))
  if (read.prizes && read.prizes.premios.length > 0) texts.set('premios.yaml', prizesFile(read.prizes, placed))
  if (read.topics.length > 0) texts.set('prompts.yaml', topicsFile(read.topics))
  for (const page of read.pages) texts.set(`paginas/${page.clave}.md`, pageFile(page))
  return texts
}

export type Export = {
  slug: string
  nombre: string
  /** Each file when it is requested. */
  files: AsyncIterable<ExportedFile>
  cursos: number
  /** What stayed out; files that the storage no longer has are known at the end. */
  fuera: Omitted
}

/**
 * A brand, or one of its courses alone, as files of docs/content-format.md that a load reads as the same tables. Each folder
 * is read when it is requested, so that a large academy is never in memory.
 * @throws NO_ENCONTRADO
 */
export async function openExport({ db, storage }: Deps, brand: number, only: number | null = null): Promise<Export> {
  const { listed, read } = await snapshot(db, async (tx) => {
    const listed = await coursesOf(tx, brand, only)
    const shown = listed.filter(({ fuera }) => fuera === null).map(({ id }) => id)
    return { listed, read: await readBrand(tx, brand, shown) }
  })
  const courses = listed.filter(({ fuera }) => fuera === null)
  const [alone] = listed
  if (only !== null && !alone) throw fail('NO_ENCONTRADO')
  const names = courseNames(courses)
  const count = (why: string) => listed.filter(({ fuera }) => fuera === why).length
  const omitted: Omitted = {
    archivado: count('archivado'),
    sin_publicar: count('sin_publicar'),
    sin_docente: count('sin_docente'),
    archivos: 0,
  }
  const { slug } = read.row
  const places = { storage, omitted }

  async function* ofBrand(): AsyncGenerator<ExportedFile> {
    if (read.teachers.length > 0)
      yield* folderOf(places, '', (placed) => new Map([['personas.yaml', peopleFile(slug, read.teachers, placed)]]))
    yield* folderOf(places, `${slug}/`, (placed) => brandTexts(read, placed))
  }

  async function* files(): AsyncGenerator<ExportedFile> {
    if (only === null) yield* ofBrand()
    const above = only === null ? `${slug}/cursos/` : ''
    for (const [at, { id }] of courses.entries()) {
      const name = names[at] ?? ''
      const course = await readCourse(db, brand, id)
      if (course) yield* folderOf(places, `${above}${name}/`, (placed) => courseTexts(course, placed))
    }
  }

  return {
    slug,
    nombre: alone && only !== null ? alone.nombre : read.row.nombre,
    files: files(),
    cursos: courses.length,
    fuera: omitted,
  }
}
