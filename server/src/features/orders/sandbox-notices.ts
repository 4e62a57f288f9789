import { randomUUID } from 'node:crypto'
import type { SandboxAction } from '@campus/contract/order-rules'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import type { App } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { changeSandboxPayment, makeSandboxPayment, sandboxSecret, signNotification } from './sandbox.ts'

/** Queue of the sandbox's notifications. */
export const SANDBOX_NOTICE = 'pasarela-de-prueba-aviso'

type Notice = { id: string; requestId: string; forged?: boolean }

/** Posts a notification to our own webhook, signed as the gateway would, or as a forger would. */
export async function deliverNotice(app: App, db: Db, { id, requestId, forged = false }: Notice): Promise<void> {
  const secret = forged ? 'otra-llave' : await sandboxSecret(db)
  await app.inject({
    method: 'POST',
    url: `/api/mercadopago/webhook?data.id=${id}&type=payment`,
    headers: {
      'x-request-id': requestId,
      'x-signature': signNotification(secret, { requestId, dataId: id }, String(Date.now())),
    },
    payload: { action: 'payment.updated', type: 'payment', data: { id } },
  })
}

/**
 * Does an action of the payment page: makes or changes payments, and notifies once, twice, late, never or with a false signature.
 * @throws NO_ENCONTRADO when the order is not of the sandbox
 */
export async function actOut(db: Db, jobs: Jobs, numero: string, accion: SandboxAction): Promise<void> {
  const tell = (id: string, notice: Partial<Notice> = {}, startAfter = 0) =>
    jobs.send(db, SANDBOX_NOTICE, { id, requestId: randomUUID(), ...notice }, { startAfter })
  const approve = async () => (await makeSandboxPayment(db, numero, 'approved')) ?? missing()
  const missing = (): never => {
    throw fail('NO_ENCONTRADO')
  }
  const acts: Record<SandboxAction, () => Promise<void>> = {
    aprobar: async () => tell(await approve()),
    rechazar: async () => tell((await makeSandboxPayment(db, numero, 'rejected')) ?? missing()),
    dejar_pendiente: async () => tell((await makeSandboxPayment(db, numero, 'pending')) ?? missing()),
    async aprobar_y_avisar_dos_veces() {
      const id = await approve()
      const requestId = randomUUID()
      await tell(id, { requestId })
      await tell(id, { requestId })
    },
    aprobar_y_avisar_tarde: async () => tell(await approve(), {}, 60),
    async aprobar_sin_avisar() {
      await approve()
    },
    aprobar_con_firma_mala: async () => tell(await approve(), { forged: true }),
    async avisar_en_desorden() {
      const waiting = (await makeSandboxPayment(db, numero, 'pending')) ?? missing()
      await tell(await approve())
      await tell(waiting)
    },
    async pagar_dos_veces() {
      await tell(await approve())
      await tell(await approve())
    },
    reembolsar: async () => tell((await changeSandboxPayment(db, numero, 'refunded')) ?? missing()),
    contracargo: async () => tell((await changeSandboxPayment(db, numero, 'charged_back')) ?? missing()),
  }
  await acts[accion]()
}
