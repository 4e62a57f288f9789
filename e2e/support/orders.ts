import type { Page } from '@playwright/test'
import { FAILURES } from '../../contract/src/failures.ts'
import { ORDER_STATE_TEXTS, ORDER_STATES, type OrderState } from '../../contract/src/order-rules.ts'
import type { Screen } from './screen.ts'

const go = (page: Page, path: string) => page.goto(new URL(path, page.url()).href)

const NUMBER = '3f2a9c1b-7d44-4e0b-9a51-0c6f2d8be'
/** The mocked order number of a state. */
const numberOf = (estado: OrderState) => `${NUMBER}${100 + ORDER_STATES.indexOf(estado)}`
const MOTIVES: Partial<Record<OrderState, string>> = {
  rechazada: 'La tarjeta no tiene saldo suficiente. Prueba con otra tarjeta o con otro medio de pago.',
  en_espera: 'Elegiste pagar en efectivo: acércate al punto de pago con tu código antes de que venza.',
}

type Refund = { estado: string; motivo?: string; respuesta?: string; pedida_en?: string }

/** What may be asked back of the two courses, or became of it. */
const refundable = (first: Refund, second: Refund) => ({
  hasta: '2026-11-28',
  cursos: [
    { id_curso: 901, nombre: 'Animación 3D con Blender desde cero', monto: 134.1, ...first },
    { id_curso: 902, nombre: 'Excel para la gestión de proyectos', monto: 134.1, ...second },
  ].map((course) => ({ motivo: null, respuesta: null, pedida_en: null, ...course })),
})

const ASKED = { estado: 'pedida', pedida_en: '2026-11-23T15:00:00.000Z' }
const LATE = {
  estado: 'no_corresponde',
  motivo: 'Ya completaste el 40 % de sus lecciones: se devuelve con menos del 20 %.',
}
const DENIED = {
  estado: 'negada',
  pedida_en: '2026-11-22T15:00:00.000Z',
  respuesta:
    'Viste las clases en vivo completas y descargaste el material. Podemos ofrecerte otro curso del mismo precio.',
}

/** Of an order that is paid. */
const FACTURA = {
  ...{ tipo: 'factura', tipo_documento: 'RUC', documento: '20131312955' },
  ...{ razon_social: 'Constructora Valle del Mantaro S.A.C.', direccion: 'Jr. Real 1240, Huancayo, Junín' },
}

/** An order in this state, of courses that do not exist. */
function orderIn(estado: OrderState) {
  const numero = numberOf(estado)
  const payable = ['pendiente', 'en_espera', 'rechazada'].includes(estado)
  return {
    numero,
    estado,
    estado_texto: ORDER_STATE_TEXTS[estado],
    subtotal: 298,
    descuento: 29.8,
    total: 268.2,
    codigo_referido: 'REF10423',
    codigo_cupon: null,
    ...{ cuotas: [] as object[], debe: 0 },
    motivo: MOTIVES[estado] ?? null,
    intentos: estado === 'pendiente' || estado === 'cancelada' ? 0 : 1,
    medio: payable || estado === 'cancelada' ? null : 'Visa',
    cobro_doble: false,
    por_devolver: 0,
    devuelto: estado === 'reembolsada' ? 268.2 : 0,
    devolucion: estado === 'pagada' ? refundable({ estado: 'disponible' }, { estado: 'disponible' }) : null,
    creada_en: '2026-11-21T15:30:00.000Z',
    pagada_en: payable || estado === 'cancelada' || estado === 'en_revision' ? null : '2026-11-21T15:31:00.000Z',
    comprobante: estado === 'pagada' ? { ...FACTURA, numero: 'F001-25' } : null,
    init_point: payable ? `http://localhost/pasarela-de-prueba/${numero}` : null,
    lineas: [
      { id_curso: 901, nombre: 'Animación 3D con Blender desde cero', imagen: null, precio: 149, grupo: null },
      { id_curso: 902, nombre: 'Excel para la gestión de proyectos', imagen: null, precio: 149, grupo: null },
    ],
  }
}

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000 - 18_000_000).toISOString().slice(0, 10)

/** Three instalments, of which the second is due in so many days. */
export const inParts = (days: number, en_camino = false) => {
  const part = { estado: 'por_pagar', pagada_el: null, en_camino: false, monto: 89.4 }
  return {
    estado_texto: 'En cuotas',
    devolucion: null,
    debe: 178.8,
    cuotas: [
      { ...part, numero: 1, vence: dayFromNow(days - 30), estado: 'pagada', pagada_el: dayFromNow(days - 30) },
      { ...part, numero: 2, vence: dayFromNow(days), en_camino, ...(days < 0 && { estado: 'vencida' }) },
      { ...part, numero: 3, vence: dayFromNow(days + 30) },
    ],
  }
}

/** Mocks an order, so that nothing changes on the server. */
const showOrder =
  (estado: OrderState, changes: object = {}) =>
  async (page: Page) => {
    const data = { ...orderIn(estado), ...changes }
    await page.route(/\/api\/ordenes\/[0-9a-f-]{36}$/, (route) => route.fulfill({ json: { data } }))
    await go(page, `/pago?orden=${numberOf(estado)}`)
    await page.getByText('Número de orden').waitFor()
  }

/** Back from the gateway: the answer of `verificar-pago` decides between waiting and celebrating. */
const comeBack = (estado: OrderState, title: string) => async (page: Page) => {
  const answer = { json: { data: orderIn(estado) } }
  await page.route(/\/api\/(ordenes\/[0-9a-f-]{36}$|mercadopago\/verificar-pago)/, (route) => route.fulfill(answer))
  await go(page, `/pago?orden=${numberOf(estado)}&vuelta=1`)
  await page.getByRole('heading', { name: title }).waitFor()
}

/** Mocks the history with an order in each state. */
async function showOrders(page: Page): Promise<void> {
  const asked = { ...orderIn('pagada'), numero: `${NUMBER}999`, devolucion: refundable(ASKED, LATE) }
  const parts = [-2, 25].map((days) => ({ ...orderIn('pagada'), numero: `${NUMBER}${days + 900}`, ...inParts(days) }))
  const data = [...parts, ...ORDER_STATES.map(orderIn), asked]
  const list = { data, total: 18, per_page: 10, current_page: 1, last_page: 2 }
  await page.route(/\/api\/ordenes\?/, (route) => route.fulfill({ json: { data: list } }))
  await page.reload()
  await page.getByText('Contracargo').waitFor()
}

/** Mocks a course whose instalment is overdue. */
async function showPaused(page: Page): Promise<void> {
  const [, message] = FAILURES.CUOTA_VENCIDA
  const json = { code: 'CUOTA_VENCIDA', message, mensaje: message }
  await page.route('**/api/cursos/detallado/*', (route) => route.fulfill({ status: 403, json }))
  await page.route('**/api/evaluaciones/solo/curso/*', (route) => route.fulfill({ status: 403, json }))
  await page.reload()
  await page.getByRole('link', { name: 'Pagar la cuota' }).waitFor()
}

/** Mocks a paid order of which a part was given back, as the staff see it. */
export async function openStaffOrder(page: Page, changes: object = {}): Promise<void> {
  const { numero, estado, subtotal, descuento, total, creada_en, pagada_en, lineas } = orderIn('pagada')
  const at = (minutes: number) => new Date(Date.parse(creada_en) + minutes * 60_000).toISOString()
  const line = {
    precio: 149,
    descuento: 14.9,
    pagado: 134.1,
    devuelto: 0,
    cerrada_en: null,
    avance: 40,
    certificado: null,
  }
  const movement = {
    medio: 'mercadopago',
    operacion: null,
    dia: '2026-11-21',
    por: null,
    id_pasarela: '98211502',
    espera: false,
  }
  const order = {
    ...{ numero, estado, estado_texto: 'Devuelta en parte', subtotal, descuento, total, creada_en, pagada_en },
    comprador: { id: 901, nombres: 'Lucía', apellidos: 'Quispe Mamani', correo: 'lucia.quispe@correo.pe' },
    ...{
      cuotas: [],
      debe: 0,
      cobrado: total,
      devuelto: 134.1,
      neto: 134.1,
      codigo: 'REF10423',
      registrada_por: null,
      motivo: null,
    },
    en_pasarela: true,
    comprobante: { datos: FACTURA, numero: null, editable: true },
    lineas: lineas.map(({ id_curso, nombre }, nth) => ({
      ...{ ...line, id_curso, nombre },
      ...(nth === 1 && { devuelto: 134.1, cerrada_en: at(3000), avance: 4 }),
    })),
    movimientos: [
      { ...movement, id: 1, tipo: 'cobro', monto: total },
      { ...movement, id: 2, tipo: 'devolucion', monto: -134.1, por: 'Rosa Paredes', id_pasarela: null, espera: true },
    ],
    devoluciones: [],
    pagos: [
      { id_pago: '98211502', estado: 'approved', monto: total, devuelto: 0, moneda: 'PEN', detalle: null },
      { id_pago: '98211440', estado: 'rejected', monto: total, devuelto: 0, moneda: 'PEN', detalle: MOTIVES.rechazada },
    ],
    historia: [
      [
        'pedido',
        0,
        'Lucía Quispe Mamani hizo el pedido de «Animación 3D con Blender desde cero» y «Excel para la gestión de proyectos», con el código REF10423',
      ],
      ['estado', 1, 'El pago fue rechazado'],
      ['aviso', 1, 'Le avisamos: «Tu pago fue rechazado»'],
      ['cobro', 4, 'Pagó S/ 268.20 con MercadoPago (Visa)'],
      ['aviso', 4, 'Le enviamos la confirmación'],
      ['devolucion', 2900, 'Lucía pidió que le devuelvan S/ 134.10'],
      [
        'devolucion',
        3000,
        'Rosa Paredes devolvió S/ 134.10 por MercadoPago: No era el curso que esperaba. MercadoPago todavía no la confirma',
      ],
      ['curso', 3000, 'Se cerró «Excel para la gestión de proyectos»'],
      ['aviso', 3000, 'Le avisamos: «Te devolvimos el dinero»'],
    ].map(([tipo, minutes, texto]) => ({ tipo, texto, fecha: at(Number(minutes)) })),
  }
  await page.route(/\/api\/gestion\/ordenes\//, (route) => route.fulfill({ json: { data: { ...order, ...changes } } }))
  await go(page, `/gestion/ordenes/${numero}`)
  await page.getByRole('heading', { name: 'Qué pasó' }).waitFor()
}

async function showSandbox(page: Page): Promise<void> {
  const { numero, total, estado } = orderIn('pendiente')
  await page.route('**/api/pasarela-de-prueba/*', (route) =>
    route.fulfill({ json: { data: { numero, total, estado, volver: `/pago?orden=${numero}` } } }),
  )
  await go(page, `/pasarela-de-prueba/${numero}`)
  await page.getByRole('button', { name: 'Aprobar el pago' }).waitFor()
}

async function showCartPayment(page: Page): Promise<void> {
  const course = { id: 901, nombre: 'Animación 3D con Blender desde cero', descripcion: '', costo: 149, imagen: null }
  const answer = { cursos: [{ ...course, precio_regular: 178.8, comprado: false }], codigo: null }
  await page.route('**/api/carrito?*', (route) => route.fulfill({ json: { data: answer } }))
  await page.evaluate((item) => localStorage.setItem('cart', JSON.stringify([item])), course)
  await go(page, '/pago')
  await page.getByText('Tu compra', { exact: true }).waitFor()
}

const STUDENT = 'alumna@demo.pe'
/** Belongs to no one. */
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** The payment screens, in every state of an order. */
export const ORDER_SCREENS: readonly Screen[] = [
  { name: 'pago-vacio', path: () => '/pago' },
  { name: 'pago-sin-sesion', path: () => '/', act: showCartPayment },
  { name: 'pago-carrito', path: () => '/pago', viewer: STUDENT, act: showCartPayment },
  { name: 'pago-ajeno', path: () => '/pago?orden=hola', viewer: STUDENT },
  {
    name: 'pago-cargando',
    path: () => `/pago?orden=${UNKNOWN}`,
    viewer: STUDENT,
    faces: ['cargando', 'error', 'sin-conexion'],
  },
  ...ORDER_STATES.map(
    (estado) =>
      ({
        name: `pago-${estado.replace('_', '-')}`,
        path: () => '/compras',
        viewer: STUDENT,
        act: showOrder(estado),
      }) as const,
  ),
  { name: 'pago-cuotas', path: () => '/compras', viewer: STUDENT, act: showOrder('pagada', inParts(25)) },
  { name: 'pago-cuota-vencida', path: () => '/compras', viewer: STUDENT, act: showOrder('pagada', inParts(-2)) },
  { name: 'pago-cuota-en-camino', path: () => '/compras', viewer: STUDENT, act: showOrder('pagada', inParts(3, true)) },
  {
    name: 'curso-en-pausa',
    path: ({ curso }) => `/miscursos/${curso}/modulos`,
    viewer: STUDENT,
    act: showPaused,
  },
  {
    name: 'pago-confirmando',
    path: () => '/compras',
    viewer: STUDENT,
    act: comeBack('pendiente', 'Estamos confirmando tu pago…'),
  },
  {
    name: 'pago-celebracion',
    path: () => '/compras',
    viewer: STUDENT,
    act: comeBack('pagada', '¡Listo! Ya puedes estudiar'),
  },
  {
    name: 'pago-dos-veces',
    path: () => '/compras',
    viewer: STUDENT,
    act: async (page) => {
      await showOrder('en_espera')(page)
      await page.getByText('¿No terminaste ese pago?').click()
      await page.getByRole('button', { name: 'Pagar con otro medio' }).click()
    },
  },
  {
    name: 'pago-pedir-devolucion',
    path: () => '/compras',
    viewer: STUDENT,
    act: async (page) => {
      await showOrder('pagada', { devolucion: refundable({ estado: 'disponible' }, LATE) })(page)
      await page.getByRole('button', { name: 'Pedir devolución' }).click()
      await page.getByRole('dialog').getByText('se cierra el acceso').waitFor()
    },
  },
  {
    name: 'pago-devolucion-pedida',
    path: () => '/compras',
    viewer: STUDENT,
    act: showOrder('pagada', { devolucion: refundable(ASKED, DENIED) }),
  },
  {
    name: 'compras',
    path: () => '/compras',
    viewer: STUDENT,
    faces: ['lleno', 'cargando', 'error', 'sin-conexion', 'vacio'],
    act: showOrders,
  },
  { name: 'pasarela', path: () => '/marcas', act: showSandbox },
  { name: 'pasarela-ausente', path: () => `/pasarela-de-prueba/${UNKNOWN}` },
]
