import { randomUUID } from 'node:crypto'
import type { SandboxAction } from '@campus/contract/order-rules'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { App } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { PaymentStatus } from './gateway.ts'
import {
  changeSandboxPayment,
  failNextRefund,
  makeSandboxPayment,
  refundInSandbox,
  sandboxSecret,
  signNotification,
} from './sandbox.ts'

export const SANDBOX_NOTICE = 'pasarela-de-prueba-aviso'

type Notice = { id: string; requestId: string; forged?: boolean }

/** Posts a notification to our webhook, signed like the gateway or forged. */
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

/** Changes payments; notifies once, twice, late, never or forged. @throws NO_ENCONTRADO */
export async function actInSandbox(db: Db, jobs: Jobs, numero: string, accion: SandboxAction): Promise<void> {
  const notify = (id: string, notice: Partial<Notice> = {}, startAfter = 0) =>
    jobs.send(db, SANDBOX_NOTICE, { id, requestId: randomUUID(), ...notice }, { startAfter })
  const found = (id: string | null): string => {
    if (id === null) throw fail('NO_ENCONTRADO')
    return id
  }
  const make = async (estado: PaymentStatus) => found(await makeSandboxPayment(db, numero, estado))
  const change = async (estado: PaymentStatus) => found(await changeSandboxPayment(db, numero, estado))
  const approve = () => make('approved')
  const acts: Record<SandboxAction, () => Promise<void>> = {
    aprobar: async () => notify(await approve()),
    rechazar: async () => notify(await make('rejected')),
    dejar_pendiente: async () => notify(await make('pending')),
    async aprobar_y_avisar_dos_veces() {
      const id = await approve()
      const requestId = randomUUID()
      await notify(id, { requestId })
      await notify(id, { requestId })
    },
    aprobar_y_avisar_tarde: async () => notify(await approve(), {}, 60),
    aprobar_sin_avisar: async () => void (await approve()),
    aprobar_con_firma_mala: async () => notify(await approve(), { forged: true }),
    async avisar_en_desorden() {
      const waiting = await make('pending')
      await notify(await approve())
      await notify(waiting)
    },
    async pagar_dos_veces() {
      await notify(await approve())
      await notify(await approve())
    },
    devolver_parte: async () => notify(found(await refundInSandbox(db, numero))),
    reembolsar: async () => notify(found(await refundInSandbox(db, numero, Number.MAX_SAFE_INTEGER))),
    devolucion_rechazada: async () => void found(await failNextRefund(db, numero, 'rechazo')),
    devolucion_sin_respuesta: async () => void found(await failNextRefund(db, numero, 'sin_respuesta')),
    devolucion_tarde: async () => void found(await failNextRefund(db, numero, 'tarde')),
    devolucion_rechazada_tarde: async () => void found(await failNextRefund(db, numero, 'rechazo_tarde')),
    contracargo: async () => notify(await change('charged_back')),
  }
  await acts[accion]()
}
