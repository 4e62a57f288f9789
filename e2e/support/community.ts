import type { Page } from '@playwright/test'
import { DATA, type Screen } from './screen.ts'

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

async function ownCode(page: Page): Promise<void> {
  const first = page.getByRole('button', { name: 'Crear mi código' })
  const code = page.getByRole('button', { name: /^Copiar de REF/ }).first()
  await first.or(code).first().waitFor()
  if (await first.isVisible()) await first.click()
  await code.waitFor()
}

async function openTopic(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Elige un tema' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Generar PROMPT 1,2,3' }).waitFor()
}

async function generate(page: Page): Promise<void> {
  await openTopic(page)
  const form = page.locator('form')
  for (const field of await form.getByRole('textbox').all()) await field.fill('La luz natural en interiores')
  for (const group of await form.getByRole('radiogroup').all()) await group.getByRole('radio').first().check()
  await press(page, 'Generar PROMPT 1,2,3')
  await page.getByRole('heading', { name: 'Tus prompts' }).waitFor()
}

export const COMMUNITY_SCREENS: readonly Screen[] = [
  { name: 'referidos-visitante', path: () => '/referidos' },
  { name: 'referidos-invitado', path: () => '/referidos?codigo=REF99998' },
  { name: 'referidos', path: () => '/referidos', viewer: 'nueva@demo.pe', faces: DATA },
  { name: 'referidos-codigo', path: () => '/referidos', viewer: 'alumno@demo.pe', act: ownCode },
  {
    name: 'foros-buscar',
    path: ({ curso }) => `/miscursos/${curso}/foros?buscar=luz&en=todos`,
    viewer: 'alumno@demo.pe',
    faces: DATA,
  },
  { name: 'foros-buscar-nada', path: ({ curso }) => `/miscursos/${curso}/foros?buscar=zzzz`, viewer: 'alumno@demo.pe' },
  { name: 'prompt', path: () => '/prompt', viewer: 'alumno@demo.pe', faces: DATA },
  {
    name: 'prompt-errores',
    path: () => '/prompt',
    viewer: 'alumna@demo.pe',
    act: async (page) => {
      await openTopic(page)
      await press(page, 'Generar PROMPT 1,2,3')
      await page.getByText('Revisa las preguntas marcadas.').waitFor()
    },
  },
  { name: 'prompt-generado', path: () => '/prompt', viewer: 'alumno@demo.pe', act: generate },
  {
    name: 'prompt-historial',
    path: () => '/prompt',
    viewer: 'alumno@demo.pe',
    act: async (page) => {
      await generate(page)
      await page.getByRole('region', { name: 'Mi historial' }).locator('summary').first().click()
      await page.getByRole('button', { name: 'Usar estas respuestas' }).first().waitFor()
    },
  },
]
