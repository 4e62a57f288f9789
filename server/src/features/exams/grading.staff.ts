import type { GradingItem, GradingRow } from '@campus/contract/grading'
import { EXAM_MODEL, OPEN, TIME_ZONE } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import { type List, type ListPage, listRows } from '../../kit/lists/lists.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { frozen } from './grading.ts'

type Filters = { curso?: number | undefined; examen?: number | undefined; recibida?: string | undefined }
type Asked = Filters & { orden?: string | undefined; desde?: string | undefined }

const ANSWERS = sql`cursos c JOIN evaluaciones e ON e.id_curso = c.id AND e.modelo = ${EXAM_MODEL}
  JOIN detalle_evaluacion d ON d.id_evaluacion = e.id JOIN intentos_evaluacion i ON i.id_detalle = d.id
  JOIN respuestas r ON r.id_intento = i.id`

/** Read from the index of the attempts that wait; other kinds have their points already. */
const WAITING = sql`cursos c JOIN evaluaciones e ON e.id_curso = c.id
  JOIN intentos_evaluacion i ON i.id_evaluacion = e.id AND i.estado = 'pendiente'
  JOIN respuestas r ON r.id_intento = i.id AND r.puntos IS NULL`

/** Subselects are read for the rows of the page alone. */
const COLUMNS = sql`r.id, i.id AS id_intento, i.numero, e.id AS id_evaluacion, e.nombre AS evaluacion, c.id AS id_curso,
  c.nombre AS curso, (SELECT m.nombre FROM modulos m WHERE m.id = e.id_modulo) AS modulo, r.id_pregunta,
  ${frozen('pregunta')} AS pregunta, (SELECT d.id_alumno FROM detalle_evaluacion d WHERE d.id = i.id_detalle) AS id_alumno,
  (SELECT u.nombres || ' ' || u.apellidos FROM detalle_evaluacion d JOIN usuarios u ON u.id = d.id_alumno
    WHERE d.id = i.id_detalle) AS alumno, ${frozen('valor')}::numeric AS valor, i.enviado_en`

const INBOX: List<Filters> = {
  from: WAITING,
  id: sql`r.id`,
  columns: COLUMNS,
  sorts: {
    pregunta: { by: sql`r.id_pregunta`, type: 'bigint' },
    alumno: { by: sql`i.id`, type: 'bigint' },
    espera: { by: sql`i.enviado_en`, type: 'timestamptz' },
  },
  defaultSort: 'pregunta',
  filters: {
    curso: (id) => sql`c.id = ${id}`,
    examen: (id) => sql`e.id = ${id}`,
    recibida: (day) => sql`i.enviado_en >= (${day}::date)::timestamp AT TIME ZONE ${TIME_ZONE}`,
  },
}

const inScope = (identity: Identity): SQL =>
  sql`c.id_cliente = ${identity.id_cliente} AND ${coursesInScope(identity, 'calificar')}`

/** The open answers without points, those to one question or of one attempt in a row. */
export const waitingAnswers = (db: Db, identity: Identity, asked: Asked): Promise<ListPage<GradingRow>> =>
  listRows<GradingRow, Filters>(db, INBOX, asked, inScope(identity))

/** The first that waits after answer `id` in the order of the list, and then from its beginning. */
async function nextAfter(db: Db, identity: Identity, asked: Asked, id: number): Promise<number | null> {
  const orden = asked.orden ?? INBOX.defaultSort
  const descending = orden.startsWith('-')
  const sort = INBOX.sorts[descending ? orden.slice(1) : orden]
  if (!sort) throw invalid('orden', 'Esta lista no se ordena así.')
  const { curso, examen, recibida } = asked
  const direction = sql.raw(descending ? 'DESC' : 'ASC')
  const conditions = [
    inScope(identity),
    sql`r.id <> ${id}`,
    ...(curso ? [INBOX.filters.curso(curso)] : []),
    ...(examen ? [INBOX.filters.examen(examen)] : []),
    ...(recibida ? [INBOX.filters.recibida(recibida)] : []),
  ]
  const [next] = await query<{ id: number }>(
    db,
    sql`WITH este AS (SELECT ${sort.by} AS clave FROM ${ANSWERS} WHERE r.id = ${id})
    SELECT r.id FROM ${WAITING}, este WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY (${sort.by}, r.id) ${sql.raw(descending ? '>' : '<')} (este.clave, ${id}::bigint), ${sort.by} ${direction}, r.id ${direction} LIMIT 1`,
  )
  return next?.id ?? null
}

type Item = Omit<GradingItem, 'siguiente'>

/**
 * An open answer with what its grade needs, also when it has one already.
 * @throws NO_ENCONTRADO, DATOS_INVALIDOS under `orden`
 */
export async function findAnswer(db: Db, identity: Identity, id: number, asked: Asked): Promise<GradingItem> {
  const [item] = await query<Item>(
    db,
    sql`SELECT ${COLUMNS}, i.estado, coalesce(r.respuesta, '') AS respuesta, ${frozen('criterio')} AS criterio,
      ${frozen('imagen')} AS imagen, ${frozen('imagen_alt')} AS imagen_alt, ${frozen('explicacion')} AS explicacion,
      r.puntos, r.comentario, r.version, r.calificado_en AS en,
      (SELECT json_build_object('id', p.id, 'nombre', p.nombres || ' ' || p.apellidos) FROM usuarios p WHERE p.id = r.calificado_por) AS por,
      (SELECT count(*)::int FROM respuestas o WHERE o.id_intento = i.id AND o.puntos IS NULL) AS faltan,
      coalesce((SELECT json_agg(json_build_object('id_intento', a.id, 'numero', a.numero, 'respuesta', coalesce(o.respuesta, ''),
          'puntos', o.puntos, 'comentario', o.comentario) ORDER BY a.numero DESC)
        FROM intentos_evaluacion a JOIN respuestas o ON o.id_intento = a.id AND o.id_pregunta = r.id_pregunta
        WHERE a.id_detalle = i.id_detalle AND a.numero < i.numero), '[]') AS anteriores
    FROM ${ANSWERS} WHERE r.id = ${id} AND i.estado <> 'abierto' AND ${frozen('tipo_pregunta')} = ${String(OPEN)} AND ${inScope(identity)}`,
  )
  if (!item) throw fail('NO_ENCONTRADO')
  return { ...item, siguiente: await nextAfter(db, identity, asked, id) }
}
