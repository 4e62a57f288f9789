import type { CourseDocument } from '@campus/contract/documents/course'
import type { EvaluationDocument, QuestionPart } from '@campus/contract/documents/evaluation'
import type { LessonDocument } from '@campus/contract/documents/lesson'
import { CHOICE } from '@campus/contract/rules'
import type { Addresses } from './assets.ts'
import type { Course, Evaluation, Lesson, Question } from './course.ts'
import type { MaterialEntry } from './format.ts'
import { isRightOption } from './format-questions.ts'
import { withAddresses } from './markdown.ts'
import { type Ids, idOf } from './rows.ts'

const outlineOf = ({ clave, modulos }: Course, ids: Ids): CourseDocument['modulos'] =>
  modulos.map(({ nombre, horas, ...module }) => {
    const path = `${clave}/${module.clave}`
    const lecciones = module.lecciones.map((lesson) => idOf(ids, `${path}/${lesson.clave}`))
    return { id: idOf(ids, path), nombre, horas, lecciones }
  })

export function courseDocument(
  course: Course,
  id_categoria: number,
  { ids, addresses }: { ids: Ids; addresses: Addresses },
): CourseDocument {
  const { nombre, nivel, horas, imagen_alt, aprenderas } = course
  return {
    nombre,
    descripcion: withAddresses(course.descripcion, addresses.picture),
    nivel,
    id_categoria,
    horas,
    fecha_inicio: course.fecha_inicio ?? null,
    imagen: addresses.picture(course.imagen),
    imagen_alt,
    aprenderas,
    modulos: outlineOf(course, ids),
  }
}

function materialPart(material: MaterialEntry, addresses: Addresses): LessonDocument['materiales'][number] {
  const { tipo, nombre } = material
  const none = { tipo, nombre, texto: null, ruta: null, formato: null, tamano: null }
  if (material.tipo === 'Texto') return { ...none, texto: withAddresses(material.texto, addresses.picture) }
  if (material.tipo === 'Enlace') return { ...none, ruta: material.ruta }
  return { ...none, ...addresses.file(material.ruta) }
}

export function lessonDocument(lesson: Lesson, addresses: Addresses): LessonDocument {
  const { titulo, duracion, gratis } = lesson
  return {
    titulo,
    duracion,
    contenido: withAddresses(lesson.contenido, addresses.picture),
    videos: lesson.videos.map((video) => ({ titulo: video.titulo, enlace: video.enlace })),
    materiales: lesson.materiales.map((material) => materialPart(material, addresses)),
    gratis,
  }
}

type Key<K extends number> = Omit<Extract<QuestionPart, { tipo_pregunta: K }>, keyof Common>
type Common = Omit<Extract<QuestionPart, { tipo_pregunta: 2 }>, 'tipo_pregunta' | 'criterio'>

function numberOf({ respuesta, tolerancia = 0, desde = 0, hasta = 0 }: Question): Key<5>['numero'] {
  return respuesta === undefined ? { modo: 'rango', desde, hasta } : { modo: 'valor', valor: respuesta, tolerancia }
}

function partOf(question: Question, common: Common): QuestionPart {
  const opciones = (question.opciones ?? []).map((opcion, at) => ({
    id: `opcion-${at + 1}`,
    opcion,
    correcta: isRightOption(question, at + 1),
  }))
  const { parejas: pares = [], distractores = [], respuestas: aceptadas = [], criterio = '' } = question
  if (question.tipo === 'abierta') return { ...common, tipo_pregunta: 2, criterio }
  if (question.tipo === 'varias') return { ...common, tipo_pregunta: 3, opciones }
  if (question.tipo === 'corta') return { ...common, tipo_pregunta: 4, aceptadas }
  if (question.tipo === 'numerica') return { ...common, tipo_pregunta: 5, numero: numberOf(question) }
  if (question.tipo === 'emparejar') return { ...common, tipo_pregunta: 6, pares, distractores }
  return { ...common, tipo_pregunta: CHOICE, opciones }
}

type Place = { clave: string; ids: Ids; addresses: Addresses; id_modulo: number | null }

function questionPart(question: Question, at: number, { clave, ids, addresses }: Place): QuestionPart {
  const common: Common = {
    id: `pregunta-${at + 1}`,
    pregunta: question.pregunta,
    valor: question.valor ?? 0,
    explicacion: question.explicacion ?? '',
    imagen: addresses.picture(question.imagen),
    imagen_alt: question.imagen_alt ?? '',
    id_leccion: question.leccion === null ? null : idOf(ids, `${clave}/${question.leccion}`),
    segundo: question.segundo ?? null,
  }
  return partOf(question, common)
}

/** `clave` is the course's. */
export function evaluationDocument(evaluation: Evaluation, place: Place): EvaluationDocument {
  const { clave: _, modulo: __, preguntas, instrucciones, ...head } = evaluation
  return {
    ...head,
    instrucciones: withAddresses(instrucciones, place.addresses.picture),
    id_modulo: place.id_modulo,
    preguntas: preguntas.map((question, at) => questionPart(question, at, place)),
  }
}
