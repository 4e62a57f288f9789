import type { Page } from '@playwright/test'
import type { Coupon, CouponRow } from '../../contract/src/coupons.ts'
import { fillCart, press } from './acts.ts'

const ROW: CouponRow = {
  ...{ id: 7, nombre: 'Día de la madre', codigo: 'MADRE20', porcentaje: 20, descuento: null, cursos: 2 },
  ...{ desde: null, hasta: '2099-12-31', limite: 50, usos: 51, estado: 'agotado', pasados: 1 },
  creado_en: '2026-11-28T15:00:00Z',
}

export const COUPON: Coupon = {
  ...ROW,
  cursos: [
    { id: 1, nombre: 'Acuarela desde cero' },
    { id: 2, nombre: 'Excel para equipos pequeños' },
  ],
  ...{ usos_persona: 1, apartados: 2, estrenado: true, cerrado_en: null, creado_por: 'Carmen Rosa Huamán', version: 3 },
  de_mas: [
    {
      ...{ numero: '7c1a4b52-2f0e-4a57-9d53-0c4b7d1e8f01', comprador: 'Rosa María Ñahui Peña' },
      usado_en: '2026-11-30T02:10:00Z',
    },
  ],
}

const listOf = (data: object[]) => ({ data: { data, total: data.length, siguiente: null } })

/** Shows coupons of every kind. */
export async function showCoupons(page: Page): Promise<void> {
  const others: Partial<CouponRow>[] = [
    { nombre: 'Navidad', codigo: 'NAVIDAD', porcentaje: null, descuento: 30, cursos: 0, desde: '2099-12-01' },
    { nombre: 'Convenio con la municipalidad', codigo: null, limite: 300, usos: 12 },
    { nombre: 'Exalumnos', codigo: 'EXALUMNOS', limite: null, usos: 1204, hasta: null },
  ]
  const states = ['por_empezar', 'vigente', 'cerrado'] as const
  const rows = others.map((row, at) => ({ ...ROW, pasados: 0, id: 8 + at, estado: states[at], ...row }))
  await page.route(/\/api\/gestion\/cupones(\?|$)/, (route) => route.fulfill({ json: listOf([ROW, ...rows]) }))
  await page.reload()
  await page
    .getByText(/EXALUMNOS/)
    .filter({ visible: true })
    .first()
    .waitFor()
}

/** Opens the page of a coupon, with codes where it has many. */
export async function showCoupon(page: Page, coupon: Coupon): Promise<void> {
  await page.route(/\/api\/gestion\/cupones\/7$/, (route) => route.fulfill({ json: { data: coupon } }))
  const code = { numero: null, comprador: null, usado_en: null, estado: 'libre' }
  const [over] = COUPON.de_mas
  const codes = [
    { ...code, ...over, id: 1, codigo: 'K7MPQ2XWAT', estado: 'usado' },
    { ...code, ...over, usado_en: null, id: 2, codigo: 'B9RTCN4HVD', estado: 'apartado' },
    { ...code, id: 3, codigo: 'QX6WZ2MKJA' },
  ]
  await page.route(/\/api\/gestion\/cupones\/7\/codigos/, (route) => route.fulfill({ json: listOf(codes) }))
  await page.goto(new URL('/gestion/cupones/7', page.url()).href)
  await page.getByRole('heading', { level: 1, name: coupon.nombre }).waitFor()
  await page
    .getByText(coupon.codigo === null ? 'QX6WZ2MKJA' : 'Creado')
    .filter({ visible: true })
    .first()
    .waitFor()
}

/** A coupon that takes off more than the code of who invited. */
export async function withCoupon(page: Page): Promise<void> {
  await page.route(/\/api\/carrito\?/, async (route) => {
    const answer = await route.fetch()
    const body = await answer.json()
    const coupon = { codigo: 'MADRE20', porcentaje: 20, descuento: null, cursos: null, valido: true, motivo: null }
    body.data.cupon = coupon
    await route.fulfill({ response: answer, json: body })
  })
  await fillCart(page)
  await page.getByLabel('Código de referido o cupón').fill('madre20')
  await press(/^Aplicar/)(page)
  await page.getByText('Cupón aplicado: 20 % menos.').waitFor()
}
