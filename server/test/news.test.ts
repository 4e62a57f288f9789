import { noticeLines } from '@campus/contract/notice-text'
import { NOTIFICATION_CUT_MENU } from '@campus/contract/rules'
import { sessionNotice } from '@campus/contract/session-notice'
import { expect, it } from 'vitest'
import { winnerNotice } from '../src/features/awards/closing.ts'
import { gainText } from '../src/features/exams/gains.ts'
import { groupNotice } from '../src/features/learning/group-places.ts'
import { EVENTS } from '../src/features/orders/buyer-notices.ts'
import { soles } from '../src/features/orders/money.ts'
import { WARNINGS } from '../src/features/orders/staff-notices.ts'

const CLASS = {
  ...{ nombre: 'Taller', id_leccion: 1, fecha: '2099-03-07', hora_inicio: '19:30', duracion: 60 },
  ...{ enlace: 'https://meet.example.com/uno', cancelada: false, id_grupo: null, grupo: null },
}
const cancelled = { ...CLASS, cancelada: true }
const moved = { ...CLASS, fecha: '2099-12-31', hora_inicio: '23:59' }
const classes = [CLASS, cancelled, moved, { ...CLASS, duracion: 90 }].flatMap((now) =>
  [CLASS, cancelled].flatMap((before) => [0, 3].map((more) => sessionNotice(before, now, more).mensaje)),
)
const groups = [null, 'Sábados'].flatMap((antes) =>
  [null, { nombre: 'Domingos', horario: 'domingos de 9 a 11' }].map((grupo) => groupNotice(antes, grupo)),
)
const winners = [1, 2, 3, 4, 11, 51].map(
  (puesto) => winnerNotice({ puesto, mes: '2026-09-01', premios: ['A'] }).mensaje,
)
const gain = { intentos: 0, minutos: 0, plazo: false, hasta: '2030-01-01T04:59:00Z' }
const gains = [{ intentos: 100 }, { minutos: 1440 }, { intentos: 100, minutos: 1440 }, { plazo: true }].map((grown) =>
  gainText({ ...gain, ...grown }),
)
const buyers = Object.values(EVENTS).map((event) => event(soles(9_999_999)).notice)
const access = { before: 'pagada', after: 'reembolsada', closed: 1, courses: 1 } as const
const payment = {
  id: '1',
  reference: '',
  status: 'refunded',
  detail: '',
  amountCentimos: 1,
  currency: 'PEN',
  live: true,
}
const staff = [
  WARNINGS.refund(payment as never, access),
  WARNINGS.refund({ ...payment, status: 'charged_back' } as never, access),
  WARNINGS.amount(payment as never, access),
  WARNINGS.double(1, access),
  WARNINGS.part(1, 'pagada'),
  WARNINGS.less(1, 1),
  WARNINGS.repeat(1, '3F2A9C1B'),
].map(({ asunto }) => asunto)

/** The texts that are put together; those that are written in one piece are checked where they are stored (harness.ts). */
it.each([...classes, ...groups, ...winners, ...gains, ...buyers, ...staff])(
  'the bell has room for what happened: %j',
  (mensaje) => {
    const { happened } = noticeLines(mensaje)
    expect(happened.length).toBeGreaterThan(0)
    expect(happened.length).toBeLessThanOrEqual(NOTIFICATION_CUT_MENU)
  },
)
