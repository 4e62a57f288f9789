import { randomUUID } from 'node:crypto'
import { aCourse, aPerson, PASSWORD } from '../../server/test/builders.ts'
import { aGroup } from '../../server/test/groups.ts'
import { openSession } from '../support/api.ts'
import { freshStaff } from '../support/people.ts'
import { openFilters } from '../support/staff-acts.ts'
import { expect, test } from '../support/test.ts'
import { keepSession } from '../support/visit.ts'

test('un grupo se crea, recibe a treinta, uno pasa a otro, y la clase de ese grupo la ve solo él', async ({
  page,
  login,
  newDevice,
  baseURL,
  database,
  axe,
  watch,
}) => {
  test.slow()
  watch.allow(/status of 422/)
  const suffix = randomUUID().slice(0, 8)
  const course = await aCourse(database.db, { nombre: `Vidrio ${suffix}`, lessons: 1, id_cliente: 2 })
  const luz = await aPerson(database.db, { nombres: 'Luz', apellidos: `Rojas ${suffix}` })
  const teo = await aPerson(database.db, { nombres: 'Teo', apellidos: `Paz ${suffix}` })
  await login(page, await freshStaff(database, ['marca']))
  await page.goto(`/gestion/cursos/${course.id}/alumnos`)
  await page.getByRole('button', { name: 'Nuevo grupo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Horario').fill('Sábados, de 9:00 a 11:00')
  await dialog.getByRole('button', { name: 'Crear el grupo' }).click()
  await expect(dialog.getByText('Escribe el nombre del grupo.')).toBeVisible()
  await dialog.getByLabel('Nombre', { exact: true }).fill('Sábados')
  await dialog.getByLabel('Vacantes').fill('30')
  await axe(page)
  await dialog.getByRole('button', { name: 'Crear el grupo' }).click()
  await expect(page.getByText('El grupo «Sábados» está listo.')).toBeVisible()
  const block = page.getByRole('region', { name: 'Grupos' })
  await expect(block.getByRole('listitem')).toContainText('0 de 30')
  await aGroup(database.db, course.id, { nombre: 'Domingos', aforo: 10 })

  await page.getByRole('link', { name: 'Matricular', exact: true }).click()
  await page.getByLabel('Grupo', { exact: true }).selectOption({ label: 'Sábados (30 vacantes)' })
  const people = [luz.correo, teo.correo, ...Array.from({ length: 28 }, (_, n) => `alumno-${n}-${suffix}@prueba.pe`)]
  const list = page.getByRole('textbox', { name: 'Personas', exact: true })
  await list.fill([...people, `uno-mas-${suffix}@prueba.pe`].join('\n'))
  await page.getByRole('radio', { name: /^Ya está registrado/ }).check()
  await page.getByRole('button', { name: 'Matricular a 31 personas' }).click()
  await expect(page.getByRole('alert')).toContainText('Quedan 30 vacantes y son 31 personas.')
  await axe(page)
  await list.fill(people.join('\n'))
  await page.getByRole('button', { name: 'Matricular a 30 personas' }).click()
  await expect(page.getByRole('heading', { name: '30 matrículas cambiaron de 30' })).toBeVisible()

  await page.goto(`/gestion/cursos/${course.id}/alumnos`)
  await expect(block.getByRole('listitem').filter({ hasText: 'Sábados' })).toContainText('30 de 30')
  await openFilters(page)
  await page.getByPlaceholder('Busca por nombre, correo o DNI').fill(`Luz Rojas ${suffix}`)
  await expect(page.getByText('1 resultado', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Acciones de la matrícula: Luz/ }).click()
  await page.getByRole('menuitem', { name: 'Cambiar de grupo' }).click()
  await dialog.getByLabel('Grupo').selectOption({ label: 'Domingos (10 vacantes)' })
  await axe(page)
  await dialog.getByRole('button', { name: 'Cambiar de grupo' }).click()
  await expect(page.getByText('Ahora está en «Domingos». Le avisamos.')).toBeVisible()
  await expect(block.getByRole('listitem').filter({ hasText: 'Domingos' })).toContainText('1 de 10')
  await block.getByRole('link', { name: 'Sábados' }).click()
  await expect(page.getByText('29 resultados')).toBeVisible()
  await axe(page)

  await page.goto(`/gestion/cursos/${course.id}/clases`)
  await page.getByRole('button', { name: 'Nueva clase' }).first().click()
  await dialog.getByLabel('Nombre', { exact: true }).fill('Taller del domingo')
  await dialog.getByRole('combobox', { name: 'Lección' }).click()
  await page.getByRole('option', { name: 'Lección 1.1' }).click()
  await dialog.getByLabel('Grupo').selectOption({ label: 'Domingos' })
  await dialog.getByLabel('Fecha', { exact: true }).fill('2030-03-03')
  await dialog.getByLabel('Hora de Lima').fill('15:00')
  await dialog.getByLabel('Enlace').fill('https://meet.example.com/domingo')
  await dialog.getByRole('button', { name: 'Programar la clase' }).click()
  await expect(page.getByText('Grupo «Domingos»')).toBeVisible()
  await axe(page)

  for (const [student, seen] of [
    [luz, 1],
    [teo, 0],
  ] as const) {
    const device = await newDevice()
    await keepSession(device, baseURL ?? '', await openSession(baseURL ?? '', student.correo, PASSWORD))
    await device.goto('/calendario?mes=2030-03&dia=2030-03-03')
    await expect(device.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(device.getByText(seen ? 'Taller del domingo' : /nada|sin/i).first()).toBeVisible()
    await expect(device.getByRole('heading', { name: 'Taller del domingo' })).toHaveCount(seen)
  }
})
