import type { SubmittedExam } from '@campus/contract/exams'
import { EXAM_MODEL } from '@campus/contract/rules'
import { eq, max, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { pointsToShow } from '../awards/awards.ts'
import { changeAttempt, lockOpenAttempt } from './attempts.ts'
import { closeAttempts, type OpenAttempt } from './closing.ts'
import { readDetail } from './details.ts'
import { intentos_evaluacion } from './exams.tables.ts'
import { publishSurvey } from './surveys.ts'

/** The screen shows an older attempt, and the open one still has time. */
const isAnother = (open: OpenAttempt, idIntento: number | null | undefined): boolean =>
  Boolean(idIntento) && idIntento !== open.id && !open.vencido

/** An attempt is submitted and rewarded in one transaction, so at the same `now()`. */
const lastSubmission = (tx: Db, idDetalle: number) =>
  tx
    .select({ moment: max(intentos_evaluacion.enviado_en) })
    .from(intentos_evaluacion)
    .where(eq(intentos_evaluacion.id_detalle, idDetalle))

/**
 * Repeats return the same result; an `idIntento` other than the open attempt's leaves that one open.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_INTENTO_ABIERTO without any attempt
 */
export async function submitAttempt(
  db: Db,
  identity: Identity,
  idDetalle: number,
  idIntento?: number | null,
): Promise<SubmittedExam> {
  const { closed, ...submitted } = await changeAttempt(db, async (tx) => {
    const { detail, open } = await lockOpenAttempt(tx, identity, idDetalle)
    if (detail.intentos === 0) throw fail('SIN_INTENTO_ABIERTO')
    const closed = open && !isAnother(open, idIntento) ? open : undefined
    if (closed) await closeAttempts(tx, [closed])
    const puntos = await pointsToShow(tx, identity.id, sql`(${lastSubmission(tx, idDetalle)})`)
    return { closed, ...(await readDetail(tx, idDetalle)), puntos }
  })
  if (closed && closed.modelo !== EXAM_MODEL) await publishSurvey(db, closed.id_evaluacion)
  return submitted
}
