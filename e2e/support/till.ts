import type { Page } from '@playwright/test'

const SALES = [
  ['Lucía Quispe Mamani', 'cobro', 'efectivo', 149],
  ['José Ñahui Condori', 'cobro', 'yape', 298],
  ['María Fernanda Vásquez de la Torre', 'cobro', 'efectivo', 298],
  ['Luis Paz', 'ajuste', 'yape', -149],
] as const

const NUMBER = '3f2a9c1b-7d44-4e0b-9a51-0c6f2d8be70'

/** Mocks a morning at the counter. */
export async function showTill(page: Page): Promise<void> {
  const data = {
    desde: '2026-11-29T23:10:00.000Z',
    medios: [
      { medio: 'efectivo', cobros: 2, monto: 447 },
      { medio: 'yape', cobros: 0, monto: 149 },
    ],
    ...{ efectivo: 447, total: SALES.length },
    movimientos: SALES.map(([comprador, tipo, medio, monto], at) => ({
      ...{ id: at + 1, numero: `${NUMBER}${at}`, comprador, tipo, medio, monto },
      hora: `2026-11-30T1${at + 3}:20:00.000Z`,
    })),
  }
  await page.route(/\/api\/gestion\/caja$/, (route) => route.fulfill({ json: { data } }))
  await page.reload()
  await page.getByRole('button', { name: 'Cerrar caja' }).waitFor()
}

/** Mocks the closings of two people. */
export async function showClosings(page: Page): Promise<void> {
  const closing = (id: number, persona: string, contado: number, nota: string | null) => ({
    ...{ id, persona, desde: null, hasta: `2026-11-30T0${id}:15:00.000Z`, esperado: 447, contado, nota },
    diferencia: contado - 447,
    medios: [
      { medio: 'efectivo', cobros: 3, monto: 447 },
      { medio: 'yape', cobros: 1, monto: 149 },
    ],
  })
  const rows = [closing(2, 'Carmen Rosa Huamán', 447, null), closing(1, 'Pepe Paredes', 430, 'Di mal un vuelto.')]
  const json = { data: { data: rows, total: 2, siguiente: null } }
  await page.route(/\/api\/gestion\/caja\/cierres/, (route) => route.fulfill({ json }))
  await page.reload()
  await page.getByText('Faltan S/ 17.00.').filter({ visible: true }).waitFor()
}
