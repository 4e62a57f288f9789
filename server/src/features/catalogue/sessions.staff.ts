import type {
  CancelSessionBody,
  NewSessions,
  SessionBody,
  SessionRow,
  SessionsQuery,
} from '@campus/contract/catalogue.staff'
import { MAX_LESSON_PARTS } from '@campus/contract/course-limits'
import { TIME_ZONE } from '@campus/contract/rules'
import { sessionNotice } from '@campus/contract/session-notice'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { fail, invalid } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { audit } from '../audit/audit.ts'
import { countedRows, type List, listRows } from '../lists/lists.ts'
import { notify } from '../notifications/notifications.ts'
import { inReach, LIVE_STUDENTS } from './catalogue.staff.ts'
import { OWN_SESSIONS } from './catalogue.tables.ts'
import { authorOf } from './records.ts'

const ZONE = sql.raw(`'${TIME_ZONE}'`)

/** Who may see the class: no one while its module or lesson is hidden. Students keep a hidden course. */
const AUDIENCE = sql`${LIVE_STUDENTS} AND m.activo AND l.activo`

const FROM = sql.raw(`sesiones s JOIN lecciones l ON l.id = s.id_leccion JOIN modulos m ON m.id = l.id_modulo
  JOIN cursos c ON c.id = m.id_curso`)

const COLUMNS = sql`s.id, s.nombre, c.id AS id_curso, c.nombre AS curso, l.id AS id_leccion, l.titulo AS leccion,
  to_char(s.inicio AT TIME ZONE ${ZONE}, 'YYYY-MM-DD') AS fecha, to_char(s.inicio AT TIME ZONE ${ZONE}, 'HH24:MI') AS hora_inicio,
  s.inicio, s.duracion, s.enlace, s.cancelada_en IS NOT NULL AS cancelada, s.version, ${countedRows(AUDIENCE)} AS alumnos`

type Filters = Omit<z.output<typeof SessionsQuery>, 'q' | 'orden' | 'desde'>

const midnight = (day: string, days = 0) => sql`((${day}::date + ${days}::int)::timestamp AT TIME ZONE ${ZONE})`

const SESSIONS: List<Filters> = {
  from: FROM,
  id: sql.raw('s.id'),
  columns: COLUMNS,
  sorts: { inicio: { by: sql.raw('s.inicio'), type: 'timestamptz' } },
  defaultSort: '-inicio',
  filters: {
    curso: (id) => sql`c.id = ${id}`,
    docente: (id) => sql`EXISTS (SELECT 1 FROM curso_docentes d WHERE d.id_curso = c.id AND d.id_usuario = ${id})`,
    de: (day) => sql`s.inicio >= ${midnight(day)}`,
    a: (day) => sql`s.inicio < ${midnight(day, 1)}`,
  },
}

export const listStaffSessions = (db: Db, identity: Identity, asked: z.output<typeof SessionsQuery>) =>
  listRows<SessionRow, Filters>(db, SESSIONS, asked, inReach(identity))

const rows = (db: Db, which: SQL) =>
  query<SessionRow>(
    db,
    sql`SELECT ${COLUMNS} FROM ${FROM} WHERE ${which} ORDER BY s.inicio, s.id LIMIT ${MAX_LESSON_PARTS}`,
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
    sql`SELECT count(*)::int AS total, greatest(coalesce(max(orden), 0) + 1, ${OWN_SESSIONS}::int) AS orden
      FROM sesiones WHERE id_leccion = ${id}`,
  )
  const { total, orden } = there ?? { total: 0, orden: OWN_SESSIONS }
  if (total + more > MAX_LESSON_PARTS)
    throw invalid('id_leccion', `Una lección puede tener hasta ${MAX_LESSON_PARTS} sesiones, y ya tiene ${total}.`)
  return { ...lesson, orden }
}

/** One class, or a series; a repeated request finds those of the first. @throws DATOS_INVALIDOS */
export async function createSessions(db: Db, identity: Identity, body: z.output<typeof NewSessions>) {
  const { nombre, id_leccion, fecha, hora_inicio, duracion, enlace, veces, cada_dias, envio } = body
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${envio}))`)
    const own = sql`s.envio = ${envio} AND ${inReach(identity)}`
    const there = await rows(tx, own)
    if (there.length > 0) return there
    const { id_curso, orden } = await lockLesson(tx, identity, id_leccion, veces)
    await tx.execute(
      sql`INSERT INTO sesiones (id_leccion, nombre, inicio, duracion, enlace, orden, envio)
        SELECT ${id_leccion}, ${nombre}, (${fecha}::date + n * ${cada_dias}::int + ${hora_inicio}::time) AT TIME ZONE ${ZONE},
          ${duracion}, ${enlace}, ${orden}::int + n, ${envio}::uuid FROM generate_series(0, ${veces - 1}::int) n
        ON CONFLICT (envio, inicio) DO NOTHING`,
    )
    const made = await rows(tx, own)
    // Another brand's request had the same `envio`.
    if (made.length === 0) throw fail('DATOS_INVALIDOS')
    const detalle = { hecho: 'sesiones', nombre, fecha, hora_inicio, veces }
    await audit(tx, 'gestion', { objeto: `curso:${id_curso}`, detalle })
    return made
  })
}

async function tellStudents(tx: Db, before: SessionRow, session: SessionRow): Promise<void> {
  const told = await query<{ id: number; ruta: string }>(
    tx,
    sql`SELECT e.id_usuario AS id, format('/miscursos/%s/modulos/%s/leccion/%s', c.id, m.id, l.id) AS ruta
      FROM ${FROM} CROSS JOIN LATERAL (SELECT matriculas.id_usuario ${AUDIENCE}) e WHERE s.id = ${session.id}`,
  )
  const { id, version } = session
  await notify(tx, {
    evento: 'aviso',
    tipo: 'Otro',
    mensaje: sessionNotice(before, session),
    ruta: told[0]?.ruta ?? '/calendario',
    clave: `sesion-cambiada:${id}:${version}`,
    usuarios: told.map((student) => student.id),
  })
}

type Change = { set: SQL; version: number; avisar: boolean; hecho: string }

/** @throws CAMBIO_MIENTRAS with the current session */
async function saveSession(tx: Db, identity: Identity, before: SessionRow, change: Change): Promise<SessionRow> {
  const { set, version, avisar, hecho } = change
  const { id } = before
  const objeto = `sesion:${id}`
  const [saved] = await query<{ id: number }>(
    tx,
    sql`UPDATE sesiones SET ${set}, version = version + 1
      WHERE id = ${id} AND version = ${version} RETURNING id`,
  )
  const session = await sessionOf(tx, identity, id)
  if (!saved)
    throw fail('CAMBIO_MIENTRAS', {
      actual: { datos: session, version: session.version, ...(await authorOf(tx, objeto)) },
    })
  const antes = `${before.fecha} ${before.hora_inicio}`
  const ahora = `${session.fecha} ${session.hora_inicio}`
  await audit(tx, 'gestion', { objeto, detalle: { hecho, nombre: session.nombre, antes, ahora, avisar } })
  if (avisar) await tellStudents(tx, before, session)
  return session
}

/** A class that moves to a hidden lesson leaves the calendars. */
const inLesson = (id: number, { orden, visible }: { orden: number; visible: boolean }) =>
  sql`, id_leccion = ${id}, orden = ${orden}, retirada_en = ${sql.raw(visible ? 'NULL' : 'now()')}`

/** A cancelled class takes place again. @throws NO_ENCONTRADO, CAMBIO_MIENTRAS, DATOS_INVALIDOS */
export async function changeSession(db: Db, identity: Identity, id: number, body: z.output<typeof SessionBody>) {
  const { nombre, id_leccion, fecha, hora_inicio, duracion, enlace, version, avisar } = body
  return db.transaction(async (tx) => {
    const before = await sessionOf(tx, identity, id)
    const moved = id_leccion === before.id_leccion ? null : await lockLesson(tx, identity, id_leccion, 1)
    if (moved && moved.id_curso !== before.id_curso) throw invalid('id_leccion', 'Elige una lección del mismo curso.')
    const set = sql`nombre = ${nombre}, inicio = (${fecha}::date + ${hora_inicio}::time) AT TIME ZONE ${ZONE}, duracion = ${duracion},
      enlace = ${enlace}, cancelada_en = NULL, envio = NULL${moved ? inLesson(id_leccion, moved) : sql.empty()}`
    return saveSession(tx, identity, before, { set, version, avisar, hecho: 'sesión cambiada' })
  })
}

/** @throws NO_ENCONTRADO, CAMBIO_MIENTRAS */
export async function cancelSession(
  db: Db,
  identity: Identity,
  id: number,
  { version, avisar }: z.output<typeof CancelSessionBody>,
) {
  return db.transaction(async (tx) => {
    const before = await sessionOf(tx, identity, id)
    const set = sql`cancelada_en = coalesce(cancelada_en, now())`
    return saveSession(tx, identity, before, { set, version, avisar, hecho: 'sesión cancelada' })
  })
}
