import type { EvaluationDetail } from '@campus/contract/exams'
import { EXAM_MODEL } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { procedure } from '../../platform/db/procedures.ts'
import { jsonStatement } from '../../platform/db/statements.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { accessValues, type CourseAccess, checkAccess } from '../learning/learning.ts'
import { ACCESS, commitThenThrow, holdDetail, OWN } from './attempts.ts'
import {
  closeAttempts,
  GRADE_AS_READ,
  gradesOf,
  OPEN,
  type OpenAttempt,
  PASSED_STEPS,
  passedValues,
} from './closing.ts'
import { DETAILS, type DetailRow, readDetail, toDetail } from './details.ts'
import { publishSurvey } from './surveys.ts'

type Seen = CourseAccess & { intentos: number; abierto: OpenAttempt | null }

const DETAIL = sql`${sql.placeholder('detalle')}::int`

const look = jsonStatement<Seen>(sql`SELECT to_json(q) AS fila FROM (
  SELECT d.intentos, ${ACCESS}, (SELECT to_json(o) FROM (${OPEN} i.id_detalle = ${DETAIL}) o) AS abierto FROM ${OWN}) q`)

/** Saves, starts and the sweeper take turns on the detail: what the next step reads of the answers is all there will be. */
const tenido = sql`SELECT id FROM detalle_evaluacion WHERE id = ${DETAIL} FOR UPDATE`
const detalle = sql`${DETAILS} WHERE d.id = ${DETAIL}`

type Graded = { calificado: { cerrados: number; igual: boolean }; detalle: DetailRow }
type Settled = Graded & { certificados: { sin_codigo: number } }

const grade = procedure<Graded & { tenido: object }>(
  'calificar',
  { tenido, calificado: GRADE_AS_READ, detalle },
  {
    sure: (known) => sql`${known('calificado', 'cerrados', 'int')} = 1 AND ${known('calificado', 'igual', 'boolean')}`,
  },
)
const gradeAndSettle = procedure<Settled & { tenido: object; matricula: object }>(
  'aprobar',
  { tenido, calificado: GRADE_AS_READ, ...PASSED_STEPS, detalle },
  {
    sure: (known) => sql`${known('calificado', 'cerrados', 'int')} = 1 AND ${known('calificado', 'igual', 'boolean')}
      AND ${known('certificados', 'sin_codigo', 'int')} = 0`,
  },
)

/**
 * Grades an attempt as it was read and settles what comes of it, in one call of the database. Undefined, and nothing done, when
 * it is closed already, when an answer was saved after it was read, or when a certificate's code is in use.
 */
async function submitAsRead(db: Db, idDetalle: number, attempt: OpenAttempt): Promise<EvaluationDetail | undefined> {
  const { values: grades, passed } = gradesOf([attempt])
  const respuestas = JSON.stringify(attempt.respuestas)
  const values = { ...grades, detalle: idDetalle, intento: attempt.id, respuestas }
  const done = await (passed.length > 0
    ? gradeAndSettle(db, { ...values, ...passedValues(passed) })
    : grade(db, values))
  return done && toDetail(done.detalle)
}

/** The same with the detail held from the start: it is sure what there is to submit. Surveys too. */
async function submitHeld(db: Db, identity: Identity, idDetalle: number, idIntento?: number | null) {
  return commitThenThrow(db, async (tx) => {
    const { held, open } = await holdDetail(tx, identity, idDetalle)
    if (held.intentos === 0) return fail('SIN_INTENTO_ABIERTO')
    if (!open || isAnother(open, idIntento)) return readDetail(tx, idDetalle)
    // Sent together, done one after the other.
    const [atOnce, detail] = await Promise.all([closeAttempts(tx, [open]), readDetail(tx, idDetalle)])
    return atOnce ? detail : readDetail(tx, idDetalle)
  })
}

/** Whether the screen shows another attempt than the open one, which may go on. */
const isAnother = (open: OpenAttempt, idIntento: number | null | undefined): boolean =>
  Boolean(idIntento) && idIntento !== open.id && !open.vencido

/**
 * Submits the open attempt: grades what was saved and answers the same on every repeat, also after the server closed
 * the attempt itself (contract section 4). `idIntento` names the attempt that the screen shows: another one stays open.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_INTENTO_ABIERTO when there never was an attempt
 */
export async function submitAttempt(
  db: Db,
  identity: Identity,
  idDetalle: number,
  idIntento?: number | null,
): Promise<EvaluationDetail> {
  const [row] = await look(db, { ...accessValues(identity), detalle: idDetalle })
  const { intentos, abierto } = checkAccess(row)
  if (intentos === 0) throw fail('SIN_INTENTO_ABIERTO')
  if (!abierto || isAnother(abierto, idIntento)) return readDetail(db, idDetalle)
  const done = abierto.modelo === EXAM_MODEL && (await submitAsRead(db, idDetalle, abierto))
  if (done) return done
  const detail = await submitHeld(db, identity, idDetalle, idIntento)
  if (abierto.modelo !== EXAM_MODEL) await publishSurvey(db, abierto.id_evaluacion)
  return detail
}
