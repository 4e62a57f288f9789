import type { Page } from '@playwright/test'
import { DATA, type Screen } from './screen.ts'

const STUDENT = 'alumna@demo.pe'

type Ids = Parameters<Screen['path']>[0]
const openForum = ({ foro }: Ids) => `/foro/${foro}`
const first = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

/** A forum without answers, mocked so that nothing changes on the server. */
async function beEmpty(page: Page): Promise<void> {
  await page.route('**/api/posts-foro?*', (route) =>
    route.fulfill({ json: { data: { data: [], total: 0, per_page: 15, current_page: 1, last_page: 1 } } }),
  )
  await page.reload()
  await page.getByRole('heading', { name: 'No hay respuestas aún' }).waitFor()
}

async function reply(page: Page): Promise<void> {
  await first(page, /^Responder a/).click()
  await page.getByRole('textbox', { name: 'Tu respuesta' }).waitFor()
}

async function replyNothing(page: Page): Promise<void> {
  await reply(page)
  await page.locator('[type=submit]', { hasText: 'Responder' }).click()
  await page.getByText('Contenido requerido').waitFor()
}

async function more(page: Page): Promise<void> {
  await first(page, /^Más opciones/).click()
  await page.getByRole('menuitem', { name: 'Copiar enlace' }).waitFor()
}

async function report(page: Page): Promise<void> {
  await more(page)
  await page.getByRole('menuitem', { name: 'Reportar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Enviar reporte' }).click()
  await page.getByText('Elige un motivo.').waitFor()
}

/** A forum's page in each of its states. */
export const FORUM_SCREENS: readonly Screen[] = [
  { name: 'foro', path: openForum, viewer: 'alumno@demo.pe', faces: DATA },
  { name: 'foro-sin-respuestas', path: openForum, viewer: STUDENT, act: beEmpty },
  { name: 'foro-pagina', path: (ids) => `${openForum(ids)}?pagina=2`, viewer: STUDENT },
  { name: 'foro-responder', path: openForum, viewer: STUDENT, act: reply },
  { name: 'foro-responder-nada', path: openForum, viewer: STUDENT, act: replyNothing },
  { name: 'foro-opciones', path: openForum, viewer: STUDENT, act: more },
  { name: 'foro-reportar', path: openForum, viewer: STUDENT, act: report },
  {
    name: 'foro-seguimiento',
    path: openForum,
    viewer: STUDENT,
    act: (page) => first(page, /^Avisos de este foro/).click(),
  },
  { name: 'foro-desconocido', path: () => '/foro/999999999', viewer: STUDENT },
]
