import { aPerson, PASSWORD } from '../../server/test/builders.ts'
import { call, openSession } from '../support/api.ts'
import { aPicture } from '../support/png.ts'
import { expect, test } from '../support/test.ts'

test('los colores se prueban, se guardan con los datos y el logo, y la tienda los muestra', async ({
  page,
  login,
  watch,
  database,
  axe,
  isMobile,
  baseURL,
}, { workerIndex }) => {
  watch.allow(/409/)
  const id_cliente = (isMobile ? 4700 : 4720) + workerIndex
  const person = (nombres: string) =>
    aPerson(database.db, { tipo_cliente: 'Administrador', id_cliente, nombres, apellidos: 'Luna' })
  const [{ id, correo }, other] = [await person('Ana'), await person('Rosa')]
  await login(page, { id, correo, password: PASSWORD, nombre: 'Ana', nombres: 'Ana' })
  await page.goto('/gestion/ajustes')
  const name = page.getByLabel('Nombre', { exact: true })
  await name.fill('Academia del Valle')

  // A colour on which white cannot be read: the screen says so and offers the nearest one.
  const preview = page.getByRole('region', { name: 'Vista previa de los colores' })
  await page.getByRole('textbox', { name: 'Color de acento' }).fill('#364FC7')
  await page.getByRole('textbox', { name: 'Color principal' }).fill('#FFD43B')
  await expect(preview.getByText(/con texto blanco, #FFD43B llega a 1\.\d : 1 y hacen falta 4\.5 : 1/)).toBeVisible()
  await expect(preview.getByText('Academia del Valle')).toHaveCount(2)
  const use = preview.getByRole('button', { name: /^Usar #/ })
  const shade = ((await use.textContent()) ?? '').replace('Usar ', '')
  await axe(page)
  await use.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Color principal' })).toHaveValue(shade)
  await expect(preview.getByText(/con texto blanco/)).toHaveCount(0)
  await expect(preview.getByText('Se lee bien')).toHaveCount(4)

  // A picture is saved at once; what was typed stays and can still be saved.
  const upload = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Subir logo' }).click()
  await (await upload).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: aPicture(400, 120) })
  await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible()
  await expect(name).toHaveValue('Academia del Valle')

  // A certificate is drawn with what is typed, before it is saved.
  await page.getByLabel('Texto del certificado (opcional)').fill('Resolución N.º 120-2026')
  const sample = page.getByRole('button', { name: 'Ver un ejemplo' })
  await sample.press('Enter')
  await expect(page.getByRole('img', { name: 'Certificado de ejemplo, con lo que escribiste' })).toBeVisible()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(sample).toBeFocused()

  const network = page.getByLabel('Facebook')
  await network.fill('http://facebook.com/valle')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Escribe una dirección que empiece con https://')).toBeVisible()
  await expect(network).toBeFocused()
  await network.fill('https://facebook.com/valle')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Guardado/)).toBeVisible()

  const shop = await page.request.get(`/api/clientes/${id_cliente}`)
  expect((await shop.json()).data).toMatchObject({
    nombre: 'Academia del Valle',
    color_primario: shade,
    redes: { facebook: 'https://facebook.com/valle' },
    logo: expect.stringContaining('/api/storage/'),
  })
  const landing = await page.request.get(`/?marca=${id_cliente}`)
  expect(await landing.text()).toContain('Academia del Valle')

  // Another person saves meanwhile.
  const { token } = await openSession(baseURL ?? '', other.correo, PASSWORD)
  const now = await call<object>(baseURL ?? '', '/gestion/marca', token)
  await call(baseURL ?? '', '/gestion/marca', token, { method: 'PUT', body: { ...now, lema: 'De Rosa' } })
  await page.getByLabel('Lema').fill('De Ana')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('alert')).toContainText('Esta ficha cambió mientras la editabas.')
  await expect(page.getByText('Rosa Luna puso: De Rosa')).toBeVisible()
  await expect(page.getByLabel('Lema')).toHaveValue('De Ana')
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Guardado/)).toBeVisible()
})
