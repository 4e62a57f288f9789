import type { SentAccess } from '@campus/contract/student-account'
import { audit, excerptOf } from '../../kit/audit/audit.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle, throttleAll } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { findStudentAccount, sendInvitation } from './accounts.ts'
import { RECOVERY_MAIL } from './recovery.ts'
import { endSessions } from './roles.ts'
import { sendVerification } from './verification.ts'

const SENDINGS = limit('reenviar_acceso_usuario', 60, 60 * 60)
const SENDINGS_TO_PERSON = limit('reenviar_acceso_persona', 5, 60 * 60)
const ENDINGS = limit('cerrar_sesiones_usuario', 60, 60 * 60)

type Account = Awaited<ReturnType<typeof findStudentAccount>>

function missingOf({ clave_propia, correo_verificado_en }: Account): SentAccess['enviado'] {
  if (!clave_propia) return 'invitacion'
  return correo_verificado_en === null ? 'confirmacion' : 'recuperacion'
}

/** Mails what a student's account lacks, or else what recovers its password. @throws NO_ENCONTRADO, DEMASIADOS_INTENTOS */
export async function sendAccess(db: Db, jobs: Jobs, identity: Identity, id: number): Promise<SentAccess> {
  await findStudentAccount(db, identity, id)
  await throttleAll(db, [
    [SENDINGS, String(identity.id)],
    [SENDINGS_TO_PERSON, String(id)],
  ])
  return db.transaction(async (tx) => {
    const { id_cliente } = identity
    const account = await findStudentAccount(tx, identity, id, 'no key update')
    const enviado = missingOf(account)
    if (enviado === 'invitacion') await sendInvitation(tx, jobs, id, id_cliente, 'campus')
    else if (enviado === 'confirmacion') await sendVerification(tx, jobs, { id, id_cliente })
    else await jobs.send(tx, RECOVERY_MAIL, { correo: account.correo.toLowerCase() })
    const detalle = { hecho: 'acceso reenviado', tipo: enviado }
    await audit(tx, 'gestion', { sobre: id, objeto: `usuario:${id}`, detalle })
    return { enviado }
  })
}

/** The password and the links that set one stay. Returns how many were open. @throws NO_ENCONTRADO, DEMASIADOS_INTENTOS */
export async function endSessionsOf(db: Db, identity: Identity, id: number, motivo: string): Promise<number> {
  await findStudentAccount(db, identity, id)
  await throttle(db, ENDINGS, String(identity.id))
  return db.transaction(async (tx) => {
    await findStudentAccount(tx, identity, id, 'no key update')
    const sesiones = await endSessions(tx, [id])
    const detalle = { hecho: 'sesiones cerradas', sesiones, motivo: excerptOf(motivo) }
    await audit(tx, 'gestion', { sobre: id, objeto: `usuario:${id}`, detalle })
    return sesiones
  })
}
