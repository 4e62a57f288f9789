import { equalParts, monthsAfter } from '@campus/contract/instalment-rules'
import { reviewInstalments } from '../src/features/orders/instalment-dues.ts'
import { aPerson, limaDay } from './builders.ts'
import type { TestApp } from './harness.ts'
import { aSale } from './sales.ts'
import { shopping } from './shop.ts'

/** `total` soles in equal parts, a month apart. */
export const aPlan = (parts: number, total = 149, day = limaDay()) =>
  equalParts(Math.round(total * 100), parts).map((centimos, at) => ({
    ...{ monto: centimos / 100, vence: monthsAfter(day, at) },
  }))

type Sold = { parts?: number; courses?: number; dia?: string; change?: object }

/** Sales in instalments, and what follows. */
export function inInstalments(t: TestApp) {
  const shop = shopping(t)

  async function member(role: 'caja' | 'marca' | 'soporte' = 'marca') {
    const { id } = await aPerson(t.deps.db, { roles: [role] })
    return { id, token: await t.tokenOf(id) }
  }

  /** A student to whom staff sold new courses of 149 soles in parts, the first of which is paid. */
  async function sold({ parts = 3, courses = 1, dia = limaDay(), change = {} }: Sold = {}) {
    const staff = await member()
    const { person, token, ids } = await shop.scene(courses)
    const total = courses * 149
    const body = aSale({ id_usuario: person.id, cursos: ids, total, dia, cuotas: aPlan(parts, total, dia), ...change })
    const answer = await t.call('POST', '/api/gestion/ventas', { token: staff.token, body })
    return { staff, person, token, ids, answer, numero: answer.body.data?.numero as string }
  }

  type Sale = { staff: { token: string }; token: string; numero: string }

  const shown = async ({ staff, numero }: Sale) =>
    (await t.call('GET', `/api/gestion/ordenes/${numero}`, { token: staff.token })).body.data

  return {
    ...{ member, sold, shown },
    register: async (sale: Sale, cuota: number, change: object = {}) => {
      const { cuotas } = await shown(sale)
      const body = { cuota, medio: 'efectivo', dia: limaDay(), monto: cuotas[cuota - 1]?.monto ?? 0, ...change }
      return t.call('POST', `/api/gestion/ordenes/${sale.numero}/cuotas`, { token: sale.staff.token, body })
    },
    pay: ({ token, numero }: Pick<Sale, 'token' | 'numero'>, cuota: number) =>
      t.call('POST', `/api/ordenes/${numero}/cuota`, { token, body: { cuota } }),
    /** The reference of the payment page that an answer of `pay` leads to. */
    referenceIn: (initPoint: string): string => initPoint.split('/').at(-1) ?? '',
    /** Runs the day's job as of a day in Lima. */
    review: (day: string) => reviewInstalments(t.deps.db, t.deps.jobs, day),
    states: async (sale: Sale): Promise<string[]> =>
      (await shown(sale)).cuotas.map(({ estado }: { estado: string }) => estado),
  }
}
