import type { EvaluationDetail } from '@campus/contract/exams'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http.ts'
import { commitThenThrow, holdDetail } from './attempts.ts'
import { closeAttempts } from './closing.ts'
import { readDetail } from './details.ts'

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
  return commitThenThrow(db, async (tx) => {
    const { held, open } = await holdDetail(tx, identity, idDetalle)
    if (held.intentos === 0) return fail('SIN_INTENTO_ABIERTO')
    if (!open || (idIntento && idIntento !== open.id && !open.vencido)) return readDetail(tx, idDetalle)
    // Sent together, done one after the other.
    const [atOnce, detail] = await Promise.all([closeAttempts(tx, [open]), readDetail(tx, idDetalle)])
    return atOnce ? detail : readDetail(tx, idDetalle)
  })
}
