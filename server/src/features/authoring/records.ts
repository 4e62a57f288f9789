import type { CourseRecord, PriceBody } from '@campus/contract/catalogue.staff'
import type { Permission } from '@campus/contract/permissions'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../../kit/audit/audit.ts'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { requireCourse, STATE } from './authoring.ts'
import { courseDocuments } from './course.document.ts'
import { holdEmpty } from './showing.ts'

type Stored = z.infer<typeof CourseRecord> & { version: number }

/** Teachers and price are edited side by side: each has its version, and the audit lines that say who raised it. */
const RECORD = { version: sql.raw('version'), lines: sql`a.detalle->>'hecho' IS DISTINCT FROM 'precio'` }
const PRICE = { version: sql.raw('version_precio'), lines: sql`a.detalle->>'hecho' = 'precio'` }

type Part = typeof RECORD

async function recordOf(tx: Db, id: number, { version }: Part): Promise<Stored> {
  const [row] = await query<Stored>(
    tx,
    sql`SELECT ${STATE} AS estado, round(c.costo_centimos / 100.0, 2) AS costo, round(c.promocion_centimos / 100.0, 2) AS promocion,
        c.promocion_hasta, c.${version} AS version, (SELECT coalesce(json_agg(json_build_object('id', u.id, 'nombre', u.nombres || ' ' || u.apellidos)
          ORDER BY d.orden, u.id), '[]') FROM curso_docentes d JOIN usuarios u ON u.id = d.id_usuario WHERE d.id_curso = c.id) AS docentes
      FROM cursos c WHERE c.id = ${id}`,
  )
  if (!row) throw fail('NO_ENCONTRADO')
  return row
}

/** Who last changed a record, by the audit log or those of its lines. */
export async function authorOf(tx: Db, objeto: string, lines: SQL = sql`true`) {
  const [line] = await query<{ por: { id: number; nombre: string } | null; en: string }>(
    tx,
    sql`SELECT a.fecha AS en, CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'nombre', u.nombres || ' ' || u.apellidos) END AS por
      FROM auditoria a LEFT JOIN usuarios u ON u.id = a.id_usuario WHERE a.objeto = ${objeto} AND ${lines} ORDER BY a.id DESC LIMIT 1`,
  )
  return line ?? { por: null, en: new Date().toISOString() }
}

type Change = {
  id: number
  part: Part
  version: number
  permission: Permission
  set: SQL
  detalle: Record<string, string | number | null>
}

/** Saves over the version that was read. @throws CAMBIO_MIENTRAS with the current row, NO_ENCONTRADO */
async function saveRecord(
  tx: Db,
  identity: Identity,
  { id, part, version, permission, set, detalle }: Change,
): Promise<Stored> {
  const objeto = `curso:${id}`
  await requireCourse(tx, identity, id, permission)
  const [saved] = await query<{ id: number }>(
    tx,
    sql`UPDATE cursos SET ${set}, ${part.version} = ${part.version} + 1, actualizado_en = now()
      WHERE id = ${id} AND ${part.version} = ${version} RETURNING id`,
  )
  if (!saved) {
    const { version: now, ...datos } = await recordOf(tx, id, part)
    throw fail('CAMBIO_MIENTRAS', { actual: { datos, version: now, ...(await authorOf(tx, objeto, part.lines)) } })
  }
  await audit(tx, 'gestion', { objeto, detalle })
  return recordOf(tx, id, part)
}

/** What would stop the publication of what students are about to see. @throws NO_PUBLICABLE */
async function checkVisible(tx: Db, brand: number, id: number): Promise<void> {
  const objeto = `curso:${id}`
  const [target] = await courseDocuments.find(tx, brand, [objeto])
  const documento = target && (await courseDocuments.read(tx, [target])).get(objeto)
  if (!target || !documento) throw fail('NO_ENCONTRADO')
  const report = (await courseDocuments.check(tx, [{ target, documento, primera: false }], new Set())).get(objeto)
  if (report && report.errores.length > 0)
    throw fail('NO_PUBLICABLE', { documentos: [{ objeto, nombre: target.nombre, version: null, ...report }] })
}

type State = Stored['estado']

/** Hides, archives or shows a course. @throws CAMBIO_MIENTRAS, NO_ENCONTRADO, NO_PUBLICABLE */
export async function saveState(
  db: Db,
  identity: Identity,
  id: number,
  { estado, version }: { estado: State; version: number },
) {
  const shown = estado === 'publicado'
  const archived = estado === 'archivado'
  const set = sql`estado = ${shown ? 1 : 0}, archivado_en = ${archived ? sql`coalesce(archivado_en, now())` : sql`NULL`}`
  return db.transaction(async (tx) => {
    await requireCourse(tx, identity, id, 'cursos.editar')
    if (shown) await holdEmpty(tx, [id])
    const detalle = { hecho: 'estado', estado }
    const change: Change = { id, part: RECORD, version, permission: 'cursos.editar', set, detalle }
    const saved = await saveRecord(tx, identity, change)
    if (shown) await checkVisible(tx, identity.id_cliente, id)
    return saved
  })
}

/** Whether a promotion would be over before it begins; one that has ended may stay beside a new price. */
async function isLate(tx: Db, id: number, end: string | null): Promise<boolean> {
  const late = await query<{ id: number }>(
    tx,
    sql`SELECT id FROM cursos WHERE id = ${id} AND ${end}::timestamptz <= now()
      AND date_trunc('minute', promocion_hasta) IS DISTINCT FROM date_trunc('minute', ${end}::timestamptz)`,
  )
  return late.length > 0
}

/** Prices of open orders stay; the audit log is the history. @throws CAMBIO_MIENTRAS, NO_ENCONTRADO, DATOS_INVALIDOS */
export async function savePrice(db: Db, identity: Identity, id: number, price: z.output<typeof PriceBody>) {
  const { costo, promocion, promocion_hasta, version } = price
  const set = sql`costo_centimos = ${Math.round(costo * 100)}, promocion_hasta = ${promocion_hasta},
    promocion_centimos = ${promocion === null ? null : Math.round(promocion * 100)}`
  const detalle = { hecho: 'precio', costo, promocion, promocion_hasta }
  return db.transaction(async (tx) => {
    const late = await isLate(tx, id, promocion_hasta)
    const saved = await saveRecord(tx, identity, { id, part: PRICE, version, permission: 'catalogo', set, detalle })
    // Only those who may save it learn more.
    if (late) throw invalid('promocion_hasta', 'Elige un final que no haya pasado.')
    return saved
  })
}

async function writeTeachers(tx: Db, all: { id: number; docentes: number[] }[]): Promise<void> {
  const teachers = recordset(all, 'x(id bigint, docentes bigint[])')
  await tx.execute(
    sql`DELETE FROM curso_docentes d USING ${teachers} WHERE d.id_curso = x.id AND NOT d.id_usuario = ANY(x.docentes)`,
  )
  await tx.execute(sql`INSERT INTO curso_docentes (id_curso, id_usuario, orden)
    SELECT x.id, t.docente, t.n FROM ${teachers}, unnest(x.docentes) WITH ORDINALITY t(docente, n)
    ON CONFLICT (id_curso, id_usuario) DO UPDATE SET orden = excluded.orden WHERE curso_docentes.orden <> excluded.orden`)
}

/** In order. @throws CAMBIO_MIENTRAS, NO_ENCONTRADO, DATOS_INVALIDOS */
export async function saveTeachers(
  db: Db,
  identity: Identity,
  id: number,
  { docentes, version }: { docentes: number[]; version: number },
) {
  const ids = sql`${sql.param(docentes)}::bigint[]`
  return db.transaction(async (tx) => {
    const detalle = { hecho: 'docentes', docentes: docentes.join(', ') }
    const set = sql`clave = clave`
    await saveRecord(tx, identity, { id, part: RECORD, version, permission: 'catalogo', set, detalle })
    const staff = await query<{ id: number }>(
      tx,
      sql`SELECT u.id FROM usuarios u WHERE u.id = ANY(${ids}) AND u.id_cliente = ${identity.id_cliente} AND u.estado = 1
        AND EXISTS (SELECT 1 FROM roles_personal r WHERE r.id_usuario = u.id AND r.rol = 'docente')`,
    )
    if (staff.length !== docentes.length) throw invalid('docentes', 'Elige docentes de esta academia.')
    await writeTeachers(tx, [{ id, docentes }])
    return recordOf(tx, id, RECORD)
  })
}
