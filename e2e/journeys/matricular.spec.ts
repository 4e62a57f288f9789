import { randomUUID } from 'node:crypto'
import { call, openSession } from '../support/api.ts'
import { freshStaff, letterTo } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const PASSWORD = 'Clave-segura-1'

test('a quien la academia matricula con su correo le llega un enlace, crea su contraseña, dice su nombre y estudia', {
  tag: '@gate',
}, async ({ page, baseURL, database, dataDir, course }) => {
  const correo = `luz@${randomUUID()}.pe`
  const support = await freshStaff(database, ['soporte'])
  const { token } = await openSession(baseURL ?? '', support.correo, support.password)
  const body = { cursos: [course.id], personas: [{ correo }] }
  await call(baseURL ?? '', '/gestion/matriculas', token, { method: 'POST', body })

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
