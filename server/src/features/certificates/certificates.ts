import { randomInt } from 'node:crypto'
import { TIME_ZONE } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/database.ts'
import { audit } from '../audit/audit.ts'
import { award } from '../awards/awards.ts'
import { notify } from '../notifications/notifications.ts'

/** A student and a course whose certificates are to be looked at. */
export type Pair = { id_usuario: number; id_curso: number }

/** What became of one earned certificate. */
export type Issued = Pair & {
  id: number
  id_modulo: number | null
  codigo: string
  novedad: 'generado' | 'actualizado' | 'sin_cambio'
}

type Made = Issued & { titulo: string }

type Earned = Pair & {
  id_modulo: number | null
  nota: string
  id: number | null
  codigo: string | null
  sube: boolean | null
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const TRIES = 5

/** `CERT-` and 9 letters from the system's random source: 26^9 codes, not to be walked or guessed. */
export const newCode = (): string =>
  `CERT-${Array.from({ length: 9 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`

const rowsOf = (rows: object[], columns: string) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) AS v(${sql.raw(columns)})`

/** Exams that count for certificates: active, in an active module or of the course, with something to earn. */
const DEMANDED = sql`
  SELECT DISTINCT e.id_curso, e.id_modulo FROM evaluaciones e LEFT JOIN modulos m ON m.id = e.id_modulo
  WHERE e.modelo = 1 AND e.estado = 1 AND coalesce(m.activo, true)
    AND EXISTS (SELECT 1 FROM preguntas p WHERE p.id_evaluacion = e.id AND p.activo AND p.valor > 0)`

/**
 * Everything that these students have earned in these courses, from the graded attempts alone: a module with its exam
 * passed; the course with its final exam passed or, without one, every module that has an exam passed (then the grade
 * is their mean). Attempts of an inactive exam still count for what was passed.
 */
async function findEarned(tx: Db, pairs: Pair[]): Promise<Earned[]> {
  return tx.execute<Earned>(sql`
    WITH pares AS (
      SELECT DISTINCT v.id_usuario, v.id_curso FROM ${rowsOf(pairs, 'id_usuario int, id_curso int')}
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
    )
    SELECT g.id_usuario, g.id_curso, g.id_modulo, g.nota, c.id, c.codigo_certificado AS codigo,
      c.nota < g.nota AND c.estado = 'vigente' AS sube
    FROM ganados g
    LEFT JOIN certificados c ON c.id_usuario = g.id_usuario AND c.id_curso = g.id_curso AND c.id_modulo IS NOT DISTINCT FROM g.id_modulo
    ORDER BY g.id_usuario, g.id_curso, g.id_modulo`)
}

async function raise(tx: Db, earned: Earned[]): Promise<void> {
  if (earned.length === 0) return
  await tx.execute(sql`
    UPDATE certificados c SET nota = v.nota, fecha_emision = now()
    FROM ${rowsOf(earned, 'id int, nota numeric')} WHERE c.id = v.id AND c.nota < v.nota`)
}

/** Inserts with fresh codes; what is not inserted met a code in use and is tried again. */
async function insert(tx: Db, earned: Earned[]): Promise<Made[]> {
  const issued: Made[] = []
  let left = earned
  for (let tries = 0; left.length > 0 && tries < TRIES; tries++) {
    const drafts = left.map((row) => ({ ...row, codigo: newCode() }))
    // Names, hours and days are frozen here, so that the document stays true when the course changes.
    const rows = await tx.execute<Made>(sql`
      INSERT INTO certificados (id_usuario, id_curso, id_modulo, codigo_certificado, alumno, curso, modulo, nota, horas, fecha_inicio, fecha_fin)
      SELECT v.id_usuario, v.id_curso, v.id_modulo, v.codigo, trim(u.nombres || ' ' || u.apellidos), cu.nombre, m.nombre, v.nota,
        coalesce(m.horas, cu.horas), least((ma.fecha_matricula AT TIME ZONE ${TIME_ZONE})::date, hoy.dia), hoy.dia
      FROM ${rowsOf(drafts, 'id_usuario int, id_curso int, id_modulo int, codigo text, nota numeric')}
      JOIN usuarios u ON u.id = v.id_usuario
      JOIN cursos cu ON cu.id = v.id_curso
      JOIN matriculas ma ON ma.id_usuario = v.id_usuario AND ma.id_curso = v.id_curso
      LEFT JOIN modulos m ON m.id = v.id_modulo
      CROSS JOIN (SELECT (now() AT TIME ZONE ${TIME_ZONE})::date AS dia) hoy
      ON CONFLICT DO NOTHING
      RETURNING id, id_usuario, id_curso, id_modulo, codigo_certificado AS codigo, 'generado' AS novedad, coalesce(modulo, curso) AS titulo`)
    issued.push(...rows)
    left = left.filter((row) => !rows.some((made) => sameScope(made, row)))
  }
  if (left.length > 0) throw new Error('no free certificate code was found')
  return issued
}

/** Points for each new certificate; a better grade on an old one earns none. */
async function reward(tx: Db, made: Made[]): Promise<void> {
  const deeds = made.map(({ id_usuario, id_curso, id_modulo, titulo }) => ({
    usuario: id_usuario,
    motivo: 'certificado' as const,
    clave: id_modulo ? `modulo:${id_modulo}` : `curso:${id_curso}`,
    detalle: titulo,
  }))
  await award(tx, ...deeds)
}

/** Tells the students, once per certificate; those of one course or module in one statement. */
async function announce(tx: Db, made: Made[]): Promise<void> {
  const groups = Map.groupBy(made, (row) => (row.id_modulo ? `modulo:${row.id_modulo}` : `curso:${row.id_curso}`))
  for (const [scope, rows] of groups) {
    const [first] = rows
    if (!first) continue
    await notify(tx, {
      evento: 'certificado',
      tipo: 'Certificación',
      mensaje: `¡Felicitaciones! Ya tienes tu certificado de «${first.titulo}».`,
      ruta: `/certificado-modulo/${first.id_curso}`,
      clave: `certificado:${scope}`,
      usuarios: rows.map((row) => row.id_usuario),
    })
  }
}

type Scope = Pair & { id_modulo: number | null }

/** Whether two rows speak of the same certificate. */
export const sameScope = (a: Scope, b: Scope): boolean =>
  a.id_usuario === b.id_usuario && a.id_curso === b.id_curso && a.id_modulo === b.id_modulo

/**
 * Issues what these students have earned and raises what they have bettered, inside the grading transaction
 * (contract section 4). The enrolment's row is locked first, always in the same order: two modules passed at the same
 * moment see each other, so the course's certificate is neither lost nor made twice. A suspended or missing enrolment
 * earns nothing; a revoked certificate stays as it is.
 */
export async function issueCertificates(tx: Db, pairs: Pair[]): Promise<Issued[]> {
  if (pairs.length === 0) return []
  await tx.execute(sql`
    SELECT ma.id FROM matriculas ma
    WHERE EXISTS (SELECT 1 FROM ${rowsOf(pairs, 'id_usuario int, id_curso int')} WHERE v.id_usuario = ma.id_usuario AND v.id_curso = ma.id_curso)
    ORDER BY ma.id_usuario, ma.id_curso FOR NO KEY UPDATE`)
  const earned = await findEarned(tx, pairs)
  await raise(
    tx,
    earned.filter((row) => row.sube),
  )
  const made = await insert(
    tx,
    earned.filter((row) => row.id === null),
  )
  const known = earned.flatMap(({ id, codigo, sube, ...scope }): Issued[] => {
    if (id === null || codigo === null) return []
    return [{ ...scope, id, codigo, novedad: sube ? 'actualizado' : 'sin_cambio' }]
  })
  const told = (row: { id_usuario: number; id_curso: number; id_modulo: number | null; codigo: string | null }) => ({
    sobre: row.id_usuario,
    objeto: `certificado:${row.codigo}`,
    detalle: { curso: row.id_curso, modulo: row.id_modulo },
  })
  await audit(tx, 'certificado_emitido', ...made.map(told))
  await audit(tx, 'certificado_mejorado', ...earned.filter((row) => row.sube).map(told))
  await reward(tx, made)
  await announce(tx, made)
  return [...made.map(({ titulo: _, ...row }): Issued => row), ...known]
}
