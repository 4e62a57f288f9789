import { checkLesson, type LessonDocument } from '@campus/contract/documents/lesson'
import { cleanLine } from '@campus/contract/texts'
import { sql } from 'drizzle-orm'
import { type DocumentRules, idsOf, type Report, type Target, type Written } from '../../kit/documents/documents.ts'
import { cleanHtml } from '../../kit/html/html.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { writeLessons } from './write-lessons.ts'

const PLACE = sql.raw('FROM lecciones l JOIN modulos m ON m.id = l.id_modulo JOIN cursos c ON c.id = m.id_curso')

async function read(tx: Db, targets: Target[]): Promise<Map<string, LessonDocument>> {
  const rows = await query<{ objeto: string; documento: LessonDocument }>(
    tx,
    sql`SELECT 'leccion:' || l.id AS objeto, json_build_object('titulo', l.titulo, 'duracion', l.duracion, 'contenido', l.contenido,
        'videos', (SELECT coalesce(json_agg(json_build_object('titulo', a.titulo, 'enlace', a.enlace) ORDER BY a.orden), '[]')
          FROM archivos a WHERE a.id_leccion = l.id),
        'materiales', (SELECT coalesce(json_agg(json_build_object('tipo', x.tipo, 'nombre', x.nombre, 'texto', x.texto,
          'ruta', x.ruta, 'formato', x.formato, 'tamano', x.tamano) ORDER BY x.orden), '[]') FROM materiales x WHERE x.id_leccion = l.id),
        'gratis', l.gratis) AS documento
      FROM lecciones l WHERE l.id = ANY(${idsOf(targets.map(({ objeto }) => objeto))})`,
  )
  return new Map(rows.map(({ objeto, documento }) => [objeto, documento]))
}

const MATERIAL = /^materiales\/[0-9a-f]{64}\.[a-z0-9]{2,5}$/

/** Files of lessons only: a key of another area would open what is not theirs. */
function checkFiles({ materiales }: LessonDocument, { errores }: Report): void {
  for (const [at, { tipo, ruta }] of materiales.entries())
    if ((tipo === 'Archivo' || tipo === 'Otro') && ruta && !MATERIAL.test(ruta))
      errores.push({ ruta: `materiales.${at}.ruta`, texto: 'Sube el archivo.' })
}

type Around = { id: number; otras: number[]; publicado: boolean; espera: boolean; sesiones: number }

const SHOWN_TEXT = 'Estaba oculta: ahora la verán los alumnos.'

async function check(tx: Db, all: Written<LessonDocument>[]): Promise<Map<string, Report>> {
  const names = all.map(({ target }) => target.objeto)
  const rows = await query<Around>(
    tx,
    sql`SELECT l.id, (l.activo OR l.espera) AND (m.activo OR m.espera) AS publicado,
        l.espera AND EXISTS (SELECT 1 FROM versiones v WHERE v.id_cliente = c.id_cliente AND v.objeto = 'curso:' || c.id
          AND v.motivo = 'publicada') AS espera,
        (SELECT count(*) FROM sesiones s WHERE s.id_leccion = l.id AND s.cancelada_en IS NULL) AS sesiones,
        (SELECT coalesce(json_agg(l2.id), '[]') FROM lecciones l2 JOIN modulos m2 ON m2.id = l2.id_modulo AND m2.activo
          WHERE m2.id_curso = c.id AND l2.activo AND l2.gratis AND l2.id <> l.id) AS otras
      ${PLACE} WHERE l.id = ANY(${idsOf(names)})`,
  )
  const free = all.filter(({ documento }) => documento.gratis)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const written = new Set(all.map(({ target }) => target.id))
  return new Map(
    all.map(({ target, documento }) => {
      const row = byId.get(target.id)
      // Those of this publication count as well, in its place.
      const others = new Set(row?.otras.filter((id) => !written.has(id)))
      const together = free.filter(
        (other) => other.target.id !== target.id && other.target.id_curso === target.id_curso,
      )
      const otrasGratis = others.size + together.length
      const around = { otrasGratis, enIndice: row?.publicado, sesiones: row?.sesiones }
      const efectos = row?.espera ? [SHOWN_TEXT] : []
      const report: Report = { ...checkLesson(documento, around), efectos, recalificar: [] }
      checkFiles(documento, report)
      return [target.objeto, report]
    }),
  )
}

/** `leccion:34` */
export const lessonDocuments: DocumentRules<LessonDocument> = {
  find: (tx, brand, names) =>
    query<Target>(
      tx,
      sql`SELECT 'leccion:' || l.id AS objeto, l.id, c.id AS id_curso, l.titulo AS nombre, l.activo AND m.activo AS activo,
          c.archivado_en IS NOT NULL AS archivado, l.nuevo AS propio
        ${PLACE} WHERE c.id_cliente = ${brand} AND l.id = ANY(${idsOf(names)})`,
    ),
  read,
  clean: (documento) => ({
    ...documento,
    titulo: cleanLine(documento.titulo),
    contenido: cleanHtml(documento.contenido),
    videos: documento.videos.map(({ titulo, enlace }) => ({ titulo: cleanLine(titulo), enlace: cleanLine(enlace) })),
    materiales: documento.materiales.map((material) => ({
      ...material,
      nombre: cleanLine(material.nombre),
      texto: material.tipo === 'Texto' && material.texto !== null ? cleanHtml(material.texto) : null,
      ruta: material.tipo === 'Texto' ? null : (material.ruta?.trim() ?? null),
    })),
  }),
  check,
  write: (tx, all) =>
    writeLessons(
      tx,
      all.map(({ target, documento }) => ({ id: target.id, documento })),
    ),
}
