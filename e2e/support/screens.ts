import {
  askNewMail,
  breakLanding,
  confirmMail,
  fillCart,
  openAuth,
  openCourse,
  openOfflinePage,
  openTeacher,
  press,
  wrongLogin,
} from './acts.ts'
import { AUTHORING_SCREENS } from './authoring.ts'
import { COMMUNITY_SCREENS } from './community.ts'
import { CONNECTION_SCREENS } from './connections.ts'
import { withCoupon } from './coupons.ts'
import { FOLLOWING_SCREENS } from './following.ts'
import { FORUM_SCREENS } from './forum.ts'
import { GROUP_SCREENS } from './groups.ts'
import { IMPORT_SCREENS } from './imports.ts'
import { LEARNING_SCREENS } from './learning.ts'
import { ORDER_SCREENS } from './orders.ts'
import { SALE_SCREENS } from './sales.ts'
import { DATA, type Screen, type Viewer } from './screen.ts'
import { SESSION_SCREENS } from './sessions.ts'
import { SITE_SCREENS } from './site.ts'
import { STAFF_SCREENS } from './staff.ts'
import { TEACHING_SCREENS } from './teaching.ts'

export function fits(screen: Screen, width: number): boolean {
  if (screen.only === 'telefono') return width < 768
  if (screen.only === 'escritorio') return width >= 1200
  return true
}

const VETERAN: Viewer = 'alumno@demo.pe'
const STUDENT: Viewer = 'alumna@demo.pe'
const LIST = [...DATA, 'vacio'] as const

/** A cart with the prices of another day. */
const cartOf = (...ids: number[]) => ({
  cart: JSON.stringify(
    ids.map((id) => ({ id, nombre: `Curso ${id}`, descripcion: '<p>Un curso.</p>', costo: 19.9, imagen: null })),
  ),
})

/** Every screen in each of its states, for `npm run shots` and axe. */
export const SCREENS: readonly Screen[] = [
  { name: 'portada', path: () => '/' },
  { name: 'portada-docente', path: () => '/', act: openTeacher },
  {
    name: 'portada-sin-resultados',
    path: () => '/',
    act: (page) => page.getByPlaceholder('Buscar cursos...').fill('zzzz'),
  },
  { name: 'portada-falla', path: () => '/esta-pagina-no-existe', viewer: STUDENT, act: breakLanding },
  { name: 'marcas', path: () => '/marcas' },
  { name: 'login', path: () => '/login' },
  { name: 'login-marca', path: () => '/login/1' },
  { name: 'login-error', path: () => '/login', act: wrongLogin },
  { name: 'login-recuperar', path: () => '/login?vista=recuperar' },
  { name: 'registro', path: () => '/registro' },
  {
    name: 'registro-escrito',
    path: () => '/registro',
    act: async (page) => {
      await page.getByLabel('Nombres').fill('Rosa María')
      await page.getByLabel('Apellidos').fill('Ñahui Peña')
      await page.getByText('Así saldrá en tu certificado:').waitFor()
    },
  },
  { name: 'registro-errores', path: () => '/registro', act: press('Crear Cuenta') },
  { name: 'carrito-vacio', path: () => '/carrito' },
  { name: 'carrito', path: () => '/carrito', keeps: ({ curso }) => cartOf(curso), faces: DATA },
  { name: 'carrito-lleno', path: () => '/carrito', act: fillCart },
  {
    name: 'carrito-repetido',
    path: () => '/carrito',
    viewer: VETERAN,
    keeps: ({ curso }) => cartOf(curso, 999_999, curso),
  },
  {
    name: 'carrito-referido-error',
    path: () => '/carrito',
    act: async (page) => {
      await fillCart(page)
      await page.getByLabel('Código de referido o cupón', { exact: true }).fill('REF99998')
      await press(/^Aplicar/)(page)
      await page.getByText('Ese código no existe').waitFor()
      // Otherwise the sticky total cuts a row's button in two.
      await page.evaluate('scrollTo(0, document.body.scrollHeight)')
    },
  },
  {
    name: 'carrito-factura',
    path: () => '/carrito',
    act: async (page) => {
      await fillCart(page)
      await page.getByText('Factura', { exact: true }).click()
      await page.getByLabel('RUC').fill('20131312956')
      await page.getByRole('button', { name: 'Comprar ahora' }).filter({ visible: true }).first().click()
      await page.getByText('Escribe la razón social.').waitFor()
    },
  },
  { name: 'carrito-cupon', path: () => '/carrito', act: withCoupon },
  { name: 'carrito-login', path: () => '/carrito', act: (page) => openAuth(page, false) },
  {
    name: 'carrito-registro',
    path: () => '/carrito',
    act: async (page) => {
      await openAuth(page, true)
      await press('Crear Cuenta')(page)
    },
  },
  { name: 'restablecer', path: () => '/restablecer/1?token=ninguno' },
  { name: 'verificar-correo', path: () => '/verificar-correo/1?token=ninguno' },
  { name: 'verificar-correo-listo', path: () => '/login', act: confirmMail },
  { name: 'verificar-correo-nuevo', path: () => '/login', act: askNewMail },
  { name: 'sin-conexion', path: () => '/terminos', act: openOfflinePage },
  { name: 'verificacion', path: () => '/certificado' },
  { name: 'verificacion-valida', path: (ids) => `/certificado/${ids.codigo}` },
  { name: 'verificacion-desconocida', path: () => '/certificado/CERT-AAAAAAAAA' },
  { name: 'libro-de-reclamaciones', path: () => '/libro-de-reclamaciones' },
  {
    name: 'libro-errores',
    path: () => '/libro-de-reclamaciones',
    act: async (page) => {
      await press('Enviar hoja de reclamación')(page)
      await page.getByText('Escribe tus nombres.').waitFor()
    },
  },
  { name: 'libro-con-sesion', path: () => '/libro-de-reclamaciones', viewer: STUDENT },
  {
    name: 'libro-enviado',
    path: () => '/libro-de-reclamaciones',
    act: async (page) => {
      const receipt = {
        numero: '000000027-2026',
        creado_en: '2026-11-21T18:00:00.000Z',
        vence: '2026-12-15',
        correo: 'rosa@correo.pe',
        pdf: '/api/reclamos/00000000-0000-4000-a000-000000000000/pdf',
      }
      await page.evaluate((kept) => sessionStorage.setItem('libro-enviado-2-visita', kept), JSON.stringify(receipt))
      await page.reload()
      await page.getByText(receipt.numero).waitFor()
    },
  },
  { name: 'terminos', path: () => '/terminos' },
  { name: 'reembolsos', path: () => '/reembolsos' },
  { name: 'preguntas-frecuentes', path: () => '/preguntas-frecuentes' },
  {
    name: 'preguntas-abierta',
    path: () => '/preguntas-frecuentes',
    act: (page) => page.getByText('¿Puedo pedir la devolución de mi dinero?').click(),
  },
  { name: 'no-existe', path: () => '/esta-pagina-no-existe' },
  { name: 'premios', path: () => '/premios' },
  { name: 'premios-propios', path: () => '/premios', viewer: VETERAN, faces: DATA },
  { name: 'premios-sin-puntos', path: () => '/premios', viewer: 'nueva@demo.pe' },
  {
    name: 'premios-mes-cerrado',
    path: () => '/premios',
    act: (page) => page.getByRole('link', { name: /de 20/ }).first().click(),
  },
  { name: 'premios-mes-desconocido', path: () => '/premios?mes=2020-01' },
  {
    name: 'premios-cerrado-el-mes',
    path: () => '/premios',
    act: async (page) => {
      const lima = new Date(Date.now() - 5 * 3_600_000)
      const [year, month] = lima.toISOString().split('-').map(Number)
      await page.clock.setFixedTime(Date.UTC(year ?? 0, month ?? 0, 1, 4, 59, 59))
      await page.reload()
      await page.getByText('La premiación ha finalizado').waitFor()
    },
  },
  { name: 'catalogo', path: () => '/cursos' },
  { name: 'catalogo-sin-resultados', path: () => '/cursos?buscar=nada+parecido' },
  { name: 'catalogo-categoria-desconocida', path: () => '/cursos/999999' },
  { name: 'curso-en-venta', path: (ids) => `/detallecurso/${ids.curso}` },
  { name: 'curso-en-venta-propio', path: (ids) => `/detallecurso/${ids.curso}`, viewer: VETERAN },
  { name: 'curso-en-venta-desconocido', path: () => '/detallecurso/999999' },
  {
    name: 'curso-en-venta-cargando',
    path: () => '/cursos',
    viewer: STUDENT,
    act: openCourse(async () => undefined, 'Cargando curso...'),
  },
  {
    name: 'curso-en-venta-error',
    path: () => '/cursos',
    viewer: STUDENT,
    act: openCourse((route) => route.fulfill({ status: 500, body: '' }), 'Hubo un error al cargar el curso.'),
  },
  {
    name: 'curso-en-venta-sin-conexion',
    path: () => '/cursos',
    viewer: STUDENT,
    act: openCourse((route) => route.abort('internetdisconnected'), 'Sin conexión'),
  },
  ...ORDER_SCREENS,
  ...COMMUNITY_SCREENS,
  ...LEARNING_SCREENS,
  { name: 'mis-certificados', path: () => '/miscertificados', viewer: VETERAN, faces: LIST },
  { name: 'certificado-propio', path: (ids) => `/certificado/${ids.codigo}`, viewer: VETERAN },
  { name: 'certificado-modulo', path: (ids) => `/certificado-modulo/${ids.curso}`, viewer: VETERAN, faces: DATA },
  { name: 'foros', path: ({ curso }) => `/miscursos/${curso}/foros`, viewer: VETERAN, faces: LIST },
  {
    name: 'foros-nuevo',
    path: ({ curso }) => `/miscursos/${curso}/foros`,
    viewer: STUDENT,
    act: async (page) => {
      await press('Nuevo Foro')(page)
      await page.getByRole('textbox', { name: 'Cuéntalo con detalle' }).waitFor()
      await press('Publicar')(page)
    },
  },
  ...FORUM_SCREENS,
  { name: 'mis-foros', path: () => '/foros', viewer: VETERAN, faces: LIST },
  { name: 'notificaciones', path: () => '/notificaciones', viewer: VETERAN, faces: LIST },
  { name: 'notificaciones-preferencias', path: () => '/notificaciones/preferencias', viewer: VETERAN, faces: DATA },
  { name: 'calendario', path: () => '/calendario', viewer: VETERAN, faces: LIST },
  { name: 'soporte', path: () => '/soporte', viewer: VETERAN, faces: DATA },
  { name: 'perfil', path: () => '/perfil', viewer: STUDENT, faces: DATA },
  {
    name: 'perfil-clave',
    path: () => '/perfil',
    viewer: STUDENT,
    act: async (page) => {
      await press('Cambiar contraseña')(page)
      // The bar of an exam begun meanwhile would cover half of a button.
      await page.evaluate('scrollTo(0, 0)')
    },
  },
  { name: 'perfil-eliminar', path: () => '/perfil', viewer: STUDENT, act: press('Eliminar mi cuenta') },
  {
    name: 'menu-usuario',
    path: () => '/miscursos',
    viewer: VETERAN,
    act: async (page) => {
      await press(/^Menú de/)(page)
      await page.getByRole('menuitem', { name: 'Ver Perfil' }).waitFor()
    },
  },
  ...STAFF_SCREENS,
  ...FOLLOWING_SCREENS,
  ...SALE_SCREENS,
  ...GROUP_SCREENS,
  ...IMPORT_SCREENS,
  ...SESSION_SCREENS,
  ...AUTHORING_SCREENS,
  ...TEACHING_SCREENS,
  ...SITE_SCREENS,
  ...CONNECTION_SCREENS,
  { name: 'menu-cajon', path: () => '/miscursos', viewer: VETERAN, act: press('Abrir menú'), only: 'telefono' },
  {
    name: 'menu-minimizado',
    path: () => '/miscursos',
    viewer: VETERAN,
    act: press('Minimizar menú'),
    only: 'escritorio',
  },
]
