import { dirname, join } from 'node:path'
import { MAX_DESCRIPTION, MAX_LESSON_TEXT, MAX_LESSONS, MAX_MODULES } from '@campus/contract/course-limits'
import { isBlank } from '@campus/contract/texts'
import type { z } from 'zod'
import type { Assets } from './assets.ts'
import { dayOf, instantOf, momentOf } from './dates.ts'
import { CourseFile, EvaluationFile, LessonFile, type MaterialEntry, ModuleFile } from './format.ts'
import type { QuestionEntry } from './format-questions.ts'
import { readText } from './markdown.ts'
import type { Checked, Reader } from './reader.ts'

/** Null fields are unknown because their file has mistakes. */
export type CourseContext = {
  reader: Reader
  assets: Assets
  today: string
  categories: string[] | null
  teachers: string[] | null
}

/** `leccion` is `module/lesson`. */
export type Question = Omit<QuestionEntry, 'leccion'> & { leccion: string | null }
export type Evaluation = {
  clave: string
  /** Null for an evaluation of the course. */
  modulo: string | null
  nombre: string
  instrucciones: string
  modelo: 'examen' | 'encuesta'
  visible: boolean
  intentos: number
  duracion: number | null
  fecha_apertura: string | null
  fecha_cierre: string | null
  preguntas: Question[]
}
type Session = { nombre: string; inicio: string; duracion: number; enlace: string }
export type Lesson = {
  clave: string
  titulo: string
  duracion: number
  gratis: boolean
  contenido: string
  videos: z.output<typeof LessonFile>['videos']
  materiales: MaterialEntry[]
  sesiones: Session[]
}
export type Module = z.output<typeof ModuleFile> & { clave: string; lecciones: Lesson[] }
export type Course = Omit<z.output<typeof CourseFile>, 'imagen' | 'promocion_hasta' | 'fecha_inicio'> & {
  clave: string
  fecha_inicio: string | undefined
  promocion_hasta: string | null
  descripcion: string
  imagen: string | undefined
  modulos: Module[]
  evaluaciones: Evaluation[]
}

async function readMaterials(
  context: CourseContext,
  course: string,
  checked: Checked<z.output<typeof LessonFile>>,
): Promise<MaterialEntry[]> {
  const materials: MaterialEntry[] = []
  for (const [at, material] of checked.value.materiales.entries()) {
    if (material.tipo === 'Texto') {
      const wrong = (_: number, reason: string) => checked.wrong(['materiales', at, 'texto'], reason)
      const texto = await readText(material.texto, { place: course, assets: context.assets }, wrong)
      materials.push({ ...material, texto })
    } else if (material.tipo === 'Enlace') materials.push(material)
    else {
      const file = join(course, material.ruta)
      const reason = await context.assets.file(file, material.tipo === 'Archivo', material.formato)
      if (reason) checked.wrong(['materiales', at, 'ruta'], reason)
      materials.push({ ...material, ruta: file })
    }
  }
  return materials
}

const sessionsOf = ({ sesiones }: z.output<typeof LessonFile>, today: string): Session[] =>
  sesiones.map(({ dias, fecha, hora_inicio, ...rest }) => ({
    ...rest,
    inicio: instantOf(dayOf({ dias, fecha }, today), hora_inicio),
  }))

/** `published`: what is empty in it would be on sale. */
type OpenCourse = CourseContext & { published: boolean }

const EMPTY_REASON =
  'escribe su texto, o dale un video, un material o una sesión; en un curso con publicado: false puede esperar'

async function readLesson(context: OpenCourse, course: string, file: string, clave: string): Promise<Lesson | null> {
  const checked = context.reader.markdown(file, LessonFile)
  if (!checked) return null
  const { titulo, duracion, gratis, videos } = checked.value
  const contenido = await readText(checked.text, { place: course, assets: context.assets }, checked.wrongAt)
  const materiales = await readMaterials(context, course, checked)
  const letters = materiales.reduce(
    (sum, material) => sum + (material.tipo === 'Texto' ? material.texto.length : 0),
    contenido.length,
  )
  const sesiones = sessionsOf(checked.value, context.today)
  if (context.published && videos.length + materiales.length + sesiones.length === 0 && isBlank(contenido))
    checked.wrong(['titulo'], `la lección «${titulo}» está vacía: ${EMPTY_REASON}`)
  if (letters > MAX_LESSON_TEXT)
    checked.wrong(['titulo'], `sus textos suman ${letters} caracteres y pueden tener hasta ${MAX_LESSON_TEXT}`)
  return {
    clave,
    titulo,
    duracion,
    gratis,
    contenido,
    videos,
    materiales,
    sesiones,
  }
}

async function readModule(context: OpenCourse, course: string, clave: string): Promise<Module | null> {
  const place = join(course, clave)
  const checked = context.reader.yaml(join(place, 'modulo.yaml'), ModuleFile)
  const lecciones: Lesson[] = []
  for (const name of context.reader.names(place, 'files').filter((file) => file.endsWith('.md'))) {
    const lesson = await readLesson(context, course, join(place, name), name.slice(0, -'.md'.length))
    if (lesson) lecciones.push(lesson)
  }
  if (lecciones.length > MAX_LESSONS)
    checked?.wrong(['nombre'], `tiene ${lecciones.length} lecciones y puede tener hasta ${MAX_LESSONS}`)
  return checked && { clave, ...checked.value, lecciones }
}

/** `module/lesson` of every file, readable or not, so that a mistake is reported once. */
function lessonPaths(context: CourseContext, course: string): string[] {
  const modules = context.reader.names(course, 'folders')
  return modules.flatMap((module) =>
    context.reader
      .names(join(course, module), 'files')
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${module}/${name.slice(0, -'.md'.length)}`),
  )
}

/** Searches the own module first, then a unique name in the course. */
function lessonPathOf(name: string, modulo: string | null, places: string[]): string | null {
  const own = `${modulo}/${name}`
  if (places.includes(own)) return own
  const found = places.filter((place) => place === name || place.endsWith(`/${name}`))
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Its path in the academy. */
async function readPicture(
  context: CourseContext,
  place: string,
  name: string | undefined,
  wrong: (reason: string) => void,
): Promise<string | undefined> {
  if (name === undefined) return undefined
  const file = join(place, name)
  const reason = await context.assets.picture(file)
  if (reason) wrong(reason)
  return file
}

async function readEvaluation(
  context: CourseContext,
  { file, course, clave, modulo }: { file: string; course: string; clave: string; modulo: string | null },
  lessons: string[],
): Promise<Evaluation | null> {
  const checked = context.reader.yaml(file, EvaluationFile)
  if (!checked) return null
  const { abre, cierra, preguntas, instrucciones, duracion = null, ...rest } = checked.value
  const fecha_apertura = momentOf(abre, context.today, 'opens')
  const fecha_cierre = momentOf(cierra, context.today, 'closes')
  if (fecha_apertura && fecha_cierre && fecha_cierre <= fecha_apertura)
    checked.wrong(['cierra'], 'cierra antes de abrir')
  const questions: Question[] = []
  for (const [at, question] of preguntas.entries()) {
    const leccion = question.leccion === undefined ? null : lessonPathOf(question.leccion, modulo, lessons)
    if (question.leccion !== undefined && leccion === null) {
      checked.wrong(
        ['preguntas', at, 'leccion'],
        `no se encuentra la lección «${question.leccion}», o hay varias: escribe módulo/lección`,
      )
    }
    const wrong = (reason: string) => checked.wrong(['preguntas', at, 'imagen'], reason)
    questions.push({ ...question, leccion, imagen: await readPicture(context, dirname(file), question.imagen, wrong) })
  }
  return {
    clave,
    modulo,
    ...rest,
    duracion,
    instrucciones: await readText(instrucciones, { place: course, assets: context.assets }, (_, reason) =>
      checked.wrong(['instrucciones'], reason),
    ),
    fecha_apertura,
    fecha_cierre,
    preguntas: questions,
  }
}

/** Exams and surveys of a course and of a module; there may be more than one, with a number. */
export const OF_COURSE = /^(?:examen-final|encuesta)(?:-[2-9]|-[1-9]\d)?\.yaml$/
export const OF_MODULE = /^(?:examen|encuesta)(?:-[2-9]|-[1-9]\d)?\.yaml$/

async function readEvaluations(context: CourseContext, course: string, modules: Module[]): Promise<Evaluation[]> {
  const places = [
    { place: course, modulo: null, names: OF_COURSE },
    ...modules.map(({ clave }) => ({ place: join(course, clave), modulo: clave, names: OF_MODULE })),
  ]
  const lessons = lessonPaths(context, course)
  const files = places.flatMap(({ place, modulo, names }) => {
    const found = context.reader.names(place, 'files').filter((file) => names.test(file))
    return found.map((file) => ({ place, modulo, name: file.slice(0, -'.yaml'.length) }))
  })
  const read: Evaluation[] = []
  for (const { place, modulo, name } of files) {
    const source = { file: join(place, `${name}.yaml`), course, clave: name, modulo }
    const evaluation = await readEvaluation(context, source, lessons)
    if (evaluation) read.push(evaluation)
  }
  return read
}

async function checkCourse(
  context: CourseContext,
  checked: Checked<z.output<typeof CourseFile>>,
  cover: string | undefined,
): Promise<void> {
  const { categoria, docentes } = checked.value
  if (context.categories && !context.categories.includes(categoria))
    checked.wrong(['categoria'], `marca.yaml no tiene la categoría «${categoria}»`)
  for (const [at, correo] of docentes.entries()) {
    const known = context.teachers === null || context.teachers.includes(correo)
    if (!known)
      checked.wrong(['docentes', at], `personas.yaml no tiene un docente de esta marca con el correo ${correo}`)
    if (docentes.indexOf(correo) !== at) checked.wrong(['docentes', at], 'el docente está repetido')
  }
  const reason = cover && (await context.assets.picture(cover, 16 / 9))
  if (reason) checked.wrong(['imagen'], reason)
}

/** The day itself, or that many days from the load. */
function startOf({ fecha_inicio }: z.output<typeof CourseFile>, today: string): string | undefined {
  return typeof fecha_inicio === 'object' ? dayOf(fecha_inicio, today) : fecha_inicio
}

/** `course` is a path in the academy; mistakes go to the reader. */
export async function readCourse(context: CourseContext, course: string, clave: string): Promise<Course | null> {
  const checked = context.reader.markdown(join(course, 'curso.md'), CourseFile)
  const imagen = checked?.value.imagen && join(course, checked.value.imagen)
  if (checked) await checkCourse(context, checked, imagen)
  const modulos: Module[] = []
  for (const name of context.reader.names(course, 'folders').filter((folder) => /^\d/.test(folder))) {
    const module = await readModule({ ...context, published: checked?.value.publicado === true }, course, name)
    if (module) modulos.push(module)
  }
  const evaluaciones = await readEvaluations(context, course, modulos)
  if (!checked) return null
  const promocion_hasta = momentOf(checked.value.promocion_hasta, context.today, 'closes')
  const descripcion = await readText(checked.text, { place: course, assets: context.assets }, checked.wrongAt)
  if (descripcion.length > MAX_DESCRIPTION)
    checked.wrong(['nombre'], `su descripción puede tener hasta ${MAX_DESCRIPTION} caracteres`)
  if (modulos.length > MAX_MODULES)
    checked.wrong(['nombre'], `tiene ${modulos.length} módulos y puede tener hasta ${MAX_MODULES}`)
  const fecha_inicio = startOf(checked.value, context.today)
  return { ...checked.value, fecha_inicio, promocion_hasta, clave, descripcion, imagen, modulos, evaluaciones }
}
