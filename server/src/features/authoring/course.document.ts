import { type CourseAround, type CourseDocument, checkCourse } from '@campus/contract/documents/course'
import { isBlank } from '@campus/contract/documents/parts'
import { cleanLine, cleanText, quoted } from '@campus/contract/texts'
import { sql } from 'drizzle-orm'
import {
  type DocumentRules,
  idsOf,
  OWN_PICTURE,
  people,
  type Report,
  type Target,
  type Written,
} from '../../kit/documents/documents.ts'
import { cleanHtml } from '../../kit/html/html.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { HELD_BACK, listUnready, settleModules } from './showing.ts'
import { courseWarnings } from './warnings.ts'
import { writeCourses } from './write-courses.ts'

const OUTLINE =
  sql.raw(`(SELECT coalesce(json_agg(json_build_object('id', m.id, 'nombre', m.nombre, 'horas', m.horas, 'lecciones',
    (SELECT coalesce(json_agg(l.id ORDER BY l.orden, l.id), '[]') FROM lecciones l WHERE l.id_modulo = m.id AND (l.activo OR l.espera)))
    ORDER BY m.orden, m.id), '[]') FROM modulos m WHERE m.id_curso = c.id AND (m.activo OR m.espera))`)

async function read(tx: Db, targets: Target[]): Promise<Map<string, CourseDocument>> {
  const rows = await query<{ objeto: string; documento: CourseDocument }>(
    tx,
    sql`SELECT 'curso:' || c.id AS objeto, json_build_object('nombre', c.nombre, 'descripcion', c.descripcion, 'nivel', c.nivel,
        'id_categoria', c.id_categoria, 'horas', c.horas, 'fecha_inicio', c.fecha_inicio, 'imagen', c.imagen,
        'imagen_alt', c.imagen_alt, 'aprenderas', c.aprenderas, 'modulos', ${OUTLINE}) AS documento
      FROM cursos c WHERE c.id = ANY(${idsOf(targets.map(({ objeto }) => objeto))})`,
  )
  return new Map(rows.map(({ objeto, documento }) => [objeto, documento]))
}

/** A shown exam or survey of a shown module. */
type ShownExam = { id_modulo: number; nombre: string; abiertos: number }

type Around = Required<CourseAround> & {
  evaluaciones: ShownExam[]
  id: number
  alumnos: number
  modulos: number[]
  lecciones: number[]
  visibles: number[]
  /** See `HELD_BACK`. */
  retenidas: number[]
}

/** One row per course: what the check compares the document with. */
const aroundOf = (tx: Db, names: string[]) =>
  query<Around>(
    tx,
    sql`SELECT c.id, round(c.costo_centimos / 100.0, 2) AS costo,
        CASE WHEN c.promocion_hasta > now() THEN round(c.promocion_centimos / 100.0, 2) END AS promocion,
        (SELECT b.oferta FROM clientes b WHERE b.id = c.id_cliente) AS oferta,
        (SELECT count(*) FROM curso_docentes d WHERE d.id_curso = c.id) AS docentes,
        (SELECT coalesce(json_agg(json_build_object('id', k.id, 'oculta', k.estado <> 1)), '[]')
          FROM categorias k WHERE k.id_cliente = c.id_cliente) AS categorias,
        (SELECT count(*) FROM sesiones s JOIN lecciones l ON l.id = s.id_leccion AND l.activo JOIN modulos m ON m.id = l.id_modulo
          WHERE m.id_curso = c.id AND m.activo AND s.cancelada_en IS NULL AND s.inicio < now()) AS "sesionesPasadas",
        (SELECT coalesce(json_agg(m.id), '[]') FROM modulos m WHERE m.id_curso = c.id) AS modulos,
        (SELECT coalesce(json_agg(l.id), '[]') FROM lecciones l JOIN modulos m ON m.id = l.id_modulo WHERE m.id_curso = c.id) AS lecciones,
        (SELECT coalesce(json_agg(l.id), '[]') FROM lecciones l JOIN modulos m ON m.id = l.id_modulo
          WHERE m.id_curso = c.id AND m.activo AND l.activo) AS visibles,
        (SELECT coalesce(json_agg(l.id), '[]') FROM lecciones l JOIN modulos m ON m.id = l.id_modulo
          WHERE m.id_curso = c.id AND ${HELD_BACK}) AS retenidas,
        (SELECT coalesce(json_agg(json_build_object('id_modulo', m.id, 'nombre', e.nombre, 'abiertos',
            (SELECT count(*) FROM detalle_evaluacion d JOIN intentos_evaluacion i ON i.id_detalle = d.id AND i.estado = 'abierto'
              WHERE d.id_evaluacion = e.id)) ORDER BY m.orden, e.id), '[]')
          FROM evaluaciones e JOIN modulos m ON m.id = e.id_modulo AND m.activo WHERE e.id_curso = c.id AND e.estado = 1) AS evaluaciones,
        (SELECT count(*) FROM matriculas t WHERE t.id_curso = c.id AND t.estado = 'activa') AS alumnos
      FROM cursos c WHERE c.id = ANY(${idsOf(names)})`,
  )

const openText = (n: number): string =>
  n === 1
    ? 'Su intento abierto conserva su límite y se puede enviar.'
    : `Sus ${n} intentos abiertos conservan su límite y se pueden enviar.`

/** Exams go with the modules that the outline leaves out. */
const hiddenExams = ({ modulos }: CourseDocument, { evaluaciones }: Around): string[] =>
  evaluaciones
    .filter(({ id_modulo }) => !modulos.some(({ id }) => id === id_modulo))
    .map(({ nombre, abiertos }) =>
      [`Se oculta ${quoted(nombre)}, de un módulo quitado.`, ...(abiertos > 0 ? [openText(abiertos)] : [])].join(' '),
    )

const NOTHING_TEXT =
  'Los alumnos no verían ninguna lección: todas están vacías, o su texto es un borrador que no publicas ahora.'

function reportOf({ documento }: Written<CourseDocument>, around: Around, together: ReadonlySet<string>): Report {
  const found = checkCourse(documento, around)
  const lessons = documento.modulos.flatMap(({ lecciones }) => lecciones)
  const strange =
    documento.modulos.some(({ id }) => !around.modulos.includes(id)) ||
    lessons.some((id) => !around.lecciones.includes(id))
  if (strange) found.errores.push({ ruta: 'modulos', texto: 'El índice nombra algo que no es de este curso.' })
  if (documento.imagen && !OWN_PICTURE.test(documento.imagen))
    found.errores.push({ ruta: 'imagen', texto: 'Sube la imagen del curso.' })
  const shown = lessons.filter((id) => !around.retenidas.includes(id) || together.has(`leccion:${id}`))
  if (lessons.length > 0 && shown.length === 0) found.errores.push({ ruta: 'modulos', texto: NOTHING_TEXT })
  const changes = around.visibles.length !== shown.length || around.visibles.some((id) => !shown.includes(id))
  const progress =
    changes && around.alumnos > 0 ? [`El avance de ${people(around.alumnos, 'alumno', 'alumnos')} cambiará.`] : []
  return { ...found, efectos: [...progress, ...hiddenExams(documento, around)], recalificar: [] }
}

async function check(
  tx: Db,
  all: Written<CourseDocument>[],
  together: ReadonlySet<string>,
): Promise<Map<string, Report>> {
  const around = await aroundOf(
    tx,
    all.map(({ target }) => target.objeto),
  )
  return new Map(
    all.flatMap((written) => {
      const row = around.find(({ id }) => id === written.target.id)
      return row ? [[written.target.objeto, reportOf(written, row, together)] as const] : []
    }),
  )
}

/** `curso:12`: card and outline. */
export const courseDocuments: DocumentRules<CourseDocument> = {
  find: (tx, brand, names) =>
    query<Target>(
      tx,
      sql`SELECT 'curso:' || c.id AS objeto, c.id, c.id AS id_curso, c.nombre, c.estado = 1 AS activo,
          c.archivado_en IS NOT NULL AS archivado, c.nuevo AS propio
        FROM cursos c WHERE c.id_cliente = ${brand} AND c.id = ANY(${idsOf(names)})`,
    ),
  read,
  clean: (documento) => ({
    ...documento,
    nombre: cleanLine(documento.nombre),
    descripcion: cleanHtml(documento.descripcion),
    imagen_alt: cleanLine(documento.imagen_alt),
    aprenderas: documento.aprenderas.map((text) => cleanText(text)).filter((text) => !isBlank(text)),
    modulos: documento.modulos.map((module) => ({ ...module, nombre: cleanLine(module.nombre) })),
  }),
  check,
  write: (tx, all) =>
    writeCourses(
      tx,
      all.map(({ target, documento, primera }) => ({
        id: target.id,
        documento,
        mostrar: primera && target.propio && !target.archivado,
      })),
    ),
  settle: settleModules,
}

/** For publications, which warn of links into the campus at `publicUrl`. */
export const publishedCourses = (publicUrl: string): DocumentRules<CourseDocument> => ({
  ...courseDocuments,
  review: async (tx, courses, brand) => ({
    retenidos: await listUnready(tx, courses, { sold: false }),
    avisos: await courseWarnings(tx, courses, brand, publicUrl),
  }),
})
