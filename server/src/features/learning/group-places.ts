import { quoted } from '@campus/contract/texts'
import { sql } from 'drizzle-orm'
import { type Db, lock, query, recordset } from '../../platform/db/database.ts'
import { invalid, invalidFields } from '../../platform/failures.ts'
import { type LockedGroup, lockGroups, placesIn } from '../groups/groups.ts'
import { notifyEach } from '../notifications/notifications.ts'

type Placed = { correo: string; grupo?: number | undefined }

/**
 * The groups in which enrolling these people may take a place, locked: those they are put in, and those they return to after
 * a refund. Call it once before any enrolment is locked; the brand's lists of people wait, as in {@link lockCourse}.
 */
export async function lockGroupsFor(
  tx: Db,
  brand: number,
  courses: number[],
  people: Placed[],
): Promise<Map<number, LockedGroup>> {
  await lock(tx, 'matriculas', brand)
  const mails = people.map(({ correo }) => correo)
  const left = await query<{ id: number }>(
    tx,
    sql`SELECT DISTINCT m.id_grupo AS id FROM usuarios u JOIN matriculas m ON m.id_usuario = u.id
      WHERE lower(u.correo) = ANY (${sql.param(mails)}::text[]) AND u.id_cliente = ${brand}
        AND m.id_curso = ANY (${sql.param(courses)}::bigint[]) AND m.suspendida_por = 'pasarela' AND m.id_grupo IS NOT NULL`,
  )
  const ids = [...left.map(({ id }) => id), ...people.flatMap(({ grupo }) => grupo ?? [])]
  return lockGroups(tx, brand, [...new Set(ids)])
}

/** `grupo` is where the person is to be, null for no change; `ocupa` whether they have their place in it already. */
export type Seat = { grupo: number | null; ocupa: boolean }

function lackText(left: number, people: number): string {
  const places = left === 1 ? 'Queda 1 vacante' : `Quedan ${left} vacantes`
  return `${left === 0 ? 'No quedan vacantes' : places} y ${people === 1 ? 'es 1 persona' : `son ${people} personas`}.`
}

/**
 * Checks the seats of people in one course, under `<position>.grupo`; with `whole`, the group of all of them, under `grupo`.
 * @throws DATOS_INVALIDOS
 */
export function checkSeats(idCurso: number, seats: Seat[], groups: Map<number, LockedGroup>, whole?: number): void {
  const take = placesIn(groups)
  const refused = seats.flatMap(({ grupo, ocupa }, at) => {
    const refusal = grupo === null || ocupa ? null : take(grupo, idCurso)
    return refusal ? [{ at, ...refusal }] : []
  })
  const [first] = refused
  if (!first) return
  if (whole === undefined)
    throw invalidFields(Object.fromEntries(refused.map(({ at, text }) => [`${at}.grupo`, [text]])))
  const wanted = seats.filter(({ grupo, ocupa }) => grupo === whole && !ocupa).length
  throw invalid('grupo', first.full ? lackText(groups.get(whole)?.libres ?? 0, wanted) : first.text)
}

type Seated = { id_usuario: number; id_curso: number; id_grupo: number | null }

/** Puts enrolments in their groups, whose places the caller has checked. Returns those that changed, with their version. */
export const seat = (tx: Db, rows: Seated[]): Promise<{ id_usuario: number; id_curso: number; version: number }[]> =>
  query(
    tx,
    sql`UPDATE matriculas m SET id_grupo = x.id_grupo
      FROM ${recordset(rows, 'x(id_usuario bigint, id_curso bigint, id_grupo bigint)')}
      WHERE m.id_usuario = x.id_usuario AND m.id_curso = x.id_curso AND m.id_grupo IS DISTINCT FROM x.id_grupo
      RETURNING m.id_usuario, m.id_curso, m.secuencia AS version`,
  )

type Told = {
  id_usuario: number
  id_curso: number
  curso: string
  antes: string | null
  grupo: LockedGroup | null
  version: number
}

/** Who was in another group, or in none, and is in this one. */
export function groupNotice(antes: string | null, grupo: Pick<LockedGroup, 'nombre' | 'horario'> | null): string {
  if (!grupo) return 'Ya no estás en un grupo\nTe tocan las clases que son para todos.'
  const where = `Estás en ${quoted(grupo.nombre)}${grupo.horario && ` (${grupo.horario})`}.`
  return `${antes === null ? 'Ya tienes grupo' : 'Cambió tu grupo'}\n${where}`
}

/** Tells students in which group they are now. */
export const tellOfGroups = (tx: Db, people: Told[]): Promise<void> =>
  notifyEach(
    tx,
    { evento: 'matricula', tipo: 'Otro' },
    people.map((told) => ({
      usuario: told.id_usuario,
      mensaje: groupNotice(told.antes, told.grupo),
      asunto: told.curso,
      ruta: `/miscursos/${told.id_curso}/modulos`,
      clave: `matricula:${told.id_curso}:grupo:${told.version}`,
    })),
  )
