import type { Page } from '@playwright/test'
import { notify } from '../../server/src/features/notifications/notifications.ts'
import { type ReadLetter, readLetter } from '../../server/test/letters.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { rawLetterTo, type Student } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

// Mails of notices leave once a minute.
test.setTimeout(180_000)

/** The mail about a certificate, as a mail program reads it. */
async function certificateLetter({ db }: TestDatabase, dataDir: string, student: Student): Promise<ReadLetter> {
  await notify(db, {
    evento: 'certificado',
    tipo: 'Certificación',
    mensaje: 'Ya tienes tu certificado.',
    ruta: '/miscertificados',
    clave: `e2e:correo:${student.id}`,
    usuarios: [student.id],
  })
  const raw = await rawLetterTo(dataDir, student.correo, { text: 'Ya tienes tu certificado', seconds: 90 })
  return readLetter(raw.replaceAll(/\r?\n/g, '\r\n'))
}

const header = ({ headers }: ReadLetter, wanted: string) => headers.find(([name]) => name === wanted)?.[1] ?? ''

const switchOf = (page: Page) => page.getByRole('switch', { name: 'Obtengo un certificado: por correo' })

test('el correo de un aviso es de la academia, se lee en todo ancho y su enlace abre las preferencias', {
  tag: '@escritorio',
}, async ({ page, student, login, database, dataDir, newDevice }) => {
  const letter = await certificateLetter(database, dataDir, student)
  expect(header(letter, 'From')).toMatch(/^Academia Qhapaq </)
  expect(header(letter, 'Subject')).toBe('Ya tienes tu certificado')
  // Webmail shows it in a page of another site.
  const reader = await newDevice()
  for (const width of [360, 700]) {
    await reader.setViewportSize({ width, height: 700 })
    await reader.setContent(letter.html)
    const logo = reader.getByRole('img', { name: 'Logo de Academia Qhapaq' })
    await expect.poll(() => logo.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(180)
    expect(await reader.evaluate('document.documentElement.scrollWidth')).toBe(width)
  }
  const link = reader.getByRole('link', { name: 'Cambiar qué correos recibo' })
  const address = (await link.getAttribute('href')) ?? ''
  expect(letter.text).toContain(address)
  await login(page, student)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Preferencias de notificaciones' })).toBeVisible()
  await expect(switchOf(page)).toBeChecked()
})

test('la baja con un clic desde el correo apaga ese correo y nada más, sin iniciar sesión', {
  tag: '@escritorio',
}, async ({ page, student, login, database, dataDir, newDevice, playwright }) => {
  const letter = await certificateLetter(database, dataDir, student)
  const address = header(letter, 'List-Unsubscribe').replace(/^<(.+)>$/, '$1')
  expect(header(letter, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')

  // The link in the mail asks first, so that a scanner that opens it changes nothing.
  const reader = await newDevice()
  await reader.goto(address)
  await expect(reader.getByRole('heading', { name: '¿Dejar de recibir estos correos?' })).toBeVisible()
  await login(page, student)
  await page.goto('/notificaciones/preferencias')
  await expect(switchOf(page)).toBeChecked()

  // RFC 8058: what the button of Gmail sends.
  const program = await playwright.request.newContext()
  const answer = await program.post(address, { form: { 'List-Unsubscribe': 'One-Click' } })
  expect(answer.status()).toBe(200)
  await program.dispose()
  await page.reload()
  await expect(switchOf(page)).not.toBeChecked()
  await expect(page.getByRole('switch', { name: 'Obtengo un certificado: en el campus' })).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Me matriculan en un curso: por correo' })).toBeChecked()

  // By hand, in the page that the link opens.
  await switchOf(page).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Preferencia guardada.')).toBeVisible()
  await reader.getByRole('button', { name: 'Dejar de recibirlos' }).click()
  await expect(reader.getByRole('heading', { name: 'Listo, ya no los recibirás' })).toBeVisible()
  await page.reload()
  await expect(switchOf(page)).not.toBeChecked()
})
