import type { Page } from '@playwright/test'
import { press } from './acts.ts'
import { aPicture } from './png.ts'
import { DATA, type Screen } from './screen.ts'

const ADMIN = 'admin@demo.pe' as const

const openFirst = async (page: Page) => {
  await page.locator('[data-row]').first().click()
  await page.getByRole('button', { name: 'Revisar y publicar' }).waitFor()
}

/** The screens of *Sitio*, as an administrator of the brand sees them. */
export const SITE_SCREENS: readonly Screen[] = [
  { name: 'gestion-portada', path: () => '/gestion/portada', viewer: ADMIN, faces: DATA },
  {
    name: 'gestion-portada-vista-previa',
    path: () => '/gestion/portada',
    viewer: ADMIN,
    act: async (page) => {
      await press('Vista previa')(page)
      await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor()
    },
  },
  {
    name: 'gestion-portada-encuadre',
    path: () => '/gestion/portada',
    viewer: ADMIN,
    act: async (page) => {
      const file = { name: 'a.png', mimeType: 'image/png', buffer: aPicture(1600, 1200) }
      await page.locator('input[type="file"]').first().setInputFiles(file)
      await page.getByRole('slider', { name: 'Acercar' }).fill('1.5')
    },
  },
  { name: 'gestion-paginas', path: () => '/gestion/paginas', viewer: ADMIN, faces: DATA },
  { name: 'gestion-pagina', path: () => '/gestion/paginas/terminos', viewer: ADMIN },
  { name: 'gestion-premios', path: () => '/gestion/premios', viewer: ADMIN, faces: DATA },
  { name: 'gestion-temas', path: () => '/gestion/temas', viewer: ADMIN, faces: DATA },
  { name: 'gestion-temas-nuevo', path: () => '/gestion/temas', viewer: ADMIN, act: press('Nuevo tema') },
  { name: 'gestion-tema', path: () => '/gestion/temas', viewer: ADMIN, act: openFirst },
  {
    name: 'gestion-tema-probar',
    path: () => '/gestion/temas',
    viewer: ADMIN,
    act: async (page) => {
      await openFirst(page)
      await press('Probar')(page)
      await page
        .frameLocator('iframe')
        .getByRole('button', { name: /^Generar/ })
        .waitFor()
    },
  },
  { name: 'gestion-ajustes', path: () => '/gestion/ajustes', viewer: ADMIN, faces: DATA },
  {
    name: 'gestion-ajustes-certificado',
    path: () => '/gestion/ajustes',
    viewer: ADMIN,
    act: async (page) => {
      await page
        .getByLabel('Texto del certificado (opcional)')
        .fill('Con el auspicio del Colegio de Ingenieros del Perú, Consejo Departamental de Lima · Resolución 120-2026')
      await press('Ver un ejemplo')(page)
      await page.getByRole('img', { name: /^Certificado de ejemplo/ }).waitFor()
    },
  },
  { name: 'gestion-categorias', path: () => '/gestion/categorias', viewer: ADMIN, faces: DATA },
  { name: 'gestion-categorias-nueva', path: () => '/gestion/categorias', viewer: ADMIN, act: press('Nueva categoría') },
  {
    name: 'gestion-categorias-editar',
    path: () => '/gestion/categorias',
    viewer: ADMIN,
    act: async (page) => {
      await page
        .getByRole('row')
        .first()
        .getByRole('button', { name: /^Acciones de/ })
        .click()
      await page.getByRole('menuitem', { name: 'Editar' }).click()
      await page.getByRole('dialog').getByLabel('En la tienda').waitFor()
    },
  },
]
