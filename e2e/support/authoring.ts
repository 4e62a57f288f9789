import type { Page } from '@playwright/test'
import type { Screen } from './screen.ts'
import { press } from './staff-acts.ts'

const ADMIN = 'admin@demo.pe' as const

const rosa = { id: 5, nombre: 'Rosa Huamán' }
const VERSIONS = {
  data: [
    { motivo: 'publicada', nota: 'Nuevo video de la clase 3', por: rosa },
    { motivo: 'reemplazada', nota: null, por: { id: 6, nombre: 'José María Quispe Condori' } },
    { motivo: 'descartada', nota: null, por: rosa },
    { motivo: 'publicada', nota: null, por: null },
  ].map((entry, at) => ({ ...entry, version: 40 - at, objeto: 'leccion:1', en: `2026-11-2${4 - at}T15:04:00Z` })),
  total: 4,
  siguiente: null,
}

/** A version cannot be made here without changing the demo for the other screens. */
async function showVersions(page: Page): Promise<void> {
  await page.route(/\/api\/gestion\/versiones\?/, (route) => route.fulfill({ json: { data: VERSIONS } }))
  await press('Más acciones')(page)
  await page.getByRole('menuitem', { name: 'Versiones' }).click()
  await page.getByRole('dialog').getByText('Sin autor').waitFor()
}

const lesson: Screen['path'] = ({ curso, leccion }) => `/gestion/cursos/${curso}/lecciones/${leccion}`

const exam: Screen['path'] = ({ curso, examen }) => `/gestion/cursos/${curso}/examenes/${examen}`

/** What is opened over the editor of a lesson or an exam. */
export const AUTHORING_SCREENS: readonly Screen[] = [
  {
    name: 'gestion-leccion-temario',
    path: lesson,
    viewer: ADMIN,
    only: 'telefono',
    act: async (page) => {
      await press('Temario')(page)
      await page.getByRole('dialog', { name: 'Temario' }).waitFor()
    },
  },
  { name: 'gestion-leccion-versiones', path: lesson, viewer: ADMIN, act: showVersions },
  {
    name: 'gestion-examen-vista-previa',
    path: exam,
    viewer: ADMIN,
    act: async (page) => {
      await press('Vista previa')(page)
      const shown = page.frameLocator('iframe')
      await shown.getByRole('button', { name: 'Comenzar examen' }).click()
      await shown.getByRole('heading', { level: 2 }).first().waitFor()
    },
  },
  {
    name: 'gestion-examen-vista-previa-resultado',
    path: exam,
    viewer: ADMIN,
    act: async (page) => {
      await press('Vista previa')(page)
      const shown = page.frameLocator('iframe')
      await shown.getByRole('button', { name: 'Comenzar examen' }).click()
      await shown.getByRole('radio').first().check()
      await shown.getByRole('button', { name: 'Revisar y enviar' }).click()
      await shown.getByRole('button', { name: 'Enviar de todos modos' }).click()
      await shown.getByRole('button', { name: 'Volver a empezar' }).waitFor()
    },
  },
]
