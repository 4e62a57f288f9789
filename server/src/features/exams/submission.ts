import type { EvaluationDetail } from '@campus/contract/exams'
import { EXAM_MODEL } from '@campus/contract/rules'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { lockOpenAttempt } from './attempts.ts'
import { closeAttempts, type OpenAttempt } from './closing.ts'
import { readDetail } from './details.ts'
import { publishSurvey } from './surveys.ts'

/** Whether the screen shows another attempt than the open one, which may go on. */
const isAnother = (open: OpenAttempt, idIntento: number | null | undefined): boolean =>
  Boolean(idIntento) && idIntento !== open.id && !open.vencido

/**
 * Submits the open attempt: grades what was saved and returns the same on every repeat, also after the server closed
 * the attempt itself (contract section 4). `idIntento` names the attempt that the screen shows: another one stays open.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_INTENTO_ABIERTO when there never was an attempt
 */
export async function submitAttempt(
  db: Db,
  identity: Identity,
  idDetalle: number,
  idIntento?: number | null,
): Promise<EvaluationDetail> {
  const { closed, detail } = await db.transaction(async (tx) => {
    const { detail, open } = await lockOpenAttempt(tx, identity, idDetalle)
    if (detail.intentos === 0) throw fail('SIN_INTENTO_ABIERTO')
    const closed = open && !isAnother(open, idIntento) ? open : undefined
    if (closed) await closeAttempts(tx, [closed])
    return { closed, detail: await readDetail(tx, idDetalle) }
  })
  if (closed && closed.modelo !== EXAM_MODEL) await publishSurvey(db, closed.id_evaluacion)
  return detail
}
