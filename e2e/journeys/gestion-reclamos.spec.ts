import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { call, openSession } from '../support/api.ts'
import { freshStaff, letterTo } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** A sheet as a guest sends it; its consumer has a name of their own. */
async function aComplaint(base: string, values: Record<string, unknown> = {}) {
  const letters = randomUUID().replace(/[^a-f]/g, '')
  const correo = `consumidor-${randomUUID()}@correo.pe`
  const sheet = {
    envio: randomUUID(),
    nombres: 'Ñusta',
    apellidos: `Güíza ${letters}`,
    tipo_documento: 'DNI',
    numero_documento: '45678912',
    domicilio: 'Jr. Cusco 123, Lima',
    telefono: '987654321',
    correo,
    bien: 'servicio',
    bien_descripcion: 'Curso de Excel',
    monto: 149.9,
    tipo: 'reclamo',
    detalle: 'El video de la tercera lección no se ve.',
    pedido: 'Que lo arreglen.',
    canal_respuesta: 'correo',
    conforme: true,
    ...values,
  }
  const answer = await fetch(`${base}/api/reclamos?marca=2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sheet),
  })
  expect(answer.status).toBe(201)
  const { data } = (await answer.json()) as { data: { numero: string; pdf: string } }
  return { ...data, correo, nombre: `Ñusta Güíza ${letters}` }
}

const follow = async (page: Page, name: string | RegExp) => {
  await page.getByRole('link', { name }).last().focus()
  await page.keyboard.press('Enter')
}

test('un reclamo se responde con el teclado: se revisa, se confirma y llega a quien reclamó', async ({
  page,
  login,
  database,
  dataDir,
  baseURL,
  axe,
}) => {
  const complaint = await aComplaint(baseURL ?? '', { menor: true, apoderado: 'Rosa Ñahui' })
  const admin = await freshStaff(database, ['marca'])
  await login(page, admin)
  await page.goto('/gestion')
  await follow(page, /^Reclamos por vencer/)
  await follow(page, new RegExp(complaint.nombre))
  await expect(page.getByRole('heading', { name: complaint.nombre })).toBeVisible()
  await expect(page.getByText('Vence en 15 días hábiles').last()).toBeVisible()
  for (const text of ['S/ 149.90', 'Que lo arreglen.', 'Rosa Ñahui (el consumidor es menor de edad)', complaint.correo])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Abrir la hoja en PDF' })).toHaveAttribute('href', complaint.pdf)

  const field = page.getByLabel('Tu respuesta')
  await field.focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('Escribe la respuesta.')).toBeVisible()
  await page.keyboard.type('Ya arreglamos el video y te dimos 30 días más.')
  await axe(page)
  await page.reload()
  await expect(field).toHaveValue('Ya arreglamos el video y te dimos 30 días más.')

  await field.focus()
  await page.keyboard.press('ControlOrMeta+Enter')
  const dialog = page.getByRole('dialog', { name: 'Enviar la respuesta' })
  await expect(dialog).toContainText(
    `Se envía ahora a ${complaint.correo} y no se puede cambiar después (Libro de Reclamaciones).`,
  )
  const letter = dialog.getByRole('region', { name: 'Así la recibe' })
  await expect(letter).toContainText(`Respuesta a tu hoja de reclamación N.º ${complaint.numero}`)
  await expect(letter).toContainText('Hola, Ñusta:')
  await axe(page)
  await expect(dialog.getByRole('button', { name: 'Seguir editando' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(field).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Enter')
  await dialog.getByRole('button', { name: 'Sí, enviar' }).focus()
  await page.keyboard.press('Enter')

  const answer = page.getByRole('region', { name: 'Respuesta' })
  await expect(answer).toContainText('Ya arreglamos el video y te dimos 30 días más.')
  await expect(answer).toContainText(admin.nombre)
  await expect(answer).toBeFocused()
  await expect(field).toHaveCount(0)
  await expect(page.getByText(/^Respondido el/).last()).toBeVisible()
  await axe(page)
  const mail = await letterTo(dataDir, complaint.correo, { text: 'Ya arreglamos el video' })
  expect(mail).toContain(`Hoja-de-reclamacion-${complaint.numero}.pdf`)

  await page.goto('/gestion/reclamos?estado=respondido')
  await expect(page.getByRole('link', { name: new RegExp(complaint.nombre) })).toBeVisible()
})

test('dos personas responden una hoja: la segunda ve la respuesta de la primera y conserva la suya', async ({
  page,
  login,
  database,
  baseURL,
  watch,
  axe,
}) => {
  watch.allow(/409/)
  const base = baseURL ?? ''
  const complaint = await aComplaint(base, { canal_respuesta: 'domicilio' })
  const [row] = await database.sql<{ id: number }[]>`SELECT id FROM reclamos WHERE correo = ${complaint.correo}`
  const [first, second] = [
    await freshStaff(database, ['marca'], 'Rosa'),
    await freshStaff(database, ['marca'], 'Jorge'),
  ]
  await login(page, second)
  await page.goto(`/gestion/reclamos/${row?.id}`)
  await expect(page.getByText('Pidió recibirla en su domicilio')).toBeVisible()
  await page.getByLabel('Tu respuesta').fill('Te devolvemos lo que pagaste.')
  await page.getByRole('button', { name: 'Revisar y enviar' }).click()

  const { token } = await openSession(base, first.correo, first.password)
  await call(base, `/reclamos/${row?.id}/respuesta`, token, { method: 'PUT', body: { respuesta: 'Lo arreglamos.' } })
  await page.getByRole('button', { name: 'Sí, enviar' }).click()
  await expect(page.getByRole('alert')).toContainText(/^Rosa Huamán \w+ ya resolvió esto a las \d\d:\d\d\./)
  await expect(page.getByRole('region', { name: 'Respuesta' })).toContainText('Lo arreglamos.')
  await expect(page.getByLabel('Lo que escribiste, sin enviar')).toHaveValue('Te devolvemos lo que pagaste.')
  await axe(page)
  await page.reload()
  await expect(page.getByLabel('Lo que escribiste, sin enviar')).toHaveValue('Te devolvemos lo que pagaste.')
  await page.getByRole('button', { name: 'Descartar lo que escribí' }).click()
  await expect(page.getByLabel('Lo que escribiste, sin enviar')).toHaveCount(0)
})

test('quien no ve los reclamos no encuentra la pantalla', async ({ page, login, database }) => {
  await login(page, await freshStaff(database, ['soporte']))
  await page.goto('/gestion/reclamos')
  await expect(page.getByRole('heading', { level: 1, name: 'Esta página no existe' })).toBeVisible()
})
