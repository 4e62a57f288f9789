import type { CopiedLink, DuplicateBody, DuplicateModuleBody } from '@campus/contract/catalogue.staff'
import type { EvaluationDocument, QuestionPart } from '@campus/contract/documents/evaluation'
import type { LessonDocument } from '@campus/contract/documents/lesson'
import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../../kit/audit/audit.ts'
import { addDrafts, type DocumentRules, newestTexts } from '../../kit/documents/documents.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Deps, Identity } from '../../platform/http/http.ts'
import { ownHosts } from '../brands/brands.ts'
import { addExams, copyExams, examPairs, relinkExams } from '../exams/exams.ts'
import { requireCourse } from './authoring.ts'
import { copiesOfCourse, type Links, linksLeft, linksOf, mapOf, relinkCourse } from './copied-links.ts'
import { addLessons, LAST, requireModule } from './creating.ts'
import { lessonDocuments } from './lesson.document.ts'

/** The published lessons of a course and their copies, found again by their keys. */
const pairs = (from: number, to: number) => sql`(SELECT l.id AS old, k.id AS new FROM modulos m
  JOIN lecciones l ON l.id_modulo = m.id AND l.activo
  JOIN modulos n ON n.id_curso = ${to} AND n.clave = m.clave JOIN lecciones k ON k.id_modulo = n.id AND k.clave = l.clave
  WHERE m.id_curso = ${from} AND m.activo)`

/** Lessons with their videos and materials, whose files both share. */
async function copyOutline(tx: Db, from: number, to: number): Promise<void> {
  await tx.execute(sql`INSERT INTO modulos (id_curso, clave, nombre, horas, orden)
    SELECT ${to}, clave, nombre, horas, orden FROM modulos WHERE id_curso = ${from} AND activo ORDER BY orden, id`)
  await tx.execute(sql`INSERT INTO lecciones (id_modulo, clave, titulo, contenido, duracion, gratis, orden)
    SELECT n.id, l.clave, l.titulo, l.contenido, l.duracion, l.gratis, l.orden FROM modulos m
    JOIN lecciones l ON l.id_modulo = m.id AND l.activo JOIN modulos n ON n.id_curso = ${to} AND n.clave = m.clave
    WHERE m.id_curso = ${from} AND m.activo ORDER BY m.orden, m.id, l.orden, l.id`)
  await tx.execute(sql`INSERT INTO archivos (id_leccion, titulo, enlace, tipo_video, video, video_hash, orden)
    SELECT p.new, a.titulo, a.enlace, a.tipo_video, a.video, a.video_hash, a.orden
    FROM ${pairs(from, to)} p JOIN archivos a ON a.id_leccion = p.old`)
  await tx.execute(sql`INSERT INTO materiales (id_leccion, tipo, nombre, texto, ruta, formato, tamano, orden)
    SELECT p.new, x.tipo, x.nombre, x.texto, x.ruta, x.formato, x.tamano, x.orden
    FROM ${pairs(from, to)} p JOIN materiales x ON x.id_leccion = p.old`)
}

/**
 * A hidden course with what is published of another: card, lessons and exams without their dates, at its regular price.
 * People, live classes and drafts stay behind; links to what was copied lead to the copy. A repeated request finds the copy of the first.
 * @throws NO_ENCONTRADO
 */
export async function duplicateCourse(
  { db, config: { publicUrl } }: Deps,
  identity: Identity,
  id: number,
  body: z.output<typeof DuplicateBody>,
) {
  const { nombre, envio } = body
  return db.transaction(async (tx) => {
    await requireCourse(tx, identity, id, 'catalogo')
    const hosts = await ownHosts(tx, identity.id_cliente, publicUrl)
    const [made] = await query<{ id: number; nombre: string; nuevo: boolean }>(
      tx,
      sql`INSERT INTO cursos (id_cliente, id_categoria, clave, nombre, descripcion, aprenderas, nivel, costo_centimos, horas,
          imagen, imagen_alt, orden, estado, nuevo)
        SELECT id_cliente, id_categoria, ${envio}, coalesce(${nombre ?? null}::text, left(nombre, 192) || ' (copia)'),
          descripcion, aprenderas, nivel, costo_centimos, horas, imagen, imagen_alt, orden, 0, true FROM cursos WHERE id = ${id}
        ON CONFLICT (id_cliente, clave) DO UPDATE SET clave = excluded.clave RETURNING id, nombre, xmax = 0 AS nuevo`,
    )
    if (!made) throw new Error('the copy was not inserted')
    if (made.nuevo) {
      await copyOutline(tx, id, made.id)
      await copyExams(tx, id, made.id, pairs(id, made.id))
      const detalle = { hecho: 'duplicado', nombre: made.nombre, de: id }
      await audit(tx, 'gestion', { objeto: `curso:${made.id}`, detalle })
    }
    const copies = await copiesOfCourse(tx, id, made.id, await examPairs(tx, id, made.id))
    const links = linksOf(copies, hosts)
    await relinkCourse(tx, made.id, links)
    await relinkExams(tx, made.id, links.html)
    return { id: made.id, enlaces: await linksLeft(tx, links, { curso: id }) }
  })
}

type Place = { curso: number; modulo: number; envio: string }

type Head = Pick<CopiedLink, 'objeto' | 'nombre'>

type Copy<D> = { original: number; id: number; documento: D }

/** Hidden rows for the newest texts of other lessons of the course, in that order. @throws NO_ENCONTRADO */
async function copyLessons(tx: Db, identity: Identity, lessons: number[], { curso, modulo, envio }: Place) {
  const brand = identity.id_cliente
  const names = lessons.map((id) => `leccion:${id}`)
  const targets = (await lessonDocuments.find(tx, brand, names)).filter(({ id_curso }) => id_curso === curso)
  const texts = await newestTexts(tx, lessonDocuments, brand, targets)
  const originals = lessons.map((id) => {
    const documento = texts.get(`leccion:${id}`)
    if (!documento) throw fail('NO_ENCONTRADO')
    return { original: id, documento }
  })
  const titles = originals.map(({ documento }) => documento.titulo)
  const made = await addLessons(tx, modulo, { nombres: titles, envio })
  return originals.map((copy, at): Copy<LessonDocument> => ({ ...copy, id: made[at]?.id ?? 0 }))
}

/** Parts without rows yet. */
function freshParts(part: QuestionPart, at: number): QuestionPart {
  const id = `c${at}`
  if (!('opciones' in part)) return { ...part, id }
  return { ...part, id, opciones: part.opciones.map((option, n) => ({ ...option, id: `${id}-${n}` })) }
}

/** An exam's text for another module, whose questions are explained by the copied lessons; its dates stay behind. */
const examCopy = (
  exam: EvaluationDocument,
  modulo: number,
  lessons: ReadonlyMap<number, number | null>,
): EvaluationDocument => ({
  ...exam,
  id_modulo: modulo,
  fecha_apertura: null,
  fecha_cierre: null,
  preguntas: exam.preguntas.map((part, at) => ({
    ...freshParts(part, at),
    id_leccion: part.id_leccion === null ? null : (lessons.get(part.id_leccion) ?? part.id_leccion),
  })),
})

export type ExamRules = DocumentRules<EvaluationDocument>

/** Hidden rows for the newest texts of a module's exams and surveys. */
async function copyModuleExams(tx: Db, exams: ExamRules, identity: Identity, from: number, place: Place) {
  const brand = identity.id_cliente
  const rows = await query<{ id: number; objeto: string }>(
    tx,
    sql`SELECT id, 'evaluacion:' || id AS objeto FROM evaluaciones WHERE id_modulo = ${from} ORDER BY id`,
  )
  const names = rows.map(({ objeto }) => objeto)
  const texts = await newestTexts(tx, exams, brand, await exams.find(tx, brand, names))
  const shown = rows.flatMap(({ id, objeto }) => {
    const documento = texts.get(objeto)
    return documento?.visible && documento.id_modulo === from ? [{ original: id, documento }] : []
  })
  const copies: Copy<EvaluationDocument>[] = []
  const { curso, modulo, envio } = place
  for (const modelo of ['examen', 'encuesta'] as const) {
    const some = shown.filter(({ documento }) => documento.modelo === modelo)
    const nombres = some.map(({ documento }) => documento.nombre)
    const made = await addExams(tx, curso, { nombres, modelo, id_modulo: modulo, envio: `${envio}-${modelo}` })
    copies.push(...some.map((copy, at) => ({ ...copy, id: made[at]?.id ?? 0 })))
  }
  return copies
}

const pairsOf = (copies: Copy<unknown>[]) => copies.map(({ original, id }) => ({ old: original, new: id }))

/** A lesson's text with the links of its copy. */
const relinkLesson = (lesson: LessonDocument, of: Head, { html, address }: Links): LessonDocument => ({
  ...lesson,
  contenido: html(lesson.contenido, of),
  materiales: lesson.materiales.map((material) => ({
    ...material,
    texto: material.texto && html(material.texto, of),
    ruta: material.tipo === 'Enlace' && material.ruta ? address(material.ruta, of) : material.ruta,
  })),
})

/** The drafts of a module's copies, whose links lead to each other. */
async function copyModuleTexts(
  tx: Db,
  exams: ExamRules,
  identity: Identity,
  { from, lecciones, hosts, ...place }: Place & { from: number; lecciones: number[]; hosts: Set<string> },
) {
  const lessons = await copyLessons(tx, identity, lecciones, place)
  const evaluations = await copyModuleExams(tx, exams, identity, from, place)
  const { curso, modulo } = place
  const leccion = mapOf(pairsOf(lessons))
  const links = linksOf(
    {
      curso: new Map([[curso, curso]]),
      modulo: new Map([[from, modulo]]),
      leccion,
      evaluacion: mapOf(pairsOf(evaluations)),
    },
    hosts,
  )
  await addDrafts(tx, identity, [
    ...lessons.map(({ id, documento }) => {
      const objeto = `leccion:${id}`
      return { objeto, documento: relinkLesson(documento, { objeto, nombre: documento.titulo }, links) }
    }),
    ...evaluations.map(({ id, documento }) => {
      const objeto = `evaluacion:${id}`
      const instrucciones = links.html(documento.instrucciones, { objeto, nombre: documento.nombre })
      return { objeto, documento: { ...examCopy(documento, modulo, leccion), instrucciones } }
    }),
  ])
  return linksLeft(tx, links, { modulo: from })
}

/**
 * A hidden module with the newest texts, drafts too, of the lessons that the caller's outline names and of the module's
 * exams: the copies are drafts until they are published. A repeated request finds the copy of the first.
 * @throws NO_ENCONTRADO
 */
export async function duplicateModule(
  { db, config: { publicUrl } }: Deps,
  exams: ExamRules,
  identity: Identity,
  id: number,
  { nombre, lecciones, envio }: z.output<typeof DuplicateModuleBody>,
) {
  return db.transaction(async (tx) => {
    const curso = await requireModule(tx, identity, id)
    const [made] = await query<{ id: number; nombre: string; nuevo: boolean }>(
      tx,
      sql`INSERT INTO modulos (id_curso, clave, nombre, horas, orden, activo)
        SELECT id_curso, ${envio}, ${nombre}, horas, ${LAST}, false FROM modulos WHERE id = ${id}
        ON CONFLICT (id_curso, clave) DO UPDATE SET clave = excluded.clave RETURNING id, nombre, xmax = 0 AS nuevo`,
    )
    if (!made) throw new Error('the copy was not inserted')
    const place = { curso, modulo: made.id, envio }
    let enlaces: CopiedLink[] = []
    if (made.nuevo) {
      const hosts = await ownHosts(tx, identity.id_cliente, publicUrl)
      enlaces = await copyModuleTexts(tx, exams, identity, { ...place, from: id, lecciones, hosts })
      const detalle = { hecho: 'modulo duplicado', nombre, de: id }
      await audit(tx, 'gestion', { objeto: `curso:${curso}`, detalle })
    }
    const copies = await query<{ id: number }>(
      tx,
      sql`SELECT id FROM lecciones WHERE id_modulo = ${made.id} ORDER BY orden, id`,
    )
    return { id: made.id, nombre: made.nombre, lecciones: copies.map((lesson) => lesson.id), enlaces }
  })
}
