import { TIME_ZONE } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { type Db, isAnyOf, query, recordset } from '../../platform/db/database.ts'
import { CERTIFYING_EXAM } from '../catalogue/catalogue.ts'
import { certificados } from './certificates.tables.ts'
import { contentsOf } from './contents.ts'
import type { Earned, Pair, Passed, RequiredExam } from './earning.ts'

const ZONE = sql.raw(`'${TIME_ZONE}'`)

const PAIRS = 'v(id_usuario bigint, id_curso bigint)'

/** Always in the same order, to avoid deadlocks. */
export async function lockEnrolments(tx: Db, pairs: Pair[]): Promise<Pair[]> {
  const wanted = pairs.map(({ id_usuario, id_curso }) => ({ id_usuario, id_curso }))
  const rows = await query<Pair & { estado: string }>(
    tx,
    sql`SELECT m.id_usuario, m.id_curso, m.estado FROM matriculas m
    WHERE (m.id_usuario, m.id_curso) IN (SELECT v.id_usuario, v.id_curso FROM ${recordset(wanted, PAIRS)})
    ORDER BY m.id_usuario, m.id_curso FOR NO KEY UPDATE`,
  )
  return rows.filter((row) => row.estado === 'activa').map(({ id_usuario, id_curso }) => ({ id_usuario, id_curso }))
}

const coursesIn = (pairs: Pair[]): number[] => [...new Set(pairs.map((pair) => pair.id_curso))]

export const findRequiredExams = (tx: Db, pairs: Pair[]): Promise<RequiredExam[]> =>
  query<RequiredExam>(
    tx,
    sql`SELECT DISTINCT e.id_curso, e.id_modulo FROM evaluaciones e
    WHERE e.id_curso = ANY (${sql.param(coursesIn(pairs))}::bigint[]) AND ${CERTIFYING_EXAM}`,
  )

/** `sin_nombre`: no one wrote the student's name. Attempts of an inactive exam still count. */
export const findPassed = (tx: Db, pairs: Pair[]): Promise<(Passed & { sin_nombre: boolean })[]> =>
  query(
    tx,
    sql`SELECT v.id_usuario, v.id_curso, e.id_modulo, bool_or(u.falta_nombre) AS sin_nombre,
      max(round(i.nota * 100 / i.nota_maxima, 2)) AS nota,
      min(greatest(i.enviado_en, (SELECT max(r.calificado_en) FROM respuestas r WHERE r.id_intento = i.id))) AS ganado
    FROM ${recordset(pairs, PAIRS)} JOIN usuarios u ON u.id = v.id_usuario
    JOIN evaluaciones e ON e.id_curso = v.id_curso AND e.id_curso = ANY (${sql.param(coursesIn(pairs))}::bigint[]) AND e.modelo = 1
    JOIN detalle_evaluacion d ON d.id_evaluacion = e.id AND d.id_alumno = v.id_usuario
    JOIN intentos_evaluacion i ON i.id_detalle = d.id AND i.aprobado AND i.nota_maxima > 0
    GROUP BY 1, 2, 3`,
  )

export type Own = Pair &
  Pick<typeof certificados.$inferSelect, 'id' | 'id_modulo' | 'nota' | 'estado' | 'causa_revocacion'> & {
    codigo: string
    titulo: string
  }

export const findOwn = (tx: Db, pairs: Pair[]): Promise<Own[]> =>
  query<Own>(
    tx,
    sql`SELECT c.id, c.id_usuario, c.id_curso, c.id_modulo, c.codigo_certificado AS codigo, c.nota, c.estado,
      c.causa_revocacion, coalesce(c.modulo, c.curso) AS titulo
    FROM ${recordset(pairs, PAIRS)} JOIN certificados c ON c.id_usuario = v.id_usuario AND c.id_curso = v.id_curso`,
  )

export type NewCertificate = Pair & { id: number; id_modulo: number | null; codigo: string; titulo: string }

/** `dated`: with the moment in which each was earned, which is past for those that waited. */
export const insertCertificates = (
  tx: Db,
  earned: (Earned & { codigo: string })[],
  dated: boolean,
): Promise<NewCertificate[]> =>
  query<NewCertificate>(
    tx,
    sql`INSERT INTO certificados (id_usuario, id_curso, id_modulo, codigo_certificado, alumno, curso, modulo, nota, horas,
      minutos, contenidos, fecha_emision, fecha_inicio, fecha_fin)
    SELECT v.id_usuario, v.id_curso, v.id_modulo, v.codigo, trim(u.nombres || ' ' || u.apellidos), cu.nombre, m.nombre, v.nota,
      coalesce(m.horas, cu.horas), coalesce(x.minutos, 0), coalesce(x.contenidos, '[]'), issued.en,
      least((ma.fecha_matricula AT TIME ZONE ${ZONE})::date, issued.day), issued.day
    FROM ${recordset(
      earned.map((row) => ({ ...row, ganado: dated ? row.ganado : null })),
      'v(id_usuario bigint, id_curso bigint, id_modulo bigint, nota numeric, ganado timestamptz, codigo text)',
    )}
    JOIN usuarios u ON u.id = v.id_usuario
    JOIN cursos cu ON cu.id = v.id_curso
    JOIN matriculas ma ON ma.id_usuario = v.id_usuario AND ma.id_curso = v.id_curso
    LEFT JOIN modulos m ON m.id = v.id_modulo
    LEFT JOIN ${contentsOf(coursesIn(earned))} x ON x.id_curso = v.id_curso AND x.id_modulo IS NOT DISTINCT FROM v.id_modulo
    CROSS JOIN LATERAL (SELECT coalesce(v.ganado, now()) AS en, (coalesce(v.ganado, now()) AT TIME ZONE ${ZONE})::date AS day) issued
    ON CONFLICT DO NOTHING
    RETURNING id, id_usuario, id_curso, id_modulo, codigo_certificado AS codigo, coalesce(modulo, curso) AS titulo`,
  )

export type Scope = Pair & { id_modulo: number | null }
export const sameScope = (a: Scope) => (b: Scope) =>
  a.id_usuario === b.id_usuario && a.id_curso === b.id_curso && a.id_modulo === b.id_modulo

/** With the best grade and when it was earned, where it is earned. */
export const withBest = (earned: Earned[]) => (row: Own) => {
  const best = earned.find(sameScope(row))
  return best ? [{ ...row, mejor: best.nota, ganado: best.ganado }] : []
}

type Bettered = ReturnType<ReturnType<typeof withBest>>[number]

export async function raiseGrades(tx: Db, better: Bettered[]): Promise<void> {
  if (better.length === 0) return
  await tx.execute(sql`UPDATE certificados c SET nota = v.mejor, fecha_emision = now()
    FROM ${recordset(better, 'v(id bigint, mejor numeric)')}
    WHERE c.id = v.id AND c.estado = 'vigente' AND c.nota < v.mejor`)
}

/** Those that a lowered grade revoked and that were earned since: under their code, with the new grade and date. */
export async function returnCertificates(tx: Db, again: Bettered[]): Promise<NewCertificate[]> {
  if (again.length === 0) return []
  return query<NewCertificate>(
    tx,
    sql`UPDATE certificados c SET estado = 'vigente', fecha_revocacion = NULL, motivo_revocacion = NULL, causa_revocacion = NULL,
      nota = v.mejor, fecha_emision = now(), fecha_fin = greatest(c.fecha_inicio, (v.ganado AT TIME ZONE ${ZONE})::date)
    FROM ${recordset(again, 'v(id bigint, mejor numeric, ganado timestamptz)')}
    WHERE c.id = v.id AND c.causa_revocacion = 'correccion'
    RETURNING c.id, c.id_usuario, c.id_curso, c.id_modulo, c.codigo_certificado AS codigo, coalesce(c.modulo, c.curso) AS titulo`,
  )
}

/** With the enrolment first, as issuing does. */
export async function lockCertificates(tx: Db, pair: Pair): Promise<void> {
  await lockEnrolments(tx, [pair])
  await tx.execute(sql`SELECT id FROM certificados WHERE id_usuario = ${pair.id_usuario} AND id_curso = ${pair.id_curso}
    ORDER BY id FOR UPDATE`)
}

/** What a lowered grade leaves of a certificate; `nota_nueva` is null where it is no longer earned. */
export type Lowered = Own & { nota_nueva: number | null }

/** What an administrator revoked stays as it is, and so does what the lowered grade has no part in. */
export function loweredOf(before: Earned[], after: Earned[], own: Own[]): Lowered[] {
  return own.flatMap((row) => {
    const was = before.find(sameScope(row))
    const is = after.find(sameScope(row))
    const stands = !was || (is && is.nota >= Math.min(was.nota, row.nota))
    if (stands || (row.estado === 'revocado' && row.causa_revocacion !== 'devolucion')) return []
    return [{ ...row, nota_nueva: is?.nota ?? null }]
  })
}

/** One that a refund revoked keeps its date and reason, but no longer returns with the payment. */
export async function lowerGrades(tx: Db, lowered: Lowered[], motivo: string): Promise<void> {
  if (lowered.length === 0) return
  await tx.execute(sql`UPDATE certificados c SET nota = v.nota_nueva
    FROM ${recordset(lowered, 'v(id bigint, nota_nueva numeric)')} WHERE c.id = v.id AND v.nota_nueva IS NOT NULL`)
  const lost = lowered.filter(({ nota_nueva }) => nota_nueva === null).map(({ id }) => id)
  const { id, fecha_revocacion, motivo_revocacion } = certificados
  await tx
    .update(certificados)
    .set({
      estado: 'revocado',
      fecha_revocacion: sql`coalesce(${fecha_revocacion}, now())`,
      motivo_revocacion: sql`coalesce(${motivo_revocacion}, ${motivo})`,
      causa_revocacion: 'correccion',
    })
    .where(isAnyOf(id, lost))
}
