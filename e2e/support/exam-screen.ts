import { expect, type Page } from '@playwright/test'

/** Page object of the exam's screen. */
export const examOn = (page: Page) => {
  const question = (place: number, total: number) => page.getByText(`Pregunta ${place} de ${total}`)
  const next = () => page.getByRole('button', { name: 'Siguiente' }).click()
  const review = () => page.getByRole('button', { name: 'Revisar y enviar' }).last().click()
  const choose = (option: string) => page.getByRole('radio', { name: option, exact: true }).check()

  return {
    question,
    next,
    review,
    choose,
    timer: page.getByRole('timer', { name: 'Tiempo restante' }),
    /** Exact, because a second copy is for screen readers. */
    saved: page.getByText('Guardado', { exact: true }),
    result: (title: string) => page.getByRole('heading', { level: 1, name: title }),

    async start(): Promise<void> {
      await page.getByRole('button', { name: 'Comenzar examen' }).click()
      await expect(page.getByText(/^Pregunta 1 de/)).toBeVisible()
    },

    /** An open attempt continues without a click. */
    async resume(): Promise<void> {
      await expect(page.getByText(/^Pregunta \d+ de/)).toBeVisible()
    },

    async send(): Promise<void> {
      await review()
      await expect(page.getByRole('heading', { level: 2, name: 'Antes de enviar' })).toBeVisible()
      await page.getByRole('button', { name: /^Enviar/ }).click()
    },

    /** Answers every question by the key of its text. */
    async answerAll(key: Map<string, string>): Promise<void> {
      for (let place = 1; place <= key.size; place++) {
        await expect(question(place, key.size)).toBeVisible()
        const text = (await page.getByRole('heading', { level: 2 }).first().textContent()) ?? ''
        await choose(key.get(text.trim()) ?? `the key has no «${text}»`)
        if (place < key.size) await next()
      }
    },
  }
}
