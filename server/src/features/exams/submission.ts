import type { SubmitBody, SubmittedExam } from '@campus/contract/exams'
import { EXAM_MODEL, hasTime } from '@campus/contract/rules'
import { eq, max, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { pointsToShow } from '../awards/awards.ts'
import { changeAttempt, lockOpenAttempt } from './attempts.ts'
import { closeAttempts, type OpenAttempt } from './closing.ts'
import { readDetail } from './details.ts'
import { intentos_evaluacion } from './exams.tables.ts'
import { publishSurvey } from './surveys.ts'

/** The screen shows an older attempt, or does not know of time that was given back. */
function isLeftOpen(open: OpenAttempt, body: SubmitBody): boolean {
  if (body?.id_intento && body.id_intento !== open.id && !open.vencido) return true
  return body?.por_tiempo === true && hasTime(open)
}

/** An attempt is submitted and rewarded in one transaction, so at the same `now()`. */
const lastSubmission = (tx: Db, idDetalle: number) =>
  tx
    .select({ moment: max(intentos_evaluacion.enviado_en) })
    .from(intentos_evaluacion)
    .where(eq(intentos_evaluacion.id_detalle, idDetalle))

/**
 * Repeats return the same result; an attempt that the body does not mean stays open, and is returned as it is.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_INTENTO_ABIERTO without any attempt
 */
export async function submitAttempt(
  db: Db,
  identity: Identity,
  idDetalle: number,
  body: SubmitBody,
): Promise<SubmittedExam> {
  const { closed, ...submitted } = await changeAttempt(db, async (tx) => {
    const { detail, open } = await lockOpenAttempt(tx, identity, idDetalle)
    if (detail.intentos === 0) throw fail('SIN_INTENTO_ABIERTO')
    const closed = open && !isLeftOpen(open, body) ? open : undefined
    if (closed) await closeAttempts(tx, [closed])
    const puntos = open && !closed ? 0 : await pointsToShow(tx, identity.id, sql`(${lastSubmission(tx, idDetalle)})`)
    return { closed, ...(await readDetail(tx, idDetalle)), puntos }
  })
  if (closed && closed.modelo !== EXAM_MODEL) await publishSurvey(db, closed.id_evaluacion)
  return submitted
}
