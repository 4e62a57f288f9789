import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_DESCRIPTION, MAX_LESSON_TEXT, MOST_LESSONS, MOST_MODULES } from '@campus/contract/course-limits'
import type { z } from 'zod'
import { markdownToHtml } from '../platform/html.ts'
import type { Assets } from './assets.ts'
import { dayOf, instantOf, momentOf } from './dates.ts'
import { CourseFile, EvaluationFile, LessonFile, type MaterialEntry, ModuleFile, type QuestionEntry } from './format.ts'
import type { Checked, Reader } from './reader.ts'

/** What reading a course needs to know of its academy; null is not known, because its file has mistakes. */
export type CourseContext = {
  folder: string
  reader: Reader
  assets: Assets
  today: string
  categories: string[] | null
  teachers: string[] | null
}

/** `leccion` is the place of the lesson that explains the answer: its module's key and its own. */
export type Question = Omit<QuestionEntry, 'leccion'> & { leccion: string | null }
export type Evaluation = {
  clave: string
  /** Key of its module; null for one of the course. */
  modulo: string | null
  nombre: string
  instrucciones: string
  modelo: number
  intentos: number
  duracion: number
  fecha_apertura: string | null
  fecha_cierre: string | null
  preguntas: Question[]
}
type Session = { nombre: string; inicio: string; duracion: number; enlace: string }
export type Lesson = {
  clave: string
  titulo: string
  duracion: number
  contenido: string
  videos: z.output<typeof LessonFile>['videos']
  materiales: MaterialEntry[]
  sesiones: Session[]
}
export type Module = { clave: string; nombre: string; horas: number; lecciones: Lesson[] }
export type Course = Omit<z.output<typeof CourseFile>, 'imagen' | 'promocion_hasta'> & {
  clave: string
  promocion_hasta: string | null
  descripcion: string
  imagen: string
  modulos: Module[]
  evaluaciones: Evaluation[]
}

/** Names in a folder, in order; empty when it is not there. */
export function namesIn(folder: string, what: 'files' | 'folders'): string[] {
  try {
    const found = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() === (what === 'folders'),
    )
    return found
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('.'))
      .sort()
  } catch {
    return []
  }
}

/** Tells of files that nothing reads: most likely their name is misspelt. */
function checkNames(context: CourseContext, place: string, known: string[]): void {
  for (const name of namesIn(join(context.folder, place), 'files')) {
    if (/\.ya?ml$/.test(name) && !known.includes(name))
      context.reader.wrong(join(place, name), 1, `nadie lee este archivo; se esperaba ${known.join(', ')}`)
  }
}

async function readMaterials(
  context: CourseContext,
  course: string,
  checked: Checked<z.output<typeof LessonFile>>,
): Promise<MaterialEntry[]> {
  const materials: MaterialEntry[] = []
  for (const [at, material] of checked.value.materiales.entries()) {
    if (material.tipo === 'Texto') materials.push({ ...material, texto: markdownToHtml(material.texto) })
    else if (material.tipo === 'Enlace') materials.push(material)
    else {
      const file = join(course, material.ruta)
      const reason = await context.assets.file(file, material.tipo === 'Archivo')
      if (reason) checked.wrong(['materiales', at, 'ruta'], reason)
      materials.push({ ...material, ruta: file })
    }
  }
  return materials
}

async function readLesson(context: CourseContext, course: string, file: string, clave: string): Promise<Lesson | null> {
  const checked = context.reader.markdown(file, LessonFile)
  if (!checked) return null
  const { titulo, duracion, videos, sesiones } = checked.value
  const contenido = markdownToHtml(checked.text)
  const materiales = await readMaterials(context, course, checked)
  const letters = materiales.reduce(
    (sum, material) => sum + (material.tipo === 'Texto' ? material.texto.length : 0),
    contenido.length,
  )
  if (letters > MAX_LESSON_TEXT)
    checked.wrong(['titulo'], `sus textos suman ${letters} caracteres y pueden tener hasta ${MAX_LESSON_TEXT}`)
  return {
    clave,
    titulo,
    duracion,
    contenido,
    videos,
    materiales,
    sesiones: sesiones.map(({ dias, fecha, hora_inicio, ...rest }) => ({
      ...rest,
      inicio: instantOf(dayOf({ dias, fecha }, context.today), hora_inicio),
    })),
  }
}

async function readModule(context: CourseContext, course: string, clave: string): Promise<Module | null> {
  const place = join(course, clave)
  checkNames(context, place, ['modulo.yaml', 'examen.yaml', 'encuesta.yaml'])
  const checked = context.reader.yaml(join(place, 'modulo.yaml'), ModuleFile)
  const lecciones: Lesson[] = []
  for (const name of namesIn(join(context.folder, place), 'files').filter((file) => file.endsWith('.md'))) {
    const lesson = await readLesson(context, course, join(place, name), name.slice(0, -'.md'.length))
    if (lesson) lecciones.push(lesson)
  }
  if (lecciones.length > MOST_LESSONS)
    checked?.wrong(['nombre'], `tiene ${lecciones.length} lecciones y puede tener hasta ${MOST_LESSONS}`)
  return checked && { clave, ...checked.value, lecciones }
}

/** Every lesson of a course as `module/lesson`, readable or not, so that one mistake is told once. */
function lessonPlaces(context: CourseContext, course: string): string[] {
  const modules = namesIn(join(context.folder, course), 'folders')
  return modules.flatMap((module) =>
    namesIn(join(context.folder, course, module), 'files')
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${module}/${name.slice(0, -'.md'.length)}`),
  )
}

/** Finds the lesson that a question names: in its own module first, else the only one of the course so called. */
function placeOf(name: string, modulo: string | null, places: string[]): string | null {
  const own = `${modulo}/${name}`
  if (places.includes(own)) return own
  const found = places.filter((place) => place === name || place.endsWith(`/${name}`))
  return found.length === 1 ? (found[0] ?? null) : null
}

function readEvaluation(
  context: CourseContext,
  file: string,
  clave: string,
  modulo: string | null,
  lessons: string[],
): Evaluation | null {
  const checked = context.reader.yaml(file, EvaluationFile)
  if (!checked) return null
  const { abre, cierra, preguntas, instrucciones, modelo, ...rest } = checked.value
  const fecha_apertura = momentOf(abre, context.today, 'opens')
  const fecha_cierre = momentOf(cierra, context.today, 'closes')
  if (fecha_apertura && fecha_cierre && fecha_cierre <= fecha_apertura)
    checked.wrong(['cierra'], 'cierra antes de abrir')
  const questions = preguntas.map((question, at) => {
    const leccion = question.leccion === undefined ? null : placeOf(question.leccion, modulo, lessons)
    if (question.leccion !== undefined && leccion === null) {
      checked.wrong(
        ['preguntas', at, 'leccion'],
        `no se encuentra la lección «${question.leccion}», o hay varias: escribe módulo/lección`,
      )
    }
    return { ...question, leccion }
  })
  const model = modelo === 'examen' ? 1 : 2
  return {
    clave,
    modulo,
    ...rest,
    modelo: model,
    instrucciones: markdownToHtml(instrucciones),
    fecha_apertura,
    fecha_cierre,
    preguntas: questions,
  }
}

function readEvaluations(context: CourseContext, course: string, modules: Module[]): Evaluation[] {
  const places = [
    { place: course, modulo: null, names: ['examen-final', 'encuesta'] },
    ...modules.map(({ clave }) => ({ place: join(course, clave), modulo: clave, names: ['examen', 'encuesta'] })),
  ]
  const lessons = lessonPlaces(context, course)
  return places.flatMap(({ place, modulo, names }) => {
    const there = namesIn(join(context.folder, place), 'files')
    const files = names.filter((name) => there.includes(`${name}.yaml`))
    return files.flatMap((name) => readEvaluation(context, join(place, `${name}.yaml`), name, modulo, lessons) ?? [])
  })
}

async function checkCourse(
  context: CourseContext,
  checked: Checked<z.output<typeof CourseFile>>,
  cover: string,
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
  const reason = await context.assets.picture(cover, 16 / 9)
  if (reason) checked.wrong(['imagen'], reason)
}

/** Reads a course's folder, `course` being its path in the academy; mistakes go to the reader. */
export async function readCourse(context: CourseContext, course: string, clave: string): Promise<Course | null> {
  checkNames(context, course, ['examen-final.yaml', 'encuesta.yaml'])
  const checked = context.reader.markdown(join(course, 'curso.md'), CourseFile)
  const imagen = join(course, checked?.value.imagen ?? '')
  if (checked) await checkCourse(context, checked, imagen)
  const modulos: Module[] = []
  for (const name of namesIn(join(context.folder, course), 'folders').filter((folder) => /^\d/.test(folder))) {
    const module = await readModule(context, course, name)
    if (module) modulos.push(module)
  }
  const evaluaciones = readEvaluations(context, course, modulos)
  if (!checked) return null
  const promocion_hasta = momentOf(checked.value.promocion_hasta, context.today, 'closes')
  const descripcion = markdownToHtml(checked.text)
  if (descripcion.length > MAX_DESCRIPTION)
    checked.wrong(['nombre'], `su descripción puede tener hasta ${MAX_DESCRIPTION} caracteres`)
  if (modulos.length > MOST_MODULES)
    checked.wrong(['nombre'], `tiene ${modulos.length} módulos y puede tener hasta ${MOST_MODULES}`)
  return { ...checked.value, promocion_hasta, clave, descripcion, imagen, modulos, evaluaciones }
}
