import { expect, test } from '../support/test.ts'

const PAGES = [
  ['/terminos', 'Términos y condiciones'],
  ['/privacidad', 'Política de privacidad'],
  ['/reembolsos', 'Política de reembolsos'],
  ['/preguntas-frecuentes', 'Preguntas frecuentes'],
] as const

test('las páginas escritas se abren desde el pie y tienen índice', async ({ page, axe }) => {
  await page.goto('/')
  for (const [path, title] of PAGES) {
    await page.getByRole('contentinfo').getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`^${title} · `))
    await axe(page)
  }
  await page.goto('/reembolsos')
  const contents = page.getByRole('navigation', { name: 'En esta página' })
  const folded = contents.getByText('En esta página')
  const link = contents.getByRole('link', { name: 'Cómo pedirlo' })
  // Folded above the text on phones, beside it on wide screens.
  if (!(await link.isVisible())) await folded.click()
  await link.click()
  await expect(page).toHaveURL(/#como-pedirlo$/)
  await expect(page.getByRole('heading', { name: 'Cómo pedirlo' })).toBeInViewport()
  await expect(page.getByText('{{')).toHaveCount(0)
})

test('las preguntas se buscan sin tildes, se abren y se enlazan', async ({ page, axe }) => {
  await page.goto('/preguntas-frecuentes')
  const search = page.getByRole('searchbox', { name: 'Buscar en las preguntas' })
  await search.fill('DEVOLUCION dinero')
  await expect(page.getByRole('status').filter({ hasText: 'pregunta' })).toHaveText('1 pregunta')
  const question = page.getByText('¿Puedo pedir la devolución de mi dinero?')
  await question.click()
  await expect(page.getByRole('link', { name: 'política de reembolsos', exact: true })).toBeVisible()
  await axe(page)
  await search.fill('zzzz')
  await expect(page.getByText('Ninguna pregunta tiene esas palabras.')).toBeVisible()
  await page.getByRole('button', { name: 'Ver todas las preguntas' }).click()
  await expect(page.getByText('¿Cómo compro un curso?')).toBeVisible()

  await page.goto('/preguntas-frecuentes#como-presento-un-reclamo')
  await expect(page.getByRole('link', { name: 'Libro de Reclamaciones' }).first()).toBeVisible()
  await expect(page.getByText('recibirás una copia por correo')).toBeVisible()
})

test('sin JavaScript se leen enteras y dicen a los buscadores qué son', async ({ page, browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL, viewport: page.viewportSize() })
  const plain = await context.newPage()
  for (const [path, title] of PAGES) {
    await plain.goto(path)
    await expect(plain.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(plain.locator('link[rel="canonical"]')).toHaveAttribute('href', new RegExp(`${path}`))
    await expect(plain.locator('meta[name="description"]')).toHaveAttribute('content', /\S{3}/)
  }
  // Also without JavaScript a question unfolds; the search is not offered.
  const answer = plain.getByText('MercadoPago para completar el pago')
  await expect(answer).toBeHidden()
  await expect(plain.getByRole('searchbox', { name: 'Buscar en las preguntas' })).toBeHidden()
  await plain.getByText('¿Cómo compro un curso?').click()
  await expect(answer).toBeVisible()
  const data = JSON.parse((await plain.locator('script[type="application/ld+json"]').textContent()) ?? '{}')
  const faq = data['@graph'].find((thing: { '@type': string }) => thing['@type'] === 'FAQPage')
  expect(faq.mainEntity.length).toBeGreaterThan(9)
  const buying = faq.mainEntity.find(({ name }: { name: string }) => name === '¿Cómo compro un curso?')
  expect(buying['@type']).toBe('Question')
  expect(buying.acceptedAnswer.text).toContain('MercadoPago')
  await context.close()
})
