import { randomUUID } from 'node:crypto'
import { aCourse, anExam } from '../../server/test/builders.ts'
import { freshStaff } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const TITLE = 'Recalificar la pregunta 1 de «Prueba final»'

test('un trabajo con errores se ve en la bandeja y en la cabecera, dice qué falló y se reintenta', async ({
  page,
  database,
  login,
  axe,
}) => {
  const teacher = await freshStaff(database, ['docente'])
  const course = await aCourse(database.db, { id_cliente: 2, teacher: teacher.id })
  const exam = await anExam(database.db, { id_curso: course.id })
  const what = { id_evaluacion: exam.id, id_pregunta: 0, decision: 'clave_nueva' }
  const [job] = await database.sql<{ id: number }[]>`
    INSERT INTO trabajos (id_cliente, tipo, titulo, parametros, pedido_por, envio, estado, terminado_en, total, hechas, errores)
    VALUES (2, 'recalificar', ${TITLE}, ${JSON.stringify(what)}::jsonb, ${teacher.id},
      ${randomUUID()}, 'con_errores', now(), 60, 60, 55) RETURNING id`
  await database.sql`INSERT INTO trabajo_filas (id_trabajo, fila, datos, estado, mensaje)
    SELECT ${job?.id ?? 0}, n, '0', CASE WHEN n > 5 THEN 'error' ELSE 'hecha' END,
      CASE WHEN n > 5 THEN 'No se pudo la fila ' || n || '.' END FROM generate_series(1, 60) n`
  await login(page, teacher)
  await page.goto('/gestion')
  await expect(page.getByRole('link', { name: 'Trabajos con errores' })).toContainText('1')

  await page.getByRole('link', { name: 'Trabajos', exact: true }).press('Enter')
  const row = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: TITLE })
  await expect(row.getByText('Con errores')).toBeVisible()
  await axe(page)
  await row.getByRole('button', { name: `Ver errores: ${TITLE}` }).click()
  const errors = page.getByRole('dialog', { name: 'Errores del trabajo' })
  await expect(errors.getByText('55 filas no se pudieron hacer')).toBeVisible()
  await expect(errors.getByRole('cell', { name: 'No se pudo la fila 6.' })).toBeVisible()
  await expect(errors.getByRole('cell', { name: 'No se pudo la fila 60.' })).toHaveCount(0)
  await axe(page)
  await errors.getByRole('button', { name: 'Ver más' }).click()
  await expect(errors.getByRole('cell', { name: 'No se pudo la fila 60.' })).toBeVisible()
  await expect(errors.getByRole('button', { name: 'Ver más' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(errors).toHaveCount(0)
  await expect(row.getByRole('button', { name: `Ver errores: ${TITLE}` })).toBeFocused()
  await row.getByRole('button', { name: `Reintentar: ${TITLE}` }).click()
  await expect(row.getByText('Terminado')).toBeVisible({ timeout: 15_000 })
  await expect(row.getByText('60 de 60')).toBeVisible()
  await expect(row.getByRole('button', { name: `Reintentar: ${TITLE}` })).toHaveCount(0)
  const inbox = page.waitForResponse('**/api/gestion/bandeja')
  await page.goto('/gestion')
  await inbox
  await expect(page.getByRole('link', { name: 'Trabajos con errores' })).toHaveCount(0)
})

test('los avisos llegan a la cabecera de la gestión; quien no califica no ve Trabajos', async ({
  page,
  database,
  login,
}) => {
  const cashier = await freshStaff(database, ['caja'])
  await database.sql`INSERT INTO notificaciones (id_usuario, evento, tipo, mensaje, clave)
    VALUES (${cashier.id}, 'aviso', 'Otro', 'Mañana cerramos temprano.', 'aviso:1')`
  await login(page, cashier)
  await page.goto('/gestion')
  const bell = page.getByRole('button', { name: 'Notificaciones: 1 sin leer' })
  await expect(bell).toBeVisible()
  await expect(page.getByRole('link', { name: 'Trabajos', exact: true })).toHaveCount(0)
  await bell.click()
  const panel = page.getByRole('dialog', { name: 'Notificaciones' })
  await expect(panel.getByText('Mañana cerramos temprano.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
})
