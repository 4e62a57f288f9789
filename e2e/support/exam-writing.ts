import { expect, type Page } from '@playwright/test'

/** Writes into the field that a label names, by keyboard alone. */
export async function type(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

export async function pressKey(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  await page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .focus()
  await page.keyboard.press(key)
}

/** Adds a question of a kind from the menu. */
export async function addQuestion(page: Page, kind: string, text: string): Promise<void> {
  await pressKey(page, 'Agregar pregunta')
  // The menu takes the focus to its first item once it is open.
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.getByRole('menuitem', { name: kind, exact: true }).press('Enter')
  await type(page, 'Pregunta', text)
}

/** Makes an exam in a course and writes a question of each kind, worth 100 points together, by keyboard alone. */
export async function writeAllKinds(page: Page, course: number, name: string, { right = 'Cuatro' } = {}) {
  await page.goto(`/gestion/cursos/${course}/evaluaciones`)
  await pressKey(page, 'Nueva evaluación')
  await page.getByLabel('Nombre', { exact: true }).focus()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

  await addQuestion(page, 'Una respuesta', '¿Dos más dos?')
  await type(page, 'Opción 1', 'Cuatro')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Cinco')
  await page.getByRole('radio', { name: `${right} es correcta` }).focus()
  await page.keyboard.press('Space')
  await addQuestion(page, 'Abierta', 'Explica por qué')
  await addQuestion(page, 'Varias respuestas', '¿Cuáles son pares?')
  await type(page, 'Opción 1', 'Dos')
  await type(page, 'Opción 2', 'Tres')
  await page.getByRole('checkbox', { name: 'Dos es correcta' }).focus()
  await page.keyboard.press('Space')
  await addQuestion(page, 'Respuesta corta', '¿Capital del Perú?')
  await type(page, 'Respuesta aceptada 1', 'Lima')
  await addQuestion(page, 'Numérica', '¿Cuánto es la mitad de cinco?')
  await type(page, 'Respuesta correcta', '2.5')
  await addQuestion(page, 'Emparejar', 'Empareja')
  await type(page, 'Par 1, izquierda', 'Perú')
  await type(page, 'Par 1, derecha', 'Lima')
  await type(page, 'Par 2, izquierda', 'Chile')
  await type(page, 'Par 2, derecha', 'Santiago')
  await pressKey(page, 'Repartir 100 puntos por igual')
  await expect(page.getByText('6 preguntas, 100 puntos, aprueba con 60')).toBeVisible()
}

/** Reviews and publishes what is open, by keyboard alone. */
export async function publish(page: Page): Promise<void> {
  await pressKey(page, 'Revisar y publicar')
  await expect(page.getByRole('button', { name: 'Publicar', exact: true })).toBeEnabled()
  await pressKey(page, 'Publicar')
  await expect(page.getByText('Publicado. Ya lo ven los alumnos.')).toBeVisible()
}
