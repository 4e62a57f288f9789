import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aPerson, PASSWORD } from '../../server/test/builders.ts'
import { freshStaff, freshStudent, letterTo } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const aMail = () => `nuevo-${randomUUID().slice(0, 8)}@prueba.pe`
const linkIn = (letter: string, path: string) =>
  letter.match(new RegExp(`https?://\\S+/${path}/\\d+\\?token=[\\w-]+`))?.[0] ?? ''

async function openAct(page: Page, act: string, title = act) {
  await page.getByRole('button', { name: 'Acciones de la cuenta' }).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  return dialog
}

async function logIn(page: Page, correo: string, password = PASSWORD) {
  await page.goto('/login')
  await page.getByLabel('Correo electrónico').fill(correo)
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(password)
  await page.getByRole('button', { name: 'Ingresar' }).click()
}

test('soporte corrige el correo, la alumna lo confirma desde el nuevo y entra solo con él', async ({
  page,
  login,
  newDevice,
  database,
  dataDir,
  watch,
  axe,
}) => {
  watch.allow(/status of (401|422)/)
  const student = await freshStudent(database)
  const other = await aPerson(database.db, { nombres: 'Luz', apellidos: 'Rojas' })
  const correo = aMail()
  await login(page, await freshStaff(database, ['soporte']))
  await page.goto(`/gestion/alumnos/${student.id}`)
  const dialog = await openAct(page, 'Corregir correo')
  await expect(dialog).toContainText(`entra con ${student.correo}`)
  await expect(dialog.getByLabel('Correo nuevo')).toBeFocused()
  await dialog.getByLabel('Correo nuevo').fill(other.correo)
  await dialog.getByLabel('Por qué se cambia').fill('Ya no abre el de antes.')
  await dialog.getByRole('button', { name: 'Enviar el enlace' }).click()
  await expect(dialog.getByLabel('Correo nuevo')).toHaveAccessibleDescription(
    'Ese correo ya tiene una cuenta: la de Luz Rojas.',
  )
  await expect(dialog.getByLabel('Por qué se cambia')).toHaveValue('Ya no abre el de antes.')
  await axe(page)
  await dialog.getByLabel('Correo nuevo').fill(correo)
  await dialog.getByRole('button', { name: 'Enviar el enlace' }).click()
  await expect(page.getByText(`Enviamos un enlace a ${correo}.`)).toBeVisible()
  await expect(page.getByText(`Falta que confirme su correo nuevo: ${correo}`)).toBeVisible()
  await axe(page)
  expect(await letterTo(dataDir, student.correo)).toContain('mientras nadie lo confirme')

  const device = await newDevice()
  await device.goto(linkIn(await letterTo(dataDir, correo), 'verificar-correo'))
  await expect(device.getByText(correo)).toBeVisible()
  await axe(device)
  const before = await newDevice()
  await logIn(before, student.correo)
  await expect(before.getByRole('heading', { level: 1, name: 'Hola, Rosa' })).toBeVisible()
  await device.getByRole('button', { name: 'Confirmar este correo' }).click()
  await expect(device.getByRole('heading', { name: 'Tu correo cambió' })).toBeVisible()
  await axe(device)
  await letterTo(dataDir, student.correo, { text: 'ya es otro' })

  await logIn(device, student.correo)
  await expect(device.getByText('Correo o contraseña incorrectos.')).toBeVisible()
  await logIn(device, correo)
  await expect(device.getByRole('heading', { level: 1, name: 'Hola, Rosa' })).toBeVisible()
  await before.reload()
  await expect(before.getByRole('heading', { level: 1, name: 'Hola, Rosa' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: correo })).toBeVisible()
  await expect(page.getByText('Falta que confirme')).toHaveCount(0)
})

test('un cambio pedido por error se cancela, y su enlace ya no sirve', async ({
  page,
  login,
  newDevice,
  database,
  dataDir,
  watch,
}) => {
  watch.allow(/status of 422/)
  const student = await freshStudent(database)
  const correo = aMail()
  await login(page, await freshStaff(database, ['soporte']))
  await page.goto(`/gestion/alumnos/${student.id}`)
  const dialog = await openAct(page, 'Corregir correo')
  await dialog.getByLabel('Correo nuevo').fill(correo)
  await dialog.getByLabel('Por qué se cambia').fill('Lo pidió.')
  await dialog.getByRole('button', { name: 'Enviar el enlace' }).click()
  const link = linkIn(await letterTo(dataDir, correo), 'verificar-correo')
  await page.getByRole('button', { name: 'Reenviar', exact: true }).click()
  await expect(page.getByText(`Enviamos otro enlace a ${correo}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar el cambio' }).click()
  await expect(page.getByText(`Cancelamos el cambio: su correo sigue siendo ${student.correo}.`)).toBeVisible()
  await expect(page.getByText('Falta que confirme')).toHaveCount(0)
  const device = await newDevice()
  await device.goto(link)
  await expect(device.getByRole('heading', { name: 'El enlace no es válido o ha caducado.' })).toBeVisible()
})

test('una invitación con el correo mal escrito llega al bueno', async ({
  page,
  login,
  newDevice,
  database,
  dataDir,
}) => {
  const student = await aPerson(database.db, { clave_propia: false, nombres: 'Teo', apellidos: 'Paz' })
  const correo = aMail()
  await login(page, await freshStaff(database, ['soporte']))
  await page.goto(`/gestion/alumnos/${student.id}`)
  const dialog = await openAct(page, 'Corregir correo')
  await expect(dialog).toContainText('Teo todavía no creó su contraseña')
  await dialog.getByLabel('Correo nuevo').fill(correo)
  await dialog.getByLabel('Por qué se cambia').fill('Tenía una letra de más.')
  await dialog.getByRole('button', { name: 'Cambiar el correo' }).click()
  await expect(page.getByText(`Su correo es ahora ${correo}.`)).toBeVisible()
  await expect(page.getByRole('link', { name: correo })).toBeVisible()
  const device = await newDevice()
  await device.goto(linkIn(await letterTo(dataDir, correo), 'restablecer'))
  await device.getByLabel('Contraseña nueva', { exact: true }).fill(PASSWORD)
  await device.getByLabel('Repite la contraseña nueva').fill(PASSWORD)
  await device.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(device.getByText('Tu contraseña fue actualizada.')).toBeVisible()
  await logIn(device, correo)
  await expect(device.getByRole('heading', { level: 1, name: 'Hola, Teo' })).toBeVisible()
})

test('al cerrar sus sesiones, la pantalla abierta de la alumna pide entrar otra vez', async ({
  page,
  login,
  newDevice,
  student,
  database,
  watch,
  axe,
}) => {
  watch.allow(/status of 401/)
  const device = await newDevice()
  await login(device, student)
  await device.goto('/inicio')
  await expect(device.getByRole('heading', { level: 1, name: 'Hola, Rosa' })).toBeVisible()
  await login(page, await freshStaff(database, ['soporte']))
  await page.goto(`/gestion/alumnos/${student.id}`)
  const dialog = await openAct(page, 'Cerrar sus sesiones')
  await axe(page)
  await dialog.getByRole('button', { name: 'Cerrar sus sesiones' }).click()
  await expect(dialog.getByText('Escribe por qué se cierran sus sesiones.')).toBeVisible()
  await dialog.getByLabel('Por qué se cierran').fill('Perdió su teléfono.')
  await dialog.getByRole('button', { name: 'Cerrar sus sesiones' }).click()
  await expect(page.getByText('Cerramos 1 sesión.')).toBeVisible()
  await device.getByRole('link', { name: 'Calendario' }).filter({ visible: true }).first().click()
  const again = device.getByRole('dialog', { name: 'Tu sesión terminó' })
  await expect(again).toBeVisible()
  await again.getByRole('textbox', { name: 'Contraseña' }).fill(student.password)
  await again.getByRole('button', { name: 'Ingresar' }).click()
  await expect(again).toBeHidden()
  await expect(device.getByRole('heading', { level: 1, name: /Calendario/ })).toBeVisible()
})

test('se le entregan sus datos y se cierra su cuenta', async ({
  page,
  login,
  student,
  database,
  dataDir,
  watch,
  axe,
}) => {
  watch.allow(/status of 422/)
  const staff = await freshStaff(database, ['soporte'])
  await login(page, staff)
  await page.goto(`/gestion/alumnos/${student.id}`)
  const copy = await openAct(page, 'Descargar sus datos')
  await axe(page)
  await copy.getByRole('textbox').fill('Otra-clave-9')
  await copy.getByRole('button', { name: 'Descargar' }).click()
  await expect(copy.getByText('La contraseña no es correcta.')).toBeVisible()
  await copy.getByRole('textbox').fill(staff.password)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    copy.getByRole('button', { name: 'Descargar' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`datos-${student.id}.json`)

  const dialog = await openAct(page, 'Cerrar la cuenta')
  await expect(dialog.getByText('Cursos que pierde')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await axe(page)
  await dialog.getByRole('button', { name: 'Cerrar la cuenta' }).click()
  await expect(dialog.getByText('Escribe por qué se cierra la cuenta.')).toBeVisible()
  await dialog.getByLabel('Por qué se cierra').fill('Lo pidió por correo.')
  await dialog.getByRole('button', { name: 'Cerrar la cuenta' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cuenta eliminada' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Acciones de la cuenta' })).toHaveCount(0)
  expect(await letterTo(dataDir, student.correo)).toContain('No se puede deshacer.')
})
