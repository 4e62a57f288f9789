import { aCourse } from '../../server/test/builders.ts'
import { anExamOfAllKinds } from '../../server/test/kinds.ts'
import { examOn } from '../support/exam-screen.ts'
import { goOffline } from '../support/offline.ts'
import { freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('los seis tipos de pregunta se responden, también sin conexión, y se repasan', { tag: '@gate' }, async ({
  page,
  database,
  login,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/)
  const course = await aCourse(database.db, { nombre: 'Curso de seis tipos' })
  const [modulo] = course.modulos
  const exam = await anExamOfAllKinds(database.db, { id_curso: course.id, id_modulo: modulo?.id, intentos: 1 })
  const student = await freshStudent(database, [course.id])
  await login(page, student)
  const screen = examOn(page)
  await page.goto(`/examen/${exam.id}/${modulo?.id}/modulo`)
  await screen.start()
  await screen.choose('B')
  await screen.next()
  await page.getByRole('textbox', { name: 'Tu respuesta' }).fill('Porque lo dice la lección.')
  await screen.next()

  await expect(page.getByText('Puede haber más de una correcta.')).toBeVisible()
  for (const name of ['A', 'B', 'C']) await page.getByRole('checkbox', { name, exact: true }).check()
  await page.getByRole('checkbox', { name: 'B', exact: true }).uncheck()
  await screen.next()
  await page.getByRole('textbox', { name: 'Tu respuesta' }).fill('tupac amaru')
  await expect(screen.saved).toBeVisible()
  await page.getByRole('textbox', { name: 'Tu respuesta' }).press('Enter')

  await goOffline(page)
  const number = page.getByRole('textbox', { name: 'Tu respuesta' })
  await number.fill('dos')
  await expect(page.getByText('Escribe un número, como 12 o 2,5.')).toBeVisible()
  await number.fill('1,500')
  await expect(page.getByText('Lo leemos como 1500')).toBeVisible()
  await number.fill('2,45')
  await expect(page.getByText('Sin conexión: guardado aquí').first()).toBeVisible()
  await page.getByRole('button', { name: 'Cambiar el signo' }).click()
  await expect(number).toHaveValue('-2,45')
  await page.getByRole('button', { name: 'Cambiar el signo' }).click()
  await screen.next()
  await page.getByRole('combobox', { name: 'Perú' }).selectOption('Lima')
  await page.getByRole('combobox', { name: 'Chile' }).selectOption('Santiago')
  await screen.review()
  await expect(page.getByText('Te falta 1 de 6 preguntas.')).toBeVisible()
  await page.getByRole('button', { name: 'Volver a las preguntas' }).click()
  await page.getByRole('combobox', { name: 'Bolivia' }).selectOption('Quito')
  await page.context().setOffline(false)
  await expect(screen.saved).toBeVisible({ timeout: 15_000 })

  await page.reload()
  await screen.resume()
  await page.getByRole('button', { name: 'Pregunta 6, respondida' }).click()
  await expect(page.getByRole('combobox', { name: 'Perú' })).toHaveValue(/^\d$/)
  await page.getByRole('button', { name: 'Pregunta 5, respondida' }).click()
  await expect(number).toHaveValue('2,45')
  await page.getByRole('button', { name: 'Pregunta 3, respondida' }).click()
  await expect(page.getByRole('checkbox', { name: 'A', exact: true })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'B', exact: true })).not.toBeChecked()
  await page.getByRole('button', { name: 'Pregunta 6, respondida' }).click()
  await screen.send()

  await expect(screen.result('Enviado')).toBeVisible()
  await expect(page.getByText('Acertaste 4 de 5.')).toBeVisible()
  const pairs = page.getByRole('listitem').filter({ hasText: 'Pregunta 6' })
  await expect(pairs.getByText('Bolivia: Quito')).toBeVisible()
  await expect(pairs.getByText('Bolivia: Sucre')).toBeVisible()
})
