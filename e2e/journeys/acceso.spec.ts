import { freshStudent, letterTo } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const loginForm = 'Iniciar sesión'
const inOwnLetters = `[...document.fonts].some(({ family, status }) => family.includes('Figtree Variable') && status === 'loaded')`

test('entra, ve su inicio y sale', { tag: '@gate' }, async ({ page, student }) => {
  await page.goto('/login')
  await expect.poll(() => page.evaluate(inOwnLetters)).toBe(true)
  await page.getByLabel('Correo electrónico').fill(student.correo)
  await page.getByLabel('Contraseña', { exact: true }).fill(student.password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page).toHaveURL(/\/inicio$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Hola, Rosa' })).toBeVisible()

  const authorization = `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}`
  await page.getByRole('button', { name: 'Menú de Rosa' }).click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Iniciar sesión' }).first()).toBeVisible()
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('usuario')])).toEqual([
    null,
    null,
  ])
  const asked = () => page.request.get('/api/inicio', { headers: { authorization } })
  await expect.poll(async () => (await asked()).status(), 'the token ends on the server too').toBe(401)
})

test('@escritorio a quien entra en otra pestaña no se le muestra nada de quien salió', async ({
  page,
  context,
  database,
  student,
  course,
  watch,
}) => {
  watch.allow(/status of 401/)
  const enter = async (tab: typeof page, { correo, password }: typeof student) => {
    await tab.getByLabel('Correo electrónico').fill(correo)
    await tab.getByLabel('Contraseña', { exact: true }).fill(password)
    await tab.getByRole('button', { name: 'Ingresar' }).click()
  }
  const mine = page.getByRole('article').filter({ hasText: course.nombre })
  await page.goto('/login?redirect=%2Fmiscursos')
  await enter(page, student)
  await expect(mine).toBeVisible()

  const other = await context.newPage()
  await other.goto('/perfil')
  await other.getByRole('button', { name: 'Menú de Rosa' }).click()
  await other.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmiscursos$/)
  await expect(other).toHaveURL('/')
  await other.goto('/login')
  await enter(other, await freshStudent(database))
  await expect(other).toHaveURL(/\/inicio$/)
  await expect(page).toHaveURL(/\/miscursos$/)
  await expect(page.getByText('Aquí vivirán tus cursos')).toBeVisible()
  await expect(mine).toHaveCount(0)
})

test('un correo o una contraseña equivocados se dicen igual, y lo escrito se queda', { tag: '@gate' }, async ({
  page,
  student,
  watch,
}) => {
  watch.allow(/status of 401/)
  await page.goto('/login')
  const form = page.getByRole('form', { name: loginForm })
  await form.getByLabel('Correo electrónico').fill(student.correo)
  await form.getByLabel('Contraseña', { exact: true }).fill('no-es-esta-clave')
  await form.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByRole('alert')).toHaveText('Correo o contraseña incorrectos.')
  await expect(form.getByLabel('Correo electrónico')).toHaveValue(student.correo)
  await expect(form.getByLabel('Contraseña', { exact: true })).toBeFocused()
})

test('los errores del ingreso no mueven el formulario y se van al corregir', async ({ page, student, watch }) => {
  watch.allow(/status of (401|429)/)
  await page.goto('/login')
  const form = page.getByRole('form', { name: loginForm })
  const button = form.getByRole('button', { name: 'Ingresar' })
  const mail = form.getByLabel('Correo electrónico')
  const password = form.getByLabel('Contraseña', { exact: true })
  const place = async () => ((await button.boundingBox())?.y ?? 0) - ((await mail.boundingBox())?.y ?? 0)
  const before = await place()

  await button.click()
  await expect(mail).toHaveAccessibleDescription('Escribe tu correo.')
  expect(Math.abs((await place()) - before)).toBeLessThan(1.5)

  await mail.fill(student.correo)
  await password.fill('no-es-esta-clave')
  await button.click()
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('Correo o contraseña incorrectos.')
  expect(Math.abs((await place()) - before)).toBeLessThan(1.5)
  await password.press('End')
  await password.press('x')
  await expect(alert).toBeHidden()

  for (let times = 0; times < 7; times++) {
    const answered = page.waitForResponse('**/api/loginalumno')
    await button.click()
    await answered
    await expect(alert).toHaveText('Correo o contraseña incorrectos.')
  }
  await button.click()
  await expect(alert).toHaveText(/^Demasiados intentos\. Espera 1[45] minutos y vuelve a intentarlo\.$/)
})

test('las reglas del ingreso llegan al usarlo; si se pierden, el servidor dice lo mismo', async ({ page, watch }) => {
  watch.allow(/ERR_FAILED/, /status of 422/)
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    return (await response.text()).includes('Escribe tu correo.') ? route.abort() : route.fulfill({ response })
  })
  await page.goto('/login')
  const form = page.getByRole('form', { name: loginForm })
  const answered = page.waitForResponse('**/api/loginalumno')
  await form.getByRole('button', { name: 'Ingresar' }).click()
  expect((await answered).status()).toBe(422)
  await expect(form.getByLabel('Correo electrónico')).toHaveAccessibleDescription('Escribe tu correo.')
  await expect(form.getByLabel('Contraseña', { exact: true })).toHaveAccessibleDescription('Escribe tu contraseña.')
  await expect(form.getByLabel('Correo electrónico')).toBeFocused()
})

test('una pantalla con sesión lleva al login y de vuelta', { tag: '@gate' }, async ({ page, student }) => {
  await page.goto('/miscursos?orden=nombre')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmiscursos%3Forden%3Dnombre$/)
  await page.getByLabel('Correo electrónico').fill(student.correo)
  await page.getByLabel('Contraseña', { exact: true }).fill(student.password)
  await page.getByLabel('Contraseña', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/miscursos\?orden=nombre$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Mis Cursos' })).toBeVisible()
})

for (const target of ['https://ejemplo.pe/robar', '//ejemplo.pe', '/\\ejemplo.pe', 'javascript:alert(1)'])
  test(`después de entrar no se sigue a ${target}`, async ({ page, student, login }) => {
    await login(page, student)
    await page.goto(`/login?redirect=${encodeURIComponent(target)}`)
    await expect(page).toHaveURL(/localhost:\d+\/inicio$/)
  })

const OUTSIDE = '%2F.%2F%2Fejemplo.pe%2Frobar'

for (const [brand, address] of [
  [1, `/login?redirect=${OUTSIDE}`],
  [2, `/login?marca=1&redirect=${OUTSIDE}`],
] as const)
  for (const signedIn of [false, true])
    test(`la marca ${brand} no sale del campus por ${address}${signedIn ? ' con sesión' : ''}`, async ({
      page,
      database,
      login,
    }) => {
      const person = await freshStudent(database, [], brand)
      const visited: string[] = []
      page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).hostname))
      if (signedIn) await login(page, person)
      await page.goto(address)
      if (!signedIn) {
        await page.getByLabel('Correo electrónico').fill(person.correo)
        await page.getByLabel('Contraseña', { exact: true }).fill(person.password)
        await page.getByRole('button', { name: 'Ingresar' }).click()
      }
      await expect(page).toHaveURL(/localhost:\d+\/inicio(\?marca=\d)?$/)
      await expect(page.getByRole('heading', { level: 1, name: 'Hola, Rosa' })).toBeVisible()
      expect(new Set(visited)).toEqual(new Set(['localhost']))
    })

test('recupera la contraseña con el enlace del correo', { tag: '@gate' }, async ({
  page,
  student,
  dataDir,
  watch,
  newDevice,
  login,
}) => {
  watch.allow(/status of (401|422)/)
  const elsewhere = await newDevice()
  await login(elsewhere, student)

  await page.goto('/login')
  await page.getByLabel('Correo electrónico').fill(student.correo)
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await expect(page.getByLabel('Correo electrónico'), 'what was typed comes along').toHaveValue(student.correo)
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  const dialog = page.getByRole('dialog', { name: 'Correo Enviado' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Entendido' }).click()

  const letter = await letterTo(dataDir, student.correo, { text: 'restablecer' })
  const link = letter.match(/https?:\/\/\S+\/restablecer\/\d+\?token=[\w-]+/)?.[0]
  expect(link).toBeTruthy()
  await page.goto(link ?? '')
  await expect(page, 'the token leaves the address').toHaveURL(new RegExp(`/restablecer/${student.id}$`))

  const mismatch = 'Las contraseñas deben ser las mismas y deben tener como mínimo 8 caracteres.'
  await page.getByLabel('Contraseña nueva', { exact: true }).fill('corta')
  await page.getByLabel('Repite la contraseña nueva').fill('otra')
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(page.getByText(mismatch).first()).toBeVisible()

  await page.getByLabel('Contraseña nueva', { exact: true }).fill('Nueva-clave-9')
  await page.getByLabel('Repite la contraseña nueva').fill('Nueva-clave-9')
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(page).toHaveURL(/\/login$/)

  await page.getByLabel('Correo electrónico').fill(student.correo)
  await page.getByLabel('Contraseña', { exact: true }).fill(student.password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page.getByRole('alert')).toHaveText('Correo o contraseña incorrectos.')
  await page.getByLabel('Contraseña', { exact: true }).fill('Nueva-clave-9')
  await page.getByRole('button', { name: 'Ingresar' }).click()
  await expect(page).toHaveURL(/\/inicio$/)

  // The other device's session ended with the old password; the link works once.
  await elsewhere.goto('/inicio')
  await expect(elsewhere.getByRole('dialog', { name: 'Tu sesión terminó' })).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.goto(link ?? '')
  await expect(page.getByText('El enlace no es válido o ha caducado.')).toBeVisible()
  await expect(page.getByLabel('Contraseña nueva', { exact: true })).toHaveCount(0)
})

test('el enlace para la contraseña es de su academia en cualquier navegador, y uno vencido lo dice al abrirlo', async ({
  database,
  dataDir,
  page,
  newDevice,
  watch,
}) => {
  watch.allow(/status of 422/)
  const student = await freshStudent(database, [], 3)
  // The shop of this browser is another brand's, as that of any fresh one.
  await page.goto('/login?vista=recuperar')
  await expect(page.getByRole('link', { name: 'Academia Qhapaq' })).toBeVisible()
  await page.getByLabel('Correo electrónico').fill(student.correo)
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(page.getByRole('dialog', { name: 'Correo Enviado' })).toBeVisible()
  const letter = await letterTo(dataDir, student.correo)
  expect(letter).toContain('Aula Viva')
  const link = letter.match(/https?:\/\/\S+\/restablecer\/\d+\?token=[\w-]+(&marca=[\w-]+)?/)?.[0] ?? ''

  const ofAulaViva = async (tab: typeof page) => {
    await expect(tab.getByRole('link', { name: 'Aula Viva' })).toBeVisible()
    await expect(tab.getByRole('link', { name: 'hola@aulaviva.demo.pe' })).toBeVisible()
    await expect(tab.getByText('Qhapaq')).toHaveCount(0)
  }
  const fresh = await newDevice()
  await fresh.goto(link)
  await expect(fresh.getByLabel('Contraseña nueva', { exact: true })).toBeVisible()
  await ofAulaViva(fresh)

  await database.sql`UPDATE restablecimientos SET expira_en = now() - interval '1 minute' WHERE id_usuario = ${student.id}`
  const late = await newDevice()
  await late.goto(link)
  await expect(late.getByRole('alert')).toContainText('El enlace no es válido o ha caducado.')
  await expect(late.getByLabel('Contraseña nueva', { exact: true })).toHaveCount(0)
  await ofAulaViva(late)
  await late.getByRole('link', { name: 'Pedir otro enlace' }).click()
  await expect(late).toHaveURL(/\/login\?vista=recuperar$/)
  await expect(late.getByRole('button', { name: 'Enviar enlace' })).toBeVisible()
  await ofAulaViva(late)
})

test('quien no tiene matrículas ve qué hacer', async ({ page, database, login }) => {
  await login(page, await freshStudent(database))
  await page.goto('/inicio')
  await expect(page.getByRole('heading', { name: 'Tu primer curso te está esperando' })).toBeVisible()
  await page.goto('/miscursos')
  await expect(page.getByRole('heading', { name: 'Aquí vivirán tus cursos' })).toBeVisible()
})
