import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { letterTo } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const PASSWORD = 'Clave-segura-1'
const COMMAND = fileURLToPath(new URL('../../server/src/enrol/cli.ts', import.meta.url))

/** `npm run enrol` beside the running application; returns what it prints. */
async function enrol(dataDir: string, ...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, DATABASE_URL: process.env.E2E_DATABASE_URL, DATA_DIR: dataDir }
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, ...args], { env })
  return stdout
}

test('a quien la academia matricula con su correo le llega un enlace, crea su contraseña, dice su nombre y estudia', {
  tag: '@gate',
}, async ({ page, dataDir, course }) => {
  const correo = `luz@${randomUUID()}.pe`
  const said = await enrol(dataDir, '--curso', String(course.id), correo)
  expect(said).toContain(`${correo} (Luz): matriculada, sin fecha de fin; cuenta nueva`)

  const letter = await letterTo(dataDir, correo)
  expect(letter).toContain('Hola, Luz:')
  await page.goto(letter.match(/https?:\/\/\S+\/restablecer\/\d+\?token=[\w-]+(&marca=[\w-]+)?/)?.[0] ?? '')
  await page.getByLabel('Contraseña nueva', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repite la contraseña nueva').fill(PASSWORD)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(page).toHaveURL(/\/login$/)

  await page.getByLabel('Correo electrónico').fill(correo)
  await page.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Ingresar' }).click()
  const asked = page.getByRole('dialog', { name: '¿Cómo te llamas?' })
  await asked.getByLabel('Apellidos').fill('Rojas')
  await asked.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Guardamos tu nombre. Así saldrá en tus certificados.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Hola, Luz' })).toBeVisible()
  await page.goto(`/miscursos/${course.id}/modulos`)
  await page.getByRole('link', { name: 'Empezar el curso' }).click()
  await expect(page).toHaveURL(new RegExp(`/modulos/${course.modulo}/leccion/${course.leccion}$`))
  await expect(page.getByRole('button', { name: 'Ver el video' })).toBeVisible()
})

test('a quien la academia le escribió el nombre que faltaba no se le pregunta más', async ({
  page,
  database,
  student,
  login,
}) => {
  const mark = (falta_nombre: boolean, apellidos: string) =>
    database.sql`UPDATE usuarios SET falta_nombre = ${falta_nombre}, apellidos = ${apellidos} WHERE correo = ${student.correo}`
  await mark(true, '')
  await login(page, student)
  await page.goto('/miscertificados')
  await page.getByRole('button', { name: 'Después' }).click()
  await mark(false, 'Quispe Rojas')
  await page.goto('/perfil')
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage }))
  await expect.poll(stored).toContain('Quispe Rojas')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
