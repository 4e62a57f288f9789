import { randomInt, randomUUID } from 'node:crypto'
import { POINTS, TIME_ZONE } from '@campus/contract/rules'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { statement, type Values } from '../../platform/db/statements.ts'
import { audit, auditPart, auditValues } from '../audit/audit.ts'
import { awardPart, HOLD_MONTH } from '../awards/awards.ts'
import { notify, notifyPart, told } from '../notifications/notifications.ts'
import { certificados } from './certificates.tables.ts'

/** A student and a course whose certificates are to be looked at. */
export type Pair = { id_usuario: number; id_curso: number }

/** What became of one earned certificate. */
export type Issued = Pair & {
  id: number
  id_modulo: number | null
  codigo: string
  novedad: 'generado' | 'actualizado' | 'sin_cambio'
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const TRIES = 5
/** Codes at hand for each student and course: one graded exam earns two certificates at most. */
const CODES_EACH = 4

/** `CERT-` and 9 letters from the system's random source: 26^9 codes, not to be walked or guessed. */
export const newCode = (): string =>
  `CERT-${Array.from({ length: 9 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`

const PAIRS = sql`jsonb_to_recordset(${sql.placeholder('pares')}::text::jsonb) AS v(id_usuario int, id_curso int)`
const ZONE = sql.raw(`'${TIME_ZONE}'`)

/**
 * Holds the enrolments, always in the same order, and after them the month of the points. Looked for one by one: PostgreSQL takes a
 * list in JSON for a hundred rows, and would rather read every enrolment of a small academy.
 */
const HOLD = sql`
  WITH tenidas AS MATERIALIZED (
    SELECT ma.id FROM (SELECT DISTINCT id_usuario, id_curso FROM ${PAIRS} ORDER BY id_usuario, id_curso) p
    CROSS JOIN LATERAL (SELECT id FROM matriculas m WHERE m.id_usuario = p.id_usuario AND m.id_curso = p.id_curso FOR NO KEY UPDATE) ma
  ) SELECT count(*) AS tenidas, (SELECT count(h) FROM (SELECT ${HOLD_MONTH}) h) AS meses FROM tenidas`
const hold = statement(HOLD)

/** Exams that count for certificates: active, in an active module or of the course, with something to earn. */
const DEMANDED = sql`
  SELECT DISTINCT e.id_curso, e.id_modulo FROM evaluaciones e LEFT JOIN modulos m ON m.id = e.id_modulo
  WHERE e.modelo = 1 AND e.estado = 1 AND coalesce(m.activo, true)
    AND EXISTS (SELECT 1 FROM preguntas p WHERE p.id_evaluacion = e.id AND p.activo AND p.valor > 0)`

/**
 * `vistos`: everything that these students have earned in these courses, from the graded attempts alone, and what they have
 * of it. A module with its exam passed; the course with its final exam passed or, without one, every module that has an exam
 * passed (then the grade is their mean). Attempts of an inactive exam still count for what was passed. `turno` numbers what
 * is new.
 */
const EARNED = sql`
  pares AS (
    SELECT DISTINCT v.id_usuario, v.id_curso FROM ${PAIRS}
    JOIN matriculas ma ON ma.id_usuario = v.id_usuario AND ma.id_curso = v.id_curso AND ma.estado = 'activa'
  ), exigidos AS (${DEMANDED} AND e.id_curso IN (SELECT id_curso FROM pares)
  ), mejores AS (
    SELECT p.id_usuario, p.id_curso, e.id_modulo, max(round(i.nota * 100 / i.nota_maxima, 2)) AS nota
    FROM pares p
    JOIN evaluaciones e ON e.id_curso = p.id_curso AND e.modelo = 1
    JOIN detalle_evaluacion d ON d.id_evaluacion = e.id AND d.id_alumno = p.id_usuario
    JOIN intentos_evaluacion i ON i.id_detalle = d.id AND i.aprobado AND i.nota_maxima > 0
    GROUP BY 1, 2, 3
  ), por_modulos AS (
    SELECT p.id_usuario, p.id_curso, NULL::int AS id_modulo, round(avg(b.nota), 2) AS nota
    FROM pares p JOIN exigidos x ON x.id_curso = p.id_curso
    LEFT JOIN mejores b ON b.id_usuario = p.id_usuario AND b.id_modulo = x.id_modulo
    GROUP BY 1, 2 HAVING bool_and(x.id_modulo IS NOT NULL AND b.nota IS NOT NULL)
  ), ganados AS (
    SELECT * FROM mejores WHERE id_modulo IS NOT NULL
    UNION ALL
    SELECT id_usuario, id_curso, NULL, max(nota) FROM (
      SELECT * FROM mejores WHERE id_modulo IS NULL UNION ALL SELECT * FROM por_modulos
    ) c GROUP BY 1, 2
  ), vistos AS MATERIALIZED (
    SELECT g.id_usuario, g.id_curso, g.id_modulo, g.nota, c.id, c.codigo_certificado AS codigo,
      coalesce(c.nota < g.nota AND c.estado = 'vigente', false) AS sube,
      count(*) FILTER (WHERE c.id IS NULL) OVER (ORDER BY g.id_usuario, g.id_curso, g.id_modulo) AS turno
    FROM ganados g
    LEFT JOIN certificados c ON c.id_usuario = g.id_usuario AND c.id_curso = g.id_curso AND c.id_modulo IS NOT DISTINCT FROM g.id_modulo
  )`

// Names, hours and days are frozen here, so that the document stays true when the course changes.
const MADE = sql`
  INSERT INTO certificados (id_usuario, id_curso, id_modulo, codigo_certificado, alumno, curso, modulo, nota, horas, fecha_inicio, fecha_fin)
  SELECT v.id_usuario, v.id_curso, v.id_modulo, k.codigo, trim(u.nombres || ' ' || u.apellidos), cu.nombre, m.nombre, v.nota,
    coalesce(m.horas, cu.horas), least((ma.fecha_matricula AT TIME ZONE ${ZONE})::date, hoy.dia), hoy.dia
  FROM vistos v
  JOIN unnest(${sql.placeholder('codigos')}::text[]) WITH ORDINALITY AS k (codigo, turno) ON v.id IS NULL AND k.turno = v.turno
  JOIN usuarios u ON u.id = v.id_usuario
  JOIN cursos cu ON cu.id = v.id_curso
  JOIN matriculas ma ON ma.id_usuario = v.id_usuario AND ma.id_curso = v.id_curso
  LEFT JOIN modulos m ON m.id = v.id_modulo
  CROSS JOIN (SELECT (now() AT TIME ZONE ${ZONE})::date AS dia) hoy
  ON CONFLICT DO NOTHING
  RETURNING id, id_usuario, id_curso, id_modulo, codigo_certificado AS codigo, coalesce(modulo, curso) AS titulo`

const RAISED = sql`
  UPDATE certificados c SET nota = v.nota, fecha_emision = now()
  FROM vistos v WHERE v.sube AND c.id = v.id AND c.nota < v.nota`

const ACT = sql.raw(`id_usuario, 'certificado:' || codigo, jsonb_build_object('curso', id_curso, 'modulo', id_modulo)`)
const SCOPE = sql.raw(`CASE WHEN id_modulo IS NULL THEN 'curso:' || id_curso ELSE 'modulo:' || id_modulo END`)
const POINTS_OF_MADE = sql`SELECT id_usuario, 'certificado', ${SCOPE}, titulo, ${sql.raw(String(POINTS.certificado))}, NULL::timestamptz FROM hechos`
const NEWS_OF_MADE = sql`SELECT id_usuario, '¡Felicitaciones! Ya tienes tu certificado de «' || titulo || '».',
  '/certificado-modulo/' || id_curso, 'certificado:' || ${SCOPE} FROM hechos`

type Row = Omit<Issued, 'id' | 'codigo'> & { id: number | null; codigo: string | null }

/** With everything that comes of it: trail, points (none for a better grade), the students' notifications, and `more`. */
const issuing = (more: SQL, told: SQL): SQL => sql`
  WITH ${EARNED}, subidos AS (${RAISED}), hechos AS (${MADE}),
  traza_hechos AS (${auditPart('certificado_emitido', sql`SELECT ${ACT} FROM hechos`)}),
  traza_subidos AS (${auditPart('certificado_mejorado', sql`SELECT ${ACT} FROM vistos WHERE sube`)}),
  premios AS (${awardPart(POINTS_OF_MADE)}),
  avisos AS (${notifyPart('certificado', 'Certificación', NEWS_OF_MADE)}),
  resueltos AS (
    SELECT v.id_usuario, v.id_curso, v.id_modulo, coalesce(h.id, v.id) AS id, coalesce(h.codigo, v.codigo) AS codigo,
      CASE WHEN h.id IS NOT NULL THEN 'generado' WHEN v.sube THEN 'actualizado' ELSE 'sin_cambio' END AS novedad
    FROM vistos v
    LEFT JOIN hechos h ON h.id_usuario = v.id_usuario AND h.id_curso = v.id_curso AND h.id_modulo IS NOT DISTINCT FROM v.id_modulo
  )${more} ${told}`

const EACH = sql`SELECT r.*, ${told('avisos')} AS avisados FROM resueltos r ORDER BY id_usuario, id_curso, id_modulo`
const ALL = sql`SELECT count(*) FILTER (WHERE r.id IS NULL)::int AS sin_codigo, ${told('avisos')} AS avisados FROM resueltos r`

/**
 * {@link certificateIssuer} as two steps of a procedure (platform/procedures.ts), which must be sure that none is `sin_codigo`: the
 * first holds, the second issues and does `more`. Their values are {@link certificateValues}.
 */
export const certificateSteps = (more: SQL) => ({ matricula: HOLD, certificados: issuing(more, ALL) })

/** What is to be looked at, codes for what is new, and who does it. */
export const certificateValues = (pairs: Pair[]) => ({
  ...auditValues(),
  pares: JSON.stringify(pairs.map(({ id_usuario, id_curso }) => ({ id_usuario, id_curso }))),
  codigos: Array.from({ length: CODES_EACH * pairs.length }, newCode),
})

type Scope = Pair & { id_modulo: number | null }

const sameScope = (a: Scope, b: Scope): boolean =>
  a.id_usuario === b.id_usuario && a.id_curso === b.id_curso && a.id_modulo === b.id_modulo

/** Adds what a try made or found to what the tries before it did: a later one finds made what an earlier one made. */
function keepNew(issued: Issued[], rows: Row[]): void {
  for (const { id_usuario, id_curso, id_modulo, id, codigo, novedad } of rows) {
    const scope = { id_usuario, id_curso, id_modulo }
    if (id === null || codigo === null || issued.some((known) => sameScope(known, scope))) continue
    issued.push({ ...scope, id, codigo, novedad })
  }
}

/** What was issued, and how often that had to be asked: once, unless a code was in use. */
type Outcome = { issued: Issued[]; tries: number }

/**
 * Issues what these students have earned and raises what they have bettered, inside the grading transaction
 * (contract section 4). The enrolment's row is locked first, always in the same order: two modules passed at the same
 * moment see each other, so the course's certificate is neither lost nor made twice. A suspended or missing enrolment
 * earns nothing; a revoked certificate stays as it is.
 *
 * `more`, `, name AS (...)`, is done in the same statement, with values of its own: parts that may read `resueltos`, what became
 * of each certificate as {@link Issued}, or `id` null where its code was in use. They bear repetition, and give points if they like.
 */
export function certificateIssuer(more: SQL = sql``): (tx: Db, pairs: Pair[], values?: Values) => Promise<Outcome> {
  const issue = statement<Row>(issuing(more, EACH))
  return async (tx, pairs, values = {}) => {
    if (pairs.length === 0) return { issued: [], tries: 0 }
    const ask = () => issue(tx, { ...values, ...certificateValues(pairs) })
    const issued: Issued[] = []
    // Two statements, sent together: the second sees what who was waited for has written.
    let [, rows] = await Promise.all([hold(tx, certificateValues(pairs)), ask()])
    for (let tries = 1; tries <= TRIES; tries++) {
      keepNew(issued, rows)
      // What is without one met a code in use, or there were not codes enough.
      if (rows.every((row) => row.id !== null)) return { issued, tries }
      rows = await ask()
    }
    throw new Error('no free certificate code was found')
  }
}

const issueAlone = certificateIssuer()

/** {@link certificateIssuer} and nothing more. */
export const issueCertificates = async (tx: Db, pairs: Pair[]): Promise<Issued[]> =>
  (await issueAlone(tx, pairs)).issued

/** A student's certificates of a course, and why they are revoked or restored. */
export type CourseRevocation = Pair & { motivo: string }

type Certified = typeof certificados.$inferSelect

/** Writes to the trail what happened to a student's certificates of one course, and tells the student. */
export async function tellRevocation(
  tx: Db,
  accion: 'certificado_revocado' | 'certificado_restaurado',
  rows: Certified[],
  motivo: string,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const acts = rows.map((row) => ({
    sobre: row.id_usuario,
    objeto: `certificado:${row.codigo_certificado}`,
    detalle: { curso: row.id_curso, modulo: row.id_modulo, motivo },
  }))
  await audit(tx, accion, ...acts)
  const which =
    rows.length === 1
      ? `tu certificado ${first.codigo_certificado}`
      : `tus ${rows.length} certificados de «${first.curso}»`
  const verb = accion === 'certificado_revocado' ? 'Revocamos' : 'Restauramos'
  await notify(tx, {
    evento: 'certificado',
    tipo: 'Certificación',
    mensaje: `${verb} ${which}: ${motivo.replace(/\.$/, '')}.`,
    ruta: `/certificado-modulo/${first.id_curso}`,
    clave: `${accion}:${randomUUID()}`,
    usuarios: [first.id_usuario],
  })
}

/**
 * Revokes a student's valid certificates of a course because the payment for it was refunded or charged back, in the
 * caller's transaction. Idempotent. The caller holds the enrolment, as issuing does.
 */
export async function revokeCertificatesOf(tx: Db, { id_usuario, id_curso, motivo }: CourseRevocation): Promise<void> {
  const { estado } = certificados
  const rows = await tx
    .update(certificados)
    .set({
      estado: 'revocado',
      fecha_revocacion: sql`now()`,
      motivo_revocacion: motivo,
      causa_revocacion: 'devolucion',
    })
    .where(and(eq(certificados.id_usuario, id_usuario), eq(certificados.id_curso, id_curso), eq(estado, 'vigente')))
    .returning()
  await tellRevocation(tx, 'certificado_revocado', rows, motivo)
}

/**
 * Restores what {@link revokeCertificatesOf} revoked, when the course is paid again: a chargeback that was reversed, or
 * another purchase. What an administrator revoked stays revoked. Idempotent.
 */
export async function restoreCertificatesOf(tx: Db, { id_usuario, id_curso, motivo }: CourseRevocation): Promise<void> {
  const { causa_revocacion } = certificados
  const rows = await tx
    .update(certificados)
    .set(IN_FORCE)
    .where(
      and(
        eq(certificados.id_usuario, id_usuario),
        eq(certificados.id_curso, id_curso),
        eq(causa_revocacion, 'devolucion'),
      ),
    )
    .returning()
  await tellRevocation(tx, 'certificado_restaurado', rows, motivo)
}

/** What a certificate that is not revoked has. */
export const IN_FORCE = {
  estado: 'vigente',
  fecha_revocacion: null,
  motivo_revocacion: null,
  causa_revocacion: null,
} as const
