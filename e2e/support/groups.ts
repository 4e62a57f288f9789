import type { Page } from '@playwright/test'
import { DATA, type Screen } from './screen.ts'
import { press } from './staff-acts.ts'

const ADMIN = 'admin@demo.pe' as const

const GROUP = {
  ...{ id_curso: 1, curso: 'Animación 3D con Blender desde cero', inicio: '2099-03-07', fin: '2099-04-25' },
  ...{ id_docente: null, docente: 'Rosa Huamán', en_venta: false, cerrado: false, abierto: true, version: 1 },
  ...{ apartadas: 0, creado_en: '2026-11-30T15:00:00Z' },
}

/** The demo has none. */
const ROWS = [
  { id: 1, nombre: 'Sábados por la mañana', horario: 'Sábados, de 9:00 a 11:00', aforo: 20, ocupadas: 12, libres: 7 },
  { id: 2, nombre: 'Domingos', horario: 'Domingos, de 15:00 a 18:00', aforo: 15, ocupadas: 17, libres: 0 },
  { id: 3, nombre: 'Lunes y miércoles', horario: '', aforo: null, ocupadas: 41, libres: null },
].map((row, at) => ({ ...GROUP, ...row, apartadas: at === 0 ? 1 : 0, en_venta: at === 0 }))

async function withGroups(page: Page): Promise<void> {
  await page.route(/\/api\/gestion\/grupos(\?|$)/, (route) =>
    route.fulfill({ json: { data: { data: ROWS, total: ROWS.length, siguiente: null } } }),
  )
  await page.reload()
}

const openFirst = (name: RegExp, item: string) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByRole('dialog').waitFor()
}

export const GROUP_SCREENS: readonly Screen[] = [
  { name: 'gestion-grupos-nada', path: () => '/gestion/grupos', viewer: ADMIN, faces: DATA },
  {
    name: 'gestion-grupos-lista',
    path: () => '/gestion/grupos',
    viewer: ADMIN,
    act: async (page) => {
      await withGroups(page)
      await page.getByText('2 de más').first().waitFor()
    },
  },
  {
    name: 'gestion-grupos-nuevo',
    path: () => '/gestion/grupos',
    viewer: ADMIN,
    act: async (page) => {
      await press('Nuevo grupo')(page)
      await page.getByLabel('Horario').fill('Sábados, de 9:00 a 11:00')
      await press('Crear el grupo')(page)
      await page.getByText('Escribe el nombre del grupo.').waitFor()
    },
  },
  {
    name: 'gestion-grupos-cambiar',
    path: () => '/gestion/grupos',
    viewer: ADMIN,
    act: async (page) => {
      await withGroups(page)
      await openFirst(/^Acciones del grupo/, 'Cambiar el grupo')(page)
    },
  },
  {
    name: 'gestion-grupos-curso',
    path: ({ curso }) => `/gestion/cursos/${curso}/alumnos`,
    viewer: ADMIN,
    act: async (page) => {
      await withGroups(page)
      await page.getByText('2 de más').waitFor()
    },
  },
  {
    name: 'gestion-grupos-mover',
    path: ({ curso }) => `/gestion/cursos/${curso}/alumnos`,
    viewer: ADMIN,
    act: async (page) => {
      await withGroups(page)
      await openFirst(/^Acciones de la matrícula/, 'Cambiar de grupo')(page)
    },
  },
  {
    name: 'gestion-grupos-clase',
    path: ({ curso }) => `/gestion/cursos/${curso}/clases`,
    viewer: ADMIN,
    act: async (page) => {
      await withGroups(page)
      await press('Nueva clase')(page)
      await page.getByRole('dialog').getByLabel('Grupo').selectOption('1')
    },
  },
  {
    name: 'gestion-grupos-matricular',
    path: ({ curso }) => `/gestion/matriculas/nueva?curso=${curso}`,
    viewer: ADMIN,
    act: async (page) => {
      await withGroups(page)
      await page.getByLabel('Grupo', { exact: true }).selectOption('1')
    },
  },
]
