import type { Page } from '@playwright/test'
import type { Import, ImportRow } from '../../contract/src/imports.ts'
import type { Job } from '../../contract/src/jobs.ts'
import type { Screen } from './screen.ts'

const ADMIN = 'admin@demo.pe' as const

const JOB: Job = {
  ...{ id: 7, tipo: 'informe', titulo: 'Leer 30 personas', estado: 'con_errores', total: 30, hechas: 30, errores: 2 },
  resultado: { crear: 25, matricular: 2, cambiar: 0, igual: 1, avisos: 1 },
  pedido_por: { id: 1, nombre: 'Rosa Huamán' },
  ...{ creado_en: '2026-11-30T10:00:00-05:00', terminado_en: '2026-11-30T10:00:04-05:00' },
}
const REPORT: Import = {
  ...{ id: 7, tipo: 'personas', archivo: 'clase-de-noviembre.csv', fuera: [{ columna: 'Sede', datos: 30 }] },
  ...{ vencido: false, informe: JOB, importacion: null, creado_en: JOB.creado_en },
}
const run = (changes: Partial<Job>): Job => ({ ...JOB, id: 8, tipo: 'importar', total: 28, errores: 0, ...changes })

const ROWS: ImportRow[] = [
  {
    fila: 2,
    hace: 'crear',
    nombre: 'rosa.quispe@prueba.pe',
    texto: 'Cuenta nueva. Matrícula en «Diseño web» hasta el 31 dic 2026. Grupo «Turno mañana».',
    aviso: 'Excel quita los ceros: 01234567 llegó como 1234567.',
  },
  {
    fila: 3,
    hace: 'error',
    nombre: 'luis.soto@prueba.pe',
    texto: 'El grupo «Turno mañana» ya no tiene vacantes.',
    aviso: null,
  },
  {
    fila: 4,
    hace: 'matricular',
    nombre: 'ana.paz@prueba.pe',
    texto: 'Se completa su teléfono. Matrícula en «Diseño web».',
    aviso: null,
  },
  {
    fila: 5,
    hace: 'cambiar',
    nombre: 'eva.rios@prueba.pe',
    texto: 'Último día en «Diseño web»: 31 dic 2026.',
    aviso: null,
  },
  { fila: 6, hace: 'igual', nombre: 'teo.luna@prueba.pe', texto: 'Ya estaba así.', aviso: null },
]

const showReport = (report: Import, text: string) => async (page: Page) => {
  const list = { data: ROWS, total: 30, siguiente: 'x' }
  await page.route(/\/api\/gestion\/importaciones\/7$/, (route) => route.fulfill({ json: { data: report } }))
  await page.route(/\/api\/gestion\/importaciones\/7\/filas/, (route) => route.fulfill({ json: { data: list } }))
  await page.goto(new URL('/gestion/importaciones/7', page.url()).href)
  await page.getByText(text).first().waitFor()
}

const screen = (name: string, report: Partial<Import>, text: string): Screen => ({
  name: `gestion-importar-${name}`,
  path: () => '/gestion/importaciones',
  viewer: ADMIN,
  act: showReport({ ...REPORT, ...report }, text),
})

/** A file of people: chosen, reported, carried out. */
export const IMPORT_SCREENS: readonly Screen[] = [
  { name: 'gestion-importar', path: () => '/gestion/importaciones', viewer: ADMIN },
  screen('informe', {}, 'Nada se ha guardado todavía.'),
  screen('revisando', { informe: { ...JOB, estado: 'en_curso', hechas: 12, terminado_en: null } }, 'Revisando'),
  screen('vencido', { vencido: true }, 'Este informe tiene más de 7 días'),
  screen('en-curso', { importacion: run({ estado: 'en_curso', hechas: 12, terminado_en: null }) }, 'Importando'),
  screen('hecho', { importacion: run({ estado: 'terminado', hechas: 28 }) }, 'Listo:'),
  screen(
    'nada',
    { importacion: run({ estado: 'fallido', hechas: 2, errores: 2, resultado: {} }) },
    'No se importó nada.',
  ),
]
