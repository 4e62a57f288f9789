import { COUPON, showCoupon, showCoupons } from './coupons.ts'
import { inParts, openStaffOrder } from './orders.ts'
import { showRefundRequest } from './refund-request.ts'
import { DATA, type Screen } from './screen.ts'
import { askRefund, showSold } from './staff-acts.ts'
import { showClosings, showTill } from './till.ts'

const ADMIN = 'admin@demo.pe' as const

const PARTS = { ...inParts(-2), devuelto: 0, cobrado: 89.4, neto: 89.4, movimientos: [], pagos: [] }

export const SALE_SCREENS: readonly Screen[] = [
  {
    name: 'gestion-venta-nueva',
    path: ({ curso }) => `/gestion/ventas/nueva?curso=${curso}`,
    viewer: ADMIN,
    faces: DATA,
  },
  {
    name: 'gestion-venta-persona',
    path: ({ curso }) => `/gestion/ventas/nueva?curso=${curso}`,
    viewer: ADMIN,
    act: async (page) => {
      await page.getByText('Factura', { exact: true }).click()
      await page.getByRole('combobox', { name: 'Persona' }).fill('Luz Rojas Paz')
      await page.getByRole('option', { name: /^Crear a/ }).click()
      await page.getByRole('button', { name: 'Descuento' }).click()
    },
  },
  {
    name: 'gestion-venta-hecha',
    path: ({ curso }) => `/gestion/ventas/nueva?curso=${curso}`,
    viewer: ADMIN,
    act: showSold,
  },
  {
    name: 'gestion-venta-cuotas',
    path: ({ curso }) => `/gestion/ventas/nueva?curso=${curso}`,
    viewer: ADMIN,
    act: async (page) => {
      await page.getByRole('button', { name: 'En cuotas' }).click()
      await page.getByLabel('En cuotas').selectOption('3')
      await page.getByLabel('Monto de la cuota 1').fill('500')
      await page.getByText(/^Las cuotas pasan del total/).waitFor()
      await page.getByLabel('Monto de la cuota 1').fill('50')
    },
  },
  {
    name: 'gestion-orden-cuotas',
    path: () => '/gestion/ventas',
    viewer: ADMIN,
    act: (page) => openStaffOrder(page, PARTS),
  },
  {
    name: 'gestion-orden-cuota-registrar',
    path: () => '/gestion/ventas',
    viewer: ADMIN,
    act: async (page) => {
      await openStaffOrder(page, PARTS)
      await page.getByRole('button', { name: 'Registrar cuota 2' }).click()
      await page.getByRole('dialog').getByLabel('Día').waitFor()
    },
  },
  { name: 'gestion-ventas', path: () => '/gestion/ventas', viewer: ADMIN, faces: DATA },
  { name: 'gestion-ventas-revision', path: () => '/gestion/ventas?estado=en_revision', viewer: ADMIN },
  { name: 'gestion-ventas-nada', path: () => '/gestion/ventas?desde_dia=2090-01-01', viewer: ADMIN },
  { name: 'gestion-orden', path: () => '/gestion/ventas', viewer: ADMIN, act: openStaffOrder },
  {
    name: 'gestion-orden-comprobante',
    path: () => '/gestion/ventas',
    viewer: ADMIN,
    act: async (page) => {
      await openStaffOrder(page)
      await page.getByRole('button', { name: 'Cambiar datos' }).click()
      await page.getByRole('dialog').getByLabel('RUC').waitFor()
    },
  },
  {
    name: 'gestion-orden-numero',
    path: () => '/gestion/ventas',
    viewer: ADMIN,
    act: async (page) => {
      await openStaffOrder(page)
      await page.getByRole('button', { name: 'Escribir número' }).click()
      await page.getByRole('dialog').getByLabel('Número del comprobante').waitFor()
    },
  },
  {
    name: 'gestion-ventas-exportar',
    path: () => '/gestion/ventas',
    viewer: ADMIN,
    act: async (page) => {
      await page.getByRole('button', { name: 'Más acciones' }).click()
      await page.getByRole('menuitem', { name: /contabilidad/ }).click()
      await page.getByRole('dialog').getByLabel('Desde').waitFor()
    },
  },
  {
    name: 'gestion-orden-devolver',
    path: () => '/gestion/ventas',
    viewer: ADMIN,
    act: async (page) => {
      await openStaffOrder(page)
      await askRefund(page)
      await page.getByRole('dialog', { name: 'Devolver dinero' }).getByRole('checkbox').first().check()
    },
  },
  { name: 'gestion-caja', path: () => '/gestion/caja', viewer: ADMIN, act: showTill, faces: DATA },
  { name: 'gestion-caja-vacia', path: () => '/gestion/caja', viewer: ADMIN },
  {
    name: 'gestion-caja-cerrar',
    path: () => '/gestion/caja',
    viewer: ADMIN,
    act: async (page) => {
      await showTill(page)
      await page.getByRole('button', { name: 'Cerrar caja' }).click()
      await page.getByLabel('Efectivo contado').fill('430')
      await page.getByText('Faltan S/ 17.00.').waitFor()
    },
  },
  { name: 'gestion-cierres', path: () => '/gestion/caja/cierres', viewer: ADMIN, act: showClosings, faces: DATA },
  { name: 'gestion-devoluciones-hechas', path: () => '/gestion/devoluciones/hechas', viewer: ADMIN, faces: DATA },
  { name: 'gestion-devoluciones', path: () => '/gestion/devoluciones', viewer: ADMIN, faces: DATA },
  {
    name: 'gestion-devoluciones-pedido',
    path: () => '/gestion/devoluciones',
    viewer: ADMIN,
    act: showRefundRequest,
  },
  { name: 'gestion-cupones', path: () => '/gestion/cupones', viewer: ADMIN, faces: DATA },
  { name: 'gestion-cupones-varios', path: () => '/gestion/cupones', viewer: ADMIN, act: showCoupons },
  { name: 'gestion-cupon', path: () => '/gestion/cupones', viewer: ADMIN, act: (page) => showCoupon(page, COUPON) },
  {
    name: 'gestion-cupon-codigos',
    path: () => '/gestion/cupones',
    viewer: ADMIN,
    act: (page) => showCoupon(page, { ...COUPON, codigo: null, limite: 100, usos: 12, de_mas: [], pasados: 0 }),
  },
  {
    name: 'gestion-cupon-nuevo',
    path: () => '/gestion/cupones?nuevo=1',
    viewer: ADMIN,
    act: async (page) => {
      await page.getByRole('dialog').getByLabel('Nombre').fill('Día de la madre')
      await page.getByRole('dialog').getByRole('button', { name: 'Crear el cupón' }).click()
      await page.getByText(/^Escribe un porcentaje/).waitFor()
    },
  },
  {
    name: 'gestion-venta-cupon',
    path: ({ curso }) => `/gestion/ventas/nueva?curso=${curso}`,
    viewer: ADMIN,
    act: async (page) => {
      await page.getByRole('button', { name: 'Cupón' }).click()
      await page.getByLabel('Cupón').fill('NOHAY')
      await page.getByText('El código no existe.').waitFor()
    },
  },
]
