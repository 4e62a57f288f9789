import { randomUUID } from 'node:crypto'
import type {
  CancelSessionBody,
  NewSessions,
  SessionBody,
  SessionRow,
  SessionsQuery,
} from '@campus/contract/catalogue.staff'
import { MAX_LESSON_PARTS } from '@campus/contract/course-limits'
import { TIME_ZONE } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Act, audit } from '../../kit/audit/audit.ts'
import { countedRows, type List, listRows } from '../../kit/lists/lists.ts'
import { type Db, lock, query } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { requireGroupForClass } from '../groups/groups.ts'
import { inReach } from './authoring.ts'
import { authorOf } from './records.ts'
import { AUDIENCE, CLASSES, notifyStudents } from './session-audience.ts'
import { showWithClass } from './showing.ts'

const ZONE = sql.raw(`'${TIME_ZONE}'`)

const COLUMNS = sql`s.id, s.nombre, c.id AS id_curso, c.nombre AS curso, l.id AS id_leccion, l.titulo AS leccion,
  s.id_grupo, (SELECT g.nombre FROM grupos g WHERE g.id = s.id_grupo) AS grupo,
  to_char(s.inicio AT TIME ZONE ${ZONE}, 'YYYY-MM-DD') AS fecha, to_char(s.inicio AT TIME ZONE ${ZONE}, 'HH24:MI') AS hora_inicio,
  s.inicio, s.duracion, s.enlace, s.cancelada_en IS NOT NULL AS cancelada, s.version, ${countedRows(AUDIENCE)} AS alumnos`

type Filters = Omit<z.output<typeof SessionsQuery>, 'q' | 'orden' | 'desde'>

const midnight = (day: string, days = 0) => sql`((${day}::date + ${days}::int)::timestamp AT TIME ZONE ${ZONE})`

/** The later classes of its series, which were made in one `envio`; a class that was moved by itself has left it. */
const follows = (id: number) =>
  sql`EXISTS (SELECT 1 FROM sesiones una WHERE una.id = ${id} AND una.envio = s.envio AND una.inicio < s.inicio
    AND (una.cancelada_en IS NULL) = (s.cancelada_en IS NULL))`

const SESSIONS: List<Filters> = {
  from: CLASSES,
  id: sql.raw('s.id'),
  columns: COLUMNS,
  sorts: { inicio: { by: sql.raw('s.inicio'), type: 'timestamptz' } },
  defaultSort: '-inicio',
  filters: {
    curso: (id) => sql`c.id = ${id}`,
    docente: (id) => sql`EXISTS (SELECT 1 FROM curso_docentes d WHERE d.id_curso = c.id AND d.id_usuario = ${id})`,
    grupo: (id) => sql`s.id_grupo = ${id}`,
    de: (day) => sql`s.inicio >= ${midnight(day)}`,
    a: (day) => sql`s.inicio < ${midnight(day, 1)}`,
    siguen_a: (id) => follows(id),
  },
}

export const listStaffSessions = (db: Db, identity: Identity, asked: z.output<typeof SessionsQuery>) =>
  listRows<SessionRow, Filters>(db, SESSIONS, asked, inReach(identity))

const rows = (db: Db, which: SQL) =>
  query<SessionRow>(
    db,
    sql`SELECT ${COLUMNS} FROM ${CLASSES} WHERE ${which} ORDER BY s.inicio, s.id LIMIT ${MAX_LESSON_PARTS}`,
  )

/** @throws NO_ENCONTRADO when unknown or out of reach */
async function sessionOf(db: Db, identity: Identity, id: number): Promise<SessionRow> {
  const [row] = await rows(db, sql`s.id = ${id} AND ${inReach(identity)}`)
  if (!row) throw fail('NO_ENCONTRADO')
  return row
}

/**
 * The lesson, locked so that its sessions are numbered one after the other.
 * @throws DATOS_INVALIDOS when it is out of reach, or full with `more`
 */
async function lockLesson(tx: Db, identity: Identity, id: number, more: number) {
  const [lesson] = await query<{ id_curso: number; visible: boolean }>(
    tx,
    sql`SELECT c.id AS id_curso, l.activo AND m.activo AS visible FROM lecciones l JOIN modulos m ON m.id = l.id_modulo JOIN cursos c ON c.id = m.id_curso
      WHERE l.id = ${id} AND ${inReach(identity)} FOR NO KEY UPDATE OF l`,
  )
  if (!lesson) throw invalid('id_leccion', 'Elige una lección de tus cursos.')
  const [there] = await query<{ total: number; orden: number }>(
    tx,
    sql`SELECT count(*)::int AS total, coalesce(max(orden), 0) + 1 AS orden FROM sesiones WHERE id_leccion = ${id}`,
  )
  const { total, orden } = there ?? { total: 0, orden: 1 }
  if (total + more > MAX_LESSON_PARTS)
    throw invalid('id_leccion', `Una lección puede tener hasta ${MAX_LESSON_PARTS} sesiones, y ya tiene ${total}.`)
  return { ...lesson, orden }
}

/** One class, or a series; a repeated request finds those of the first. @throws DATOS_INVALIDOS */
export async function createSessions(db: Db, identity: Identity, body: z.output<typeof NewSessions>) {
  const { nombre, id_leccion, fecha, hora_inicio, duracion, enlace, veces, cada_dias, envio } = body
  const id_grupo = body.id_grupo ?? null
  return db.transaction(async (tx) => {
    await lock(tx, 'sesiones', envio)
    const own = sql`s.envio = ${envio} AND ${inReach(identity)}`
    const there = await rows(tx, own)
    if (there.length > 0) return there
    const { id_curso, orden } = await lockLesson(tx, identity, id_leccion, veces)
    if (id_grupo) await requireGroupForClass(tx, id_curso, id_grupo)
    await tx.execute(
      sql`INSERT INTO sesiones (id_leccion, nombre, inicio, duracion, enlace, orden, envio, id_grupo)
        SELECT ${id_leccion}, ${nombre}, (${fecha}::date + n * ${cada_dias}::int + ${hora_inicio}::time) AT TIME ZONE ${ZONE},
          ${duracion}, ${enlace}, ${orden}::int + n, ${envio}::uuid, ${id_grupo}::bigint FROM generate_series(0, ${veces - 1}::int) n
        ON CONFLICT (envio, inicio) DO NOTHING`,
    )
    await showWithClass(tx, id_curso, [id_leccion])
    const made = await rows(tx, own)
    // Another brand's request had the same `envio`.
    if (made.length === 0) throw fail('DATOS_INVALIDOS')
    const grupo = made[0]?.grupo
    const detalle = { hecho: 'sesiones', nombre, fecha, hora_inicio, veces, ...(grupo && { grupo }) }
    await audit(tx, 'gestion', { objeto: `curso:${id_curso}`, detalle })
    return made
  })
}

/** What the answer to a stale save says; `changed` is the class that is not as the person saw it. */
async function staleSession(tx: Db, identity: Identity, id: number, changed = id) {
  const datos = await sessionOf(tx, identity, id)
  return fail('CAMBIO_MIENTRAS', {
    actual: { datos, version: datos.version, ...(await authorOf(tx, `sesion:${changed}`)) },
  })
}

const MOMENT = sql`to_char(s.inicio AT TIME ZONE ${ZONE}, 'YYYY-MM-DD HH24:MI')`

type Seen = z.output<typeof SessionBody>['siguientes']
type Follower = { id: number; version: number; momento: string }

/**
 * The classes that change with this one, all locked in the order of their ids.
 * @throws CAMBIO_MIENTRAS when one of them is not as it was seen
 */
async function lockFollowing(tx: Db, identity: Identity, id: number, seen: Seen): Promise<Follower[]> {
  if (seen.length === 0) return []
  const ids = sql.param([id, ...seen.map((one) => one.id)])
  await tx.execute(
    sql`SELECT s.id FROM ${CLASSES} WHERE s.id = ANY(${ids}::bigint[]) AND ${inReach(identity)} ORDER BY s.id FOR UPDATE OF s`,
  )
  const there = await query<Follower>(
    tx,
    sql`SELECT s.id, s.version, ${MOMENT} AS momento FROM ${CLASSES} WHERE s.id = ANY(${ids}::bigint[]) AND ${follows(id)}
      AND ${inReach(identity)}`,
  )
  const now = new Map(there.map((one) => [one.id, one.version]))
  const changed = seen.find((one) => now.get(one.id) !== one.version)
  if (changed) throw await staleSession(tx, identity, id, changed.id)
  return there
}

type Change = {
  set: SQL
  version: number
  avisar: boolean
  hecho: string
  following: Follower[]
  /** Of those that follow. */
  setFollowing: SQL
}

/** One line for each class, whose history it is. */
async function changeFollowing(tx: Db, { following, setFollowing, hecho, avisar }: Change): Promise<number[]> {
  const ids = following.map(({ id }) => id)
  if (ids.length === 0) return ids
  const saved = await query<{ id: number; nombre: string; ahora: string }>(
    tx,
    sql`UPDATE sesiones s SET ${setFollowing}, version = s.version + 1 WHERE s.id = ANY(${sql.param(ids)}::bigint[])
      RETURNING s.id, s.nombre, ${MOMENT} AS ahora`,
  )
  const before = new Map(following.map(({ id, momento }) => [id, momento]))
  const lines = saved.map(({ id, nombre, ahora }) => ({
    objeto: `sesion:${id}`,
    detalle: { hecho, nombre, antes: before.get(id) ?? '', ahora, avisar },
  }))
  await audit(tx, 'gestion', ...lines)
  return ids
}

const groupDetail = (before: SessionRow, { id_grupo, grupo }: SessionRow): Act['detalle'] =>
  before.id_grupo === id_grupo ? {} : { grupo_antes: before.grupo, grupo }

/** @throws CAMBIO_MIENTRAS with the current session */
async function saveSession(tx: Db, identity: Identity, before: SessionRow, change: Change): Promise<SessionRow> {
  const { set, version, avisar, hecho } = change
  const { id } = before
  const [saved] = await query<{ id: number }>(
    tx,
    sql`UPDATE sesiones SET ${set}, version = version + 1
      WHERE id = ${id} AND version = ${version} RETURNING id`,
  )
  if (!saved) throw await staleSession(tx, identity, id)
  const session = await sessionOf(tx, identity, id)
  const antes = `${before.fecha} ${before.hora_inicio}`
  const ahora = `${session.fecha} ${session.hora_inicio}`
  await audit(tx, 'gestion', {
    objeto: `sesion:${id}`,
    detalle: { hecho, nombre: session.nombre, antes, ahora, avisar, ...groupDetail(before, session) },
  })
  const following = await changeFollowing(tx, change)
  if (avisar) await notifyStudents(tx, before, session, following)
  return session
}

type Fields = z.output<typeof SessionBody>

/** Those that follow take what changed, move by as much, and keep the rest. */
function followingFields(
  before: SessionRow,
  { nombre, duracion, enlace, id_grupo }: Fields,
  inicio: SQL,
  serie: SQL,
): SQL {
  const set = [
    sql`cancelada_en = NULL, envio = ${serie}, inicio = s.inicio + (${inicio} - ${before.inicio}::timestamptz)`,
    ...(nombre === before.nombre ? [] : [sql`nombre = ${nombre}`]),
    ...(duracion === before.duracion ? [] : [sql`duracion = ${duracion}`]),
    ...(enlace === before.enlace ? [] : [sql`enlace = ${enlace}`]),
    ...(id_grupo === undefined || id_grupo === before.id_grupo ? [] : [sql`id_grupo = ${id_grupo}::bigint`]),
  ]
  return sql.join(set, sql`, `)
}

/** A class that moves to a hidden lesson leaves the calendars. */
const inLesson = (id: number, { orden, visible }: { orden: number; visible: boolean }) =>
  sql`, id_leccion = ${id}, orden = ${orden}, retirada_en = ${sql.raw(visible ? 'NULL' : 'now()')}`

/** What moves alone leaves its series; what moves together is one of its own, so that no two meet in passing. */
function seriesOf(before: SessionRow, { fecha, hora_inicio, siguientes }: Fields): SQL {
  if (fecha === before.fecha && hora_inicio === before.hora_inicio) return sql`envio`
  return siguientes.length > 0 ? sql`${randomUUID()}::uuid` : sql`NULL`
}

/** A cancelled class takes place again. @throws NO_ENCONTRADO, CAMBIO_MIENTRAS, DATOS_INVALIDOS */
export async function changeSession(db: Db, identity: Identity, id: number, body: Fields) {
  const { nombre, id_leccion, fecha, hora_inicio, duracion, enlace, version, avisar, siguientes } = body
  return db.transaction(async (tx) => {
    const before = await sessionOf(tx, identity, id)
    const moved = id_leccion === before.id_leccion ? null : await lockLesson(tx, identity, id_leccion, 1)
    if (moved && moved.id_curso !== before.id_curso) throw invalid('id_leccion', 'Elige una lección del mismo curso.')
    const id_grupo = body.id_grupo === undefined ? before.id_grupo : body.id_grupo
    if (id_grupo && id_grupo !== before.id_grupo) await requireGroupForClass(tx, before.id_curso, id_grupo)
    const following = await lockFollowing(tx, identity, id, siguientes)
    const serie = seriesOf(before, body)
    const inicio = sql`((${fecha}::date + ${hora_inicio}::time) AT TIME ZONE ${ZONE})`
    const set = sql`nombre = ${nombre}, inicio = ${inicio}, duracion = ${duracion}, enlace = ${enlace}, cancelada_en = NULL,
      id_grupo = ${id_grupo}::bigint, envio = ${serie}${moved ? inLesson(id_leccion, moved) : sql.empty()}`
    const setFollowing = followingFields(before, body, inicio, serie)
    return saveSession(tx, identity, before, {
      ...{ set, setFollowing, following, version, avisar, hecho: 'sesión cambiada' },
    })
  })
}

/** @throws NO_ENCONTRADO, CAMBIO_MIENTRAS */
export async function cancelSession(
  db: Db,
  identity: Identity,
  id: number,
  { version, avisar, siguientes }: z.output<typeof CancelSessionBody>,
) {
  return db.transaction(async (tx) => {
    const before = await sessionOf(tx, identity, id)
    const following = await lockFollowing(tx, identity, id, siguientes)
    const set = sql`cancelada_en = coalesce(cancelada_en, now())`
    return saveSession(tx, identity, before, {
      ...{ set, setFollowing: set, following, version, avisar, hecho: 'sesión cancelada' },
    })
  })
}
