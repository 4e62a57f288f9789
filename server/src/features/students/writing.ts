import { type AudienceBody, type AudienceCount, MAX_AUDIENCE, type WriteBody } from '@campus/contract/course-messages'
import type { Job } from '@campus/contract/jobs'
import { scopeOf } from '@campus/contract/permissions'
import { quoted } from '@campus/contract/texts'
import { sql } from 'drizzle-orm'
import { audit, excerptOf } from '../../kit/audit/audit.ts'
import { type Apply, jobOf, startJob } from '../../kit/batches/batches.ts'
import { coursesInScope } from '../../kit/staff-access/staff-access.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { Caller } from '../../platform/db/prepared.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { LIVE_ENROLMENT } from '../learning/learning.ts'
import { countRecipients, notifyEach } from '../notifications/notifications.ts'
import { findEnrolments } from './enrolments.ts'
import { OPEN_ACCOUNT } from './students.ts'

const MESSAGES = limit('escribir_alumnos_usuario', 30, 60 * 60)
const EVENT = 'comunicado'

type Addressee = { id: number; usuario: number; id_curso: number; activa: boolean }

/** Each person once, with the newest of their enrolments. @throws NO_ENCONTRADO, DATOS_INVALIDOS */
async function addresseesOf(db: Db, identity: Identity, { ids, filtros }: AudienceBody): Promise<Addressee[]> {
  const chosen = ids ?? (await findEnrolments(db, identity, filtros ?? {}, MAX_AUDIENCE + 1))
  if (chosen.length > MAX_AUDIENCE)
    throw invalid('ids', `Son ${MAX_AUDIENCE.toLocaleString('en-US')} personas por vez como máximo: usa los filtros.`)
  const rows = await query<Addressee & { elegidas: number }>(
    db,
    sql`WITH elegidas AS MATERIALIZED (SELECT matriculas.* FROM matriculas JOIN cursos c ON c.id = matriculas.id_curso
        WHERE matriculas.id = ANY (${sql.param(chosen)}::bigint[]) AND c.id_cliente = ${identity.id_cliente} AND ${coursesInScope(identity, 'comunicados')})
      SELECT DISTINCT ON (u.id) m.id, u.id AS usuario, m.id_curso, u.estado = 1 AS activa, (SELECT count(*) FROM elegidas) AS elegidas
      FROM elegidas m JOIN usuarios u ON u.id = m.id_usuario AND ${OPEN_ACCOUNT}
      ORDER BY u.id, m.fecha_matricula DESC, m.id DESC`,
  )
  if (ids && (rows[0]?.elegidas ?? 0) < ids.length) throw fail('NO_ENCONTRADO')
  return rows
}

/** How many people a message would reach. @throws NO_ENCONTRADO, DATOS_INVALIDOS */
export async function countAudience(db: Db, identity: Identity, audience: AudienceBody): Promise<AudienceCount> {
  const rows = await addresseesOf(db, identity, audience)
  const active = rows.filter(({ activa }) => activa)
  const { personas, correos } = await countRecipients(
    db,
    EVENT,
    active.map(({ usuario }) => usuario),
  )
  return { personas, correos, sin_avisos: active.length - personas, desactivadas: rows.length - active.length }
}

/** `cursos`: those of the addressees, which the sender must still reach when it is sent. */
type Message = { titulo: string; texto: string; cursos: number[] }

const people = (count: number): string => (count === 1 ? 'una persona' : `${count.toLocaleString('en-US')} personas`)

/**
 * Starts the job that writes to students, each once whatever happens to it.
 * @throws NO_ENCONTRADO, DATOS_INVALIDOS, DEMASIADOS_INTENTOS
 */
export async function writeToStudents(db: Db, jobs: Jobs, identity: Identity, body: WriteBody): Promise<Job> {
  const { titulo, texto, envio, ...audience } = body
  await throttle(db, MESSAGES, String(identity.id))
  const rows = await addresseesOf(db, identity, audience)
  if (rows.length === 0) throw invalid('ids', 'No hay a quién escribirle.')
  const cursos = [...new Set(rows.map(({ id_curso }) => id_curso))]
  await db.transaction(async (tx) => {
    const trabajo = await startJob(tx, jobs, identity, {
      tipo: 'comunicado',
      titulo: `Escribir a ${people(rows.length)}: ${quoted(titulo)}`,
      parametros: { titulo, texto, cursos } satisfies Message,
      envio,
      filas: sql`SELECT to_jsonb(m.id) AS datos FROM unnest(${sql.param(rows.map(({ id }) => id))}::bigint[]) AS m (id)`,
    })
    if (trabajo === null) return
    const [course] = cursos
    await audit(tx, 'gestion', {
      objeto: course !== undefined && cursos.length === 1 ? `curso:${course}` : 'matriculas',
      detalle: { hecho: 'mensaje enviado', personas: rows.length, titulo: excerptOf(titulo), trabajo },
    })
  })
  return jobOf(db, identity, envio)
}

type Student = {
  id: number
  usuario: number
  curso: number
  nombre: string
  cerrada: boolean
  activa: boolean
  vigente: boolean
}

const findStudents = (tx: Db, brand: number, ids: number[]) =>
  query<Student>(
    tx,
    sql`SELECT matriculas.id, u.id AS usuario, c.id AS curso, trim(u.nombres || ' ' || u.apellidos) AS nombre,
        NOT (${OPEN_ACCOUNT}) AS cerrada, u.estado = 1 AS activa, ${LIVE_ENROLMENT} AS vigente
      FROM matriculas JOIN cursos c ON c.id = matriculas.id_curso AND c.id_cliente = ${brand} JOIN usuarios u ON u.id = matriculas.id_usuario
      WHERE matriculas.id = ANY (${sql.param(ids)}::bigint[])`,
  )

/** Why someone gets no message; null when they do. */
function obstacleOf(student: Student | undefined): string | null {
  if (!student || student.cerrada) return 'Cerró su cuenta.'
  return student.activa ? null : `${student.nombre}: su cuenta está desactivada.`
}

const apply: Apply = async (tx, { id, parametros, id_cliente }, rows) => {
  const { titulo, texto } = parametros as Message
  const students = new Map(
    (
      await findStudents(
        tx,
        id_cliente,
        rows.map(({ datos }) => Number(datos)),
      )
    ).map((student) => [student.id, student]),
  )
  const errores = rows.flatMap(({ fila, datos }) => {
    const mensaje = obstacleOf(students.get(Number(datos)))
    return mensaje ? [{ fila, mensaje }] : []
  })
  const reached = [...students.values()].filter((student) => obstacleOf(student) === null)
  const clave = `comunicado:${id}`
  const notices = reached.map(({ usuario, curso, vigente }) => ({
    ...{ usuario, clave, asunto: titulo, mensaje: `Mensaje de tu academia\n${texto}` },
    ruta: vigente ? `/miscursos/${curso}/modulos` : '/notificaciones',
  }))
  await notifyEach(tx, { evento: EVENT, tipo: 'Otro' }, notices)
  const counts = await countRecipients(
    tx,
    EVENT,
    reached.map(({ usuario }) => usuario),
  )
  return { resultado: { ...counts, sin_avisos: reached.length - counts.personas }, errores }
}

/** As long as all of its courses are the sender's. */
async function mayAsk(db: Db, caller: Caller, parametros: unknown): Promise<boolean> {
  const scope = scopeOf(caller.roles, 'comunicados')
  if (scope !== 'propios') return scope === 'marca'
  const { cursos } = parametros as Message
  const own = await query(
    db,
    sql`SELECT c.id FROM cursos c WHERE c.id = ANY (${sql.param(cursos)}::bigint[]) AND ${coursesInScope(caller, 'comunicados')}`,
  )
  return own.length === cursos.length
}

/** The jobs of students. */
export const STUDENT_JOBS = { comunicado: { apply, mayAsk } }
