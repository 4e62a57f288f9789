import { expect, type Page } from '@playwright/test'

/** Takes the previewed exam of `writeAllKinds` to its result and begins again, by keyboard alone. */
export async function takePreview(page: Page): Promise<void> {
  const exam = page.frameLocator('iframe')
  const press = async (name: string) => {
    await exam.getByRole('button', { name, exact: true }).last().focus()
    await page.keyboard.press('Enter')
  }
  const write = async (text: string, then: string) => {
    await exam.getByRole('textbox').focus()
    await page.keyboard.type(text)
    await press(then)
  }
  const start = exam.getByRole('button', { name: 'Comenzar examen' })
  await expect(exam.getByText('para aprobar')).toBeVisible()
  await press('Comenzar examen')
  await expect(exam.getByRole('heading', { name: '¿Dos más dos?' })).toBeFocused()
  await exam.getByRole('radio', { name: 'Cuatro', exact: true }).press('Space')
  await press('Siguiente')
  await expect(exam.getByRole('heading', { name: 'Explica por qué' })).toBeFocused()
  await write('Porque sí.', 'Siguiente')
  await exam.getByRole('checkbox', { name: 'Tres', exact: true }).press('Space')
  await press('Siguiente')
  await expect(exam.getByRole('heading', { name: '¿Capital del Perú?' })).toBeFocused()
  await write('lima', 'Siguiente')
  await expect(exam.getByRole('heading', { name: '¿Cuánto es la mitad de cinco?' })).toBeFocused()
  await write('2,5', 'Siguiente')
  await exam.getByLabel('Perú', { exact: true }).focus()
  await page.keyboard.type('Lima')
  await press('Revisar y enviar')
  await expect(exam.getByRole('heading', { name: 'Antes de enviar' })).toBeFocused()
  await press('Enviar de todos modos')
  await expect(exam.getByRole('heading', { level: 1, name: 'Enviado' })).toBeFocused()
  const answers = exam.getByRole('listitem').filter({ hasText: /^Pregunta \d/ })
  await expect(answers.nth(0)).toContainText('Correcta')
  await expect(answers.nth(1)).toContainText('La calificará un docente')
  await expect(answers.nth(2)).toContainText('Respuesta correctaDos')
  await expect(answers.nth(5)).toContainText('En parte')
  await press('Volver a empezar')
  await expect(start).toBeFocused()
}
