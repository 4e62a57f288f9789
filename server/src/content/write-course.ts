import type { CourseDocument } from '@campus/contract/documents/course'
import type { EvaluationDocument, QuestionPart } from '@campus/contract/documents/evaluation'
import type { LessonDocument, MaterialPart } from '@campus/contract/documents/lesson'
import { limaClock } from '@campus/contract/formats'
import { parseVideo } from '@campus/contract/video'
import { PLACED_PICTURE, type Placed } from './export-placed.ts'
import type { CourseRow, SessionRow } from './export-rows.ts'
import { toText } from './write-text.ts'
import { toYaml } from './write-yaml.ts'

const filled = <Value>(list: Value[]): Value[] | undefined => (list.length > 0 ? list : undefined)
const written = (text: string | null): string | undefined => text || undefined

/** The text of a course, whose pictures are files in its folder. */
function textOf(html: string, placed: Placed): string {
  return toText(html).replace(PLACED_PICTURE, (address) => placed.picture(address) ?? address)
}

const markdownFile = (facts: object, text: string): string =>
  `---\n${toYaml(facts)}---\n\n${text === '' ? '' : `${text}\n`}`

/** A moment in Lima, as short as a file may say it. */
export function momentIn(instant: string, edge: '00:00:00' | '23:59:59'): { fecha: string } {
  const [day = '', clock = ''] = limaClock(instant).split('T')
  const time = clock.replace(/\.000$/, '')
  return { fecha: time === edge ? day : `${day}T${time.replace(/:00$/, '')}` }
}

export function courseFile(document: CourseDocument, row: CourseRow, placed: Placed): string {
  const { nombre, nivel, horas, fecha_inicio, imagen, imagen_alt, aprenderas, descripcion } = document
  const facts = {
    nombre,
    categoria: row.categoria,
    nivel,
    costo: row.costo,
    precio_promocion: row.promocion ?? undefined,
    promocion_hasta: row.promocion_hasta === null ? undefined : momentIn(row.promocion_hasta, '23:59:59'),
    horas,
    fecha_inicio: fecha_inicio ?? undefined,
    imagen: placed.picture(imagen),
    imagen_alt: written(imagen_alt),
    docentes: row.docentes,
    aprenderas: filled(aprenderas),
    publicado: row.publicado ? undefined : false,
  }
  return markdownFile(facts, textOf(descripcion, placed))
}

function materialOf(material: MaterialPart, placed: Placed): object[] {
  const { tipo, nombre, texto, ruta } = material
  if (tipo === 'Texto') return [{ tipo, nombre, texto: textOf(texto ?? '', placed) }]
  if (tipo === 'Enlace') return [{ tipo, nombre, ruta }]
  const file = placed.file(material)
  return file ? [{ tipo, nombre, ...file }] : []
}

export function lessonFile(document: LessonDocument, sesiones: SessionRow[], placed: Placed): string {
  const { titulo, duracion, gratis, videos, materiales, contenido } = document
  const facts = {
    titulo,
    duracion,
    gratis: gratis || undefined,
    videos: filled(
      videos.map(({ titulo, enlace }) => {
        return { tipo_video: parseVideo(enlace)?.tipo_video, enlace, titulo: written(titulo) }
      }),
    ),
    materiales: filled(materiales.flatMap((material) => materialOf(material, placed))),
    sesiones: filled(sesiones.map(({ id_leccion: _, ...session }) => session)),
  }
  return markdownFile(facts, textOf(contenido, placed))
}

const TYPES = { 2: 'abierta', 3: 'varias', 4: 'corta', 5: 'numerica', 6: 'emparejar' } as const

function choicesOf({ tipo_pregunta, opciones }: Extract<QuestionPart, { opciones: unknown }>, survey: boolean) {
  const right = opciones.flatMap(({ correcta }, at) => (correcta ? [at + 1] : []))
  const key = tipo_pregunta === 1 ? { correcta: right[0] } : { correctas: right }
  return { opciones: opciones.map(({ opcion }) => opcion), ...(survey ? {} : key) }
}

function numberOf({ numero }: Extract<QuestionPart, { tipo_pregunta: 5 }>) {
  if (numero.modo === 'rango') return { desde: numero.desde, hasta: numero.hasta }
  return { respuesta: numero.valor, tolerancia: numero.tolerancia || undefined }
}

function keyOf(question: QuestionPart, survey: boolean): object {
  switch (question.tipo_pregunta) {
    case 1:
    case 3:
      return choicesOf(question, survey)
    case 2:
      return { criterio: survey ? undefined : written(question.criterio) }
    case 4:
      return { respuestas: question.aceptadas }
    case 5:
      return numberOf(question)
    case 6:
      return { parejas: question.pares, distractores: filled(question.distractores) }
  }
}

/** `lessons`: `module/lesson` of the files by id. */
type Around = { lessons: Map<number, string>; placed: Placed; above: string }

function questionOf(question: QuestionPart, survey: boolean, { lessons, placed, above }: Around) {
  const { pregunta, valor, explicacion, id_leccion, segundo, tipo_pregunta } = question
  const picture = placed.picture(question.imagen)
  return {
    pregunta,
    tipo: tipo_pregunta === 1 ? undefined : TYPES[tipo_pregunta],
    valor: survey ? undefined : valor,
    ...keyOf(question, survey),
    leccion: id_leccion === null ? undefined : lessons.get(id_leccion),
    segundo: segundo ?? undefined,
    explicacion: written(explicacion),
    ...(picture && { imagen: above + picture, imagen_alt: question.imagen_alt }),
  }
}

export function evaluationFile(document: EvaluationDocument, around: Around): string {
  const { nombre, modelo, visible, intentos, duracion, fecha_apertura, fecha_cierre, instrucciones } = document
  return toYaml({
    nombre,
    modelo,
    visible: visible ? undefined : false,
    intentos,
    duracion: duracion ?? undefined,
    abre: fecha_apertura === null ? undefined : momentIn(fecha_apertura, '00:00:00'),
    cierra: fecha_cierre === null ? undefined : momentIn(fecha_cierre, '23:59:59'),
    instrucciones: written(textOf(instrucciones, around.placed)),
    preguntas: document.preguntas.map((question) => questionOf(question, modelo === 'encuesta', around)),
  })
}
