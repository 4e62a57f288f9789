import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { type Application, startApplication } from '../support/application.ts'
import { isSaved } from '../support/drafts.ts'
import { examOn } from '../support/exam-screen.ts'
import { addQuestion, publish, type } from '../support/exam-writing.ts'
import { aPicture } from '../support/png.ts'
import { pressWhenReady } from '../support/ready.ts'
import { test as base, expect } from '../support/test.ts'
import { keepInside } from '../support/visit.ts'
import { watchContext } from '../support/watch.ts'

const PASSWORD = 'Mar-y-viento-9'
const COURSE = 'Cerámica desde cero'

/** The address that the program printed. */
async function firstAddress({ dataDir }: Application): Promise<string> {
  const printed = async () =>
    (await readFile(join(dataDir, 'programa.log'), 'utf8')).match(/http:\S+\/empezar#\S+/)?.[0] ?? ''
  await expect.poll(printed).not.toBe('')
  return printed()
}

async function openAcademy(page: Page, address: string, axe: (page: Page) => Promise<void>): Promise<void> {
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crea tu academia')
  await axe(page)
  await page.getByLabel('Enlace de instalación').fill('http://otro.pe/')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Ese no es el enlace')).toBeVisible()
  await page.getByLabel('Enlace de instalación').fill(address)
  await page.getByRole('button', { name: 'Continuar' }).click()
  await axe(page)
  await page.getByLabel('Nombre de la academia').fill('Taller Sol')
  await page.getByLabel('Vino').check({ force: true })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Elegir un logo' }).click()
  await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: aPicture(400, 120) })
  await page.getByLabel('Tus nombres').fill('Ana')
  await page.getByLabel('Tus apellidos').fill('Paz')
  await page.getByLabel('Tu correo').fill('ana@sol.pe')
  await page.getByLabel('Tu contraseña', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repite tu contraseña').fill(PASSWORD)
  await page.getByRole('button', { name: 'Crear la academia' }).click()
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function completeData(page: Page): Promise<void> {
  await page.getByLabel('Razón social').fill('Taller Sol S.A.C.')
  await page.getByLabel('RUC').fill('20600000002')
  await page.getByLabel('Dirección', { exact: true }).fill('Av. Larco 101, Trujillo')
  await page.getByLabel('Correo electrónico', { exact: true }).fill('hola@sol.pe')
  await button(page, 'Guardar').click()
  await isSaved(page)
  // Sent with the form that opened the academy.
  await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible()
}

/** Nothing is struck until it is chosen. */
async function chooseOffers(page: Page): Promise<void> {
  const offers = page.getByRole('radiogroup', { name: 'Ofertas' })
  await expect(offers.locator(':focus')).toBeInViewport()
  await expect(offers.getByRole('radio', { checked: true })).toHaveCount(0)
  await offers.getByRole('radio', { name: 'Sin ofertas' }).check()
  await button(page, 'Guardar').click()
  await isSaved(page)
}

async function makeCourse(page: Page): Promise<void> {
  await button(page, 'Nuevo curso').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre').fill(COURSE)
  await dialog.getByLabel('Categoría').first().fill('Cerámica')
  await expect(dialog.getByText('Se crea con el curso.')).toBeVisible()
  await button(page, 'Crear el curso').click()
  await page.getByLabel('Módulo nuevo').fill('Primeros pasos')
  await page.keyboard.press('Enter')
  await button(page, 'Agregar lección').click()
  await page.getByLabel('Lección nueva en Primeros pasos').fill('Amasar')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Amasar' }).click()
  await page.getByRole('textbox', { name: 'Contenido' }).fill('Amasa la arcilla hasta que no tenga aire.')
  await isSaved(page)
  await page.getByRole('link', { name: COURSE }).first().click()
  await page.getByRole('tab', { name: 'Ficha y precio' }).click()
  await page.getByLabel('Horas').fill('4')
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Subir imagen').click()
  await (await chooser).setFiles({ name: 'curso.png', mimeType: 'image/png', buffer: aPicture(640, 360) })
  await button(page, 'Usar la imagen entera').click()
  await isSaved(page)
}

async function sellIt(page: Page): Promise<void> {
  // The academy's only teacher.
  await expect(page.getByText('Ana Paz').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Precio', exact: true }).fill('50')
  const price = page.getByRole('form', { name: 'Precio' })
  await price.getByRole('button', { name: 'Guardar' }).click()
  await isSaved(price)
  await page.getByRole('tab', { name: 'Contenido' }).click()
  await button(page, 'Revisar y publicar').click()
  await button(page, 'Publicar').click()
  await expect(page.getByText('Publicado. Ya lo ven los alumnos.')).toBeVisible()
}

/** From the checklist to the course that lacks an exam. */
async function writeExam(page: Page): Promise<void> {
  await firstSteps(page).getByRole('link', { name: 'Agrega un examen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: COURSE })).toBeVisible()
  await button(page, 'Nueva evaluación').click()
  await page.getByLabel('Nombre', { exact: true }).fill('Examen de arcilla')
  await button(page, 'Crear y escribir las preguntas').click()
  await addQuestion(page, 'Una respuesta', '¿Qué se hace primero?')
  await type(page, 'Opción 1', 'Amasar')
  await type(page, 'Opción 2', 'Hornear')
  await page.getByRole('radio', { name: 'Amasar es correcta' }).check()
  await button(page, 'Repartir 100 puntos por igual').click()
  await isSaved(page)
  await publish(page)
}

/** From the bought course to the certificate that anyone can verify. */
async function studyAndPass(page: Page, guest: Page): Promise<void> {
  await page.goto('/miscursos')
  await page.getByRole('main').getByRole('link', { name: COURSE }).first().click()
  await page.getByRole('link', { name: 'Examen de arcilla' }).first().click()
  const screen = examOn(page)
  await screen.start()
  await screen.choose('Amasar')
  await screen.send()
  await expect(page.getByText(/Obtuviste 100 de 100/)).toBeVisible()
  await page.getByRole('link', { name: 'Ver certificado' }).first().click()
  await expect(page).toHaveURL(/\/certificado\/CERT-/)
  await guest.goto(new URL(page.url()).pathname)
  await expect(guest.getByText('Luz Rojas').first()).toBeVisible()
  await expect(guest.getByText(COURSE).first()).toBeVisible()
}

async function registerAndBuy(page: Page): Promise<void> {
  await page.goto('/registro')
  await page.getByLabel('DNI').fill('41526374')
  await page.getByLabel('Nombres').fill('Luz')
  await page.getByLabel('Apellidos').fill('Rojas')
  await page.getByLabel('Correo electrónico').fill('luz@prueba.pe')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirmar Contraseña').fill(PASSWORD)
  await button(page, 'Crear Cuenta').click()
  await button(page, 'Iniciar sesión').last().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Iniciar sesión')
  await expect(page.getByLabel('Correo electrónico')).toHaveValue('luz@prueba.pe')
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await button(page, 'Ingresar').click()
  await expect(page).toHaveURL(/\/inicio/)
  await page.goto('/cursos')
  await page.getByRole('link', { name: COURSE }).first().click()
  await page.getByRole('button', { name: '¡Comprar ahora!' }).filter({ visible: true }).first().click()
  // Until its styles are there the cart shows the phone's bar and the summary's button at once.
  await expect(button(page, 'Comprar ahora')).toHaveCount(1)
  await button(page, 'Comprar ahora').click()
  await button(page, 'Aprobar el pago').click()
  await expect(page.getByRole('heading', { name: '¡Listo! Ya puedes estudiar' })).toBeVisible({ timeout: 20_000 })
}

type Fresh = { app: Application; device: () => Promise<Page> }

const test = base.extend<{ fresh: Fresh }>({
  /** A new installation, and browsers on it. */
  fresh: async ({ browser, contextOptions, viewport, locale, timezoneId, watching }, use) => {
    const app = await startApplication({ env: { DEMO: '0' } })
    const opened: BrowserContext[] = []
    const device = async () => {
      const options = { ...contextOptions, viewport, locale, timezoneId, baseURL: app.url }
      const context = await browser.newContext(options)
      opened.push(context)
      await keepInside(context, app.url)
      watchContext(context, watching)
      pressWhenReady(context)
      return context.newPage()
    }
    await use({ app, device })
    for (const context of opened) await context.close()
    await app.stop()
  },
})

const firstSteps = (page: Page) => page.locator('section').filter({ hasText: 'Primeros pasos' })

async function deleteSample(page: Page): Promise<void> {
  await page.goto('/gestion/cursos')
  await page.getByRole('link', { name: 'Curso de ejemplo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Curso de ejemplo' })).toBeVisible()
  await button(page, 'Más acciones').click()
  await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  await button(page, 'Eliminar el curso').click()
  await expect(page).toHaveURL(/\/gestion\/cursos$/)
  await expect(page.getByText('Curso eliminado.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Curso de ejemplo' })).toHaveCount(0)
}

test('un campus vacío pide crear la academia, que abre con un curso de ejemplo', { tag: '@gate' }, async ({
  fresh: { app, device },
  axe,
}) => {
  const page = await device()
  await openAcademy(page, await firstAddress(app), axe)
  await expect(firstSteps(page).getByText('3 de 8 listos')).toBeVisible()
  await deleteSample(page)
})

test('de una base vacía al primer curso con examen, y del primer alumno que paga a su certificado', async ({
  fresh: { app, device },
  axe,
}) => {
  test.slow()
  const page = await device()
  await openAcademy(page, await firstAddress(app), axe)
  const steps = firstSteps(page)
  await expect(steps.getByText('3 de 8 listos')).toBeVisible()
  await steps.getByRole('link', { name: 'Completa los datos de la academia' }).click()
  await completeData(page)
  await page.goto('/gestion')
  await expect(steps.getByText('4 de 8 listos')).toBeVisible()
  await steps.getByRole('link', { name: '¿Qué se ve junto a tus precios?' }).click()
  await chooseOffers(page)
  await page.goto('/gestion')
  await expect(steps.getByText('5 de 8 listos')).toBeVisible()
  await steps.getByRole('link', { name: 'Publica tu primer curso' }).click()
  await makeCourse(page)
  await sellIt(page)
  await page.goto('/gestion')
  await expect(steps.getByText('6 de 8 listos')).toBeVisible()
  await writeExam(page)
  await page.goto('/gestion')
  await expect(steps.getByText('7 de 8 listos')).toBeVisible()
  const student = await device()
  await registerAndBuy(student)
  await page.goto('/gestion')
  await expect(page.getByText('Ventas de hoy')).toBeVisible()
  await expect(steps).toHaveCount(0)
  await page.getByRole('link', { name: 'Matrículas del mes' }).click()
  await expect(page).toHaveURL(/\?periodo=mes$/)
  await expect(page.getByText('1 resultado')).toBeVisible()
  await studyAndPass(student, await device())
})
