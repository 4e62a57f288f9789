import type { Page } from '@playwright/test'
import { type Screen, showing } from './screen.ts'
import { press } from './staff-acts.ts'

const VIEWER = 'admin@demo.pe' as const

const NOBODY = { falta_nombre: false, foto_perfil: null, version: 0, id_curso: 1, curso: 'Excel', origen: 'compra' }

const row = (id: number, nombres: string, apellidos: string, more: object, following: object) => ({
  ...{ ...NOBODY, id, id_usuario: id, nombres, apellidos, correo: `${nombres.toLowerCase()}@prueba.pe` },
  ...{ desde: '2026-09-20T15:00:00Z', vence: null, estado: 'vigente', avance: 0, comprada: true, ...more },
  seguimiento: {
    ...{ ultima_actividad: null, examenes: 3, aprobados: 0, certificado: false, riesgo: null, contactado_en: null },
    ...following,
  },
})

const alto = ['Sin actividad desde el 5 nov 2026', 'Termina en 9 días y va en 20 %', 'Faltó a las últimas 2 clases']

const data = [
  row(
    1,
    'Killari',
    'Mamani Condori',
    { vence: '2099-12-09', estado: 'por_vencer', grupo: 'Sábados por la mañana', avance: 20 },
    { ultima_actividad: '2026-11-05T15:00:00Z', riesgo: { nivel: 'alto', motivos: alto } },
  ),
  row(
    2,
    'Diego',
    'Salas',
    { grupo: 'Lunes y miércoles' },
    { riesgo: { nivel: 'atencion', motivos: ['Todavía no empezó'] } },
  ),
  row(
    3,
    'Lucía',
    'Ramos',
    { avance: 34 },
    { ultima_actividad: '2026-10-30T15:00:00Z', contactado_en: '2026-11-27T15:00:00Z' },
  ),
  row(
    4,
    'Jorge Luis',
    'Paredes',
    { avance: 100 },
    { ultima_actividad: '2026-11-20T15:00:00Z', aprobados: 3, certificado: true },
  ),
]

const showRows =
  (act?: (page: Page) => Promise<unknown>, total = 4) =>
  async (page: Page) => {
    const reach = { personas: 118, correos: 110, sin_avisos: 2, desactivadas: 1 }
    await page.route(/\/mensajes\/alcance$/, (route) => route.fulfill({ json: { data: reach } }))
    await showing(/\/api\/gestion\/matriculas\?/, { data, total, siguiente: null }, 'Killari Mamani')(page)
    await act?.(page)
  }

const screen = (name: string, act?: (page: Page) => Promise<unknown>, total?: number): Screen => ({
  name: `gestion-curso-alumnos-${name}`,
  path: ({ curso }) => `/gestion/cursos/${curso}/alumnos`,
  viewer: VIEWER,
  act: showRows(act, total),
})

/** The students of a course, with those at risk. */
export const FOLLOWING_SCREENS: readonly Screen[] = [
  screen('riesgo'),
  screen('escribir', async (page) => {
    await press('Escribir')(page)
    await page.getByText('Le llega a 118 personas').waitFor()
  }),
  screen('contacto', async (page) => {
    await press(/^Ya lo contacté: Killari/)(page)
    await page.getByRole('textbox', { name: 'Qué hablaron' }).waitFor()
  }),
  screen('descarga', async (page) => {
    await press('Descargar')(page)
    await page.getByRole('dialog', { name: 'Descargar la lista' }).waitFor()
  }),
  screen('elegir', press('Elegir varias'), 4312),
]
