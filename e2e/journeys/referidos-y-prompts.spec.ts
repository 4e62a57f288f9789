import type { Page } from '@playwright/test'
import type { TestDatabase } from '../../server/test/sql.ts'
import { freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** Runs in the page: a clipboard that records, or one that refuses. */
const clipboard = (page: Page, works: boolean) =>
  page.addInitScript(`Object.defineProperty(navigator, 'clipboard', { configurable: true, value: {
    writeText: async (text) => {
      if (!${works}) throw new Error('not allowed')
      document.documentElement.dataset.copied = text
    } } })`)

const copied = (page: Page) => page.locator('html')

/** A topic of this test's own in brand 2. */
async function aTopic({ sql }: TestDatabase): Promise<{ id: number; nombre: string }> {
  const nombre = `Tema ${crypto.randomUUID().slice(0, 8)}`
  const [topic] = await sql<{ id: number }[]>`
    INSERT INTO temas_prompt (id_cliente, nombre, descripcion, orden)
    VALUES (2, ${nombre}, 'Un tema de prueba', 99) RETURNING id`
  const id = topic?.id ?? 0
  await sql`INSERT INTO preguntas_prompt (id_tema, texto, tipo, variable, orden)
    VALUES (${id}, '¿De qué trata?', 'abierta', 'tema', 1), (${id}, '¿Con qué tono?', 'opcion', 'tono', 2)`
  await sql`INSERT INTO opciones_prompt (id_pregunta, texto, orden)
    SELECT q.id, o.texto, o.n FROM preguntas_prompt q, (VALUES ('Serio', 1), ('Cercano', 2)) o (texto, n)
    WHERE q.id_tema = ${id} AND q.tipo = 'opcion'`
  await sql`INSERT INTO plantillas_prompt (id_tema, orden, titulo, contenido) VALUES
    (${id}, 1, 'Guion', 'Escribe sobre {{tema}} en tono {{tono}}.'), (${id}, 2, 'Preguntas', 'Pregunta por {{tema}}.'),
    (${id}, 3, 'Cierre', 'Cierra {{tono}}.')`
  return { id, nombre }
}

test('un alumno crea sus dos códigos, los copia y los comparte', async ({ page, database, login, axe }) => {
  const student = await freshStudent(database)
  await login(page, student)
  await clipboard(page, true)
  await page.goto('/referidos')
  await expect(page.getByRole('heading', { name: 'Todavía no tienes un código' })).toBeVisible()
  await page.getByRole('button', { name: 'Crear mi código' }).click()
  const rows = page.getByRole('region', { name: 'Mis códigos' }).getByRole('rowheader')
  await expect(rows).toHaveCount(1)
  const code = /REF\d+/.exec((await rows.first().textContent()) ?? '')?.[0] ?? ''
  await page.getByRole('button', { name: `Copiar de ${code}` }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copiado' })).toContainText(
    'El código de referido ha sido copiado al portapapeles.',
  )
  await expect(copied(page)).toHaveAttribute('data-copied', code)
  const share = page.getByRole('region', { name: 'Comparte tu código' })
  await expect(share.getByRole('link', { name: `WhatsApp: enviar ${code}` })).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/\\?text=.*${code}`),
  )
  await axe(page)
  await page.getByRole('button', { name: 'Crear otro código' }).click()
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Crear/ })).toHaveCount(0)
  await database.sql`INSERT INTO puntos (id_cliente, id_usuario, motivo, clave, detalle, puntos, mes)
    SELECT 2, ${student.id}, 'referido', 'prueba', ${code}, 100, date_trunc('month', now() AT TIME ZONE 'America/Lima')`
  await page.reload()
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('row').filter({ hasText: code }).getByRole('cell')).toHaveText(['0', '100'])
  await expect(page.getByRole('button', { name: /^Crear/ })).toHaveCount(0)
})

test('quien no entró lee cómo funciona, y una invitación pone su código en el carrito', async ({
  page,
  database,
  watch,
}) => {
  // The browser logs the 422 of the unknown code.
  watch.allow(/422/)
  const owner = await freshStudent(database)
  const [code] = await database.sql<{ codigo: string }[]>`
    INSERT INTO referidos (codigo, id_usuario, numero)
    SELECT 'REF' || n, ${owner.id}, 1 FROM generate_series(80000, 89999) n
    WHERE NOT EXISTS (SELECT 1 FROM referidos r WHERE r.codigo = 'REF' || n) LIMIT 1 RETURNING codigo`
  const codigo = code?.codigo ?? ''
  await page.goto('/referidos')
  await expect(page.getByRole('heading', { level: 1, name: 'Referidos' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Cómo funciona' }).getByRole('listitem').first()).toContainText(
    'Crea tu código',
  )
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Iniciar sesión' })).toHaveAttribute(
    'href',
    '/login?redirect=%2Freferidos',
  )
  await expect(page.getByRole('button', { name: /^Crear/ })).toHaveCount(0)

  await page.goto(`/referidos?codigo=${codigo.toLowerCase()}`)
  await expect(main.getByRole('status').filter({ hasText: codigo })).toContainText('El código ya está puesto')
  // It speaks to the guest: who invites, and the courses; not what the host earns. So does what a shared link shows.
  await expect(main.getByRole('heading', { level: 1, name: 'Tu invitación' })).toBeVisible()
  await expect(page).toHaveTitle('Tu invitación · Academia Qhapaq')
  const shared = (property: string) => page.locator(`meta[property="og:${property}"]`)
  await expect(shared('title')).toHaveAttribute('content', 'Tu invitación · Academia Qhapaq')
  await expect(shared('description')).toHaveAttribute('content', /^Te invitan a estudiar en Academia Qhapaq[^.]*\.$/)
  await expect(shared('url')).toHaveAttribute('content', /\/referidos\?.*codigo=ref\d+$/)
  await expect(main.getByRole('heading', { name: /^\p{L}+ te invita a estudiar en /u })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Ver los cursos' })).toHaveAttribute('href', '/cursos')
  await expect(main.getByText(/ganas 100 puntos|Entra para crear tu código/)).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('codigo_referido'))).toBe(codigo)
  await page.goto('/referidos?codigo=REF0')
  await expect(main.getByRole('status').filter({ hasText: 'El código no existe.' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('codigo_referido'))).toBe(codigo)
})

test('una invitación se lee sin JavaScript, y nadie usa la suya', async ({
  page,
  browser,
  baseURL,
  database,
  login,
  watch,
}) => {
  watch.allow(/422/)
  const owner = await freshStudent(database)
  const codigo = `REF${90_000 + owner.id}`
  await database.sql`INSERT INTO referidos (codigo, id_usuario, numero) VALUES (${codigo}, ${owner.id}, 1)`
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const plain = await context.newPage()
  await plain.goto(`/referidos?codigo=${codigo}`)
  await expect(plain.getByRole('status').filter({ hasText: codigo })).toBeVisible()
  await plain.goto('/referidos?codigo=REF0')
  await expect(plain.getByRole('status').filter({ hasText: 'El código no existe.' })).toBeVisible()
  await context.close()

  await login(page, owner)
  await page.goto(`/referidos?codigo=${codigo}`)
  await expect(page.getByRole('heading', { name: 'Este código no se puede usar' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('codigo_referido'))).toBeNull()
})

test('genera sus prompts, los copia y los encuentra en su historial', async ({ page, database, login, axe }) => {
  const [student, topic] = [await freshStudent(database), await aTopic(database)]
  await login(page, student)
  await clipboard(page, true)
  await page.goto('/inicio')
  await page.getByRole('button', { name: /^Menú de/ }).click()
  await page.getByRole('menuitem', { name: 'Generador de prompts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Generador de prompts' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Menú principal' })).toHaveCount(0)
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Volver a mi campus' })).toHaveAttribute('href', '/inicio')
  await page.getByRole('link', { name: topic.nombre }).click()
  await expect(page).toHaveURL(new RegExp(`/prompt\\?tema=${topic.id}$`))
  const open = page.getByRole('textbox', { name: '¿De qué trata?' })
  const choice = page.getByRole('radiogroup', { name: '¿Con qué tono?' })
  const generate = page.getByRole('button', { name: 'Generar PROMPT 1,2,3' })
  await generate.click()
  await expect(page.getByText('Escribe tu respuesta.')).toBeVisible()
  await expect(choice).toContainText('Elige una opción.')
  await expect(open).toBeFocused()
  await axe(page)
  await open.fill('La luz natural')
  await expect(page.getByText('Escribe tu respuesta.')).toHaveCount(0)
  await choice.getByRole('radio', { name: 'Cercano' }).check()

  // Stored on this device with every letter.
  await page.reload()
  await expect(open).toHaveValue('La luz natural')
  await expect(choice.getByRole('radio', { name: 'Cercano' })).toBeChecked()
  await generate.click()
  const results = page.getByRole('region', { name: 'Tus prompts' })
  const first = results.getByRole('textbox', { name: 'PROMPT 1: Guion' })
  await expect(first).toHaveValue('Escribe sobre La luz natural en tono Cercano.')
  await expect(first).toHaveAttribute('readonly')
  await expect(results.getByRole('textbox')).toHaveCount(3)
  await axe(page)

  const history = page.getByRole('region', { name: 'Mi historial' })
  await expect(history.getByRole('group')).toHaveCount(1)
  await open.fill('Otra cosa')
  await history.getByText(topic.nombre).click()
  await expect(history.getByRole('textbox', { name: 'PROMPT 2: Preguntas' })).toHaveValue(
    'Pregunta por La luz natural.',
  )
  await history.getByRole('button', { name: 'Usar estas respuestas' }).click()
  await expect(open).toHaveValue('La luz natural')
})

for (const works of [true, false])
  test(`copiar un prompt dice ${works ? 'que está copiado' : 'que no se pudo'} durante segundo y medio`, {
    tag: '@escritorio',
  }, async ({ page, database, login }) => {
    const [student, topic] = [await freshStudent(database), await aTopic(database)]
    await login(page, student)
    await clipboard(page, works)
    await page.clock.install()
    await page.goto(`/prompt?tema=${topic.id}`)
    await page.getByRole('textbox', { name: '¿De qué trata?' }).fill('La luz')
    await page.getByRole('radio', { name: 'Serio' }).check()
    await page.getByRole('button', { name: 'Generar PROMPT 1,2,3' }).click()
    const results = page.getByRole('region', { name: 'Tus prompts' })
    const copy = results.getByRole('button', { name: 'Copiar de PROMPT 2' })
    await expect(copy).toBeVisible()
    // From here on the clock advances only when the test says so.
    await page.clock.pauseAt(Date.now() + 60_000)
    await copy.click()
    const said = results.getByRole('status').filter({ hasText: works ? '¡Copiado!' : 'No se pudo copiar.' })
    await expect(said).toHaveCount(1)
    if (works) await expect(copied(page)).toHaveAttribute('data-copied', 'Pregunta por La luz.')
    else await expect(results.getByRole('textbox', { name: 'PROMPT 2: Preguntas' })).toBeFocused()
    await page.clock.runFor(1499)
    await expect(said).toHaveCount(1)
    await page.clock.runFor(1)
    await expect(said).toHaveCount(0)
  })

test('sin temas, o con uno que ya no está, se dice', { tag: '@escritorio' }, async ({
  page,
  database,
  login,
  watch,
}) => {
  watch.allow(/404/)
  const student = await freshStudent(database)
  await login(page, student)
  await page.route('**/api/temas-prompt', (route) => route.fulfill({ json: { data: [] } }))
  await page.goto('/prompt')
  await expect(page.getByRole('heading', { name: 'Todavía no hay temas' })).toBeVisible()
  await expect(page.getByText('Aquí quedará lo que generes.')).toBeVisible()
  await page.goto('/prompt?tema=999999999')
  await expect(page.getByRole('heading', { name: 'Este tema ya no está disponible' })).toBeVisible()
})
