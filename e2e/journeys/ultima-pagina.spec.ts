import { randomInt } from 'node:crypto'
import { freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('una página más allá de la última muestra la última, en toda lista', async ({ page, database, login }) => {
  const { sql } = database
  const student = await freshStudent(database)
  await sql`INSERT INTO notificaciones (id_usuario, tipo, mensaje, clave)
    SELECT ${student.id}, 'Otro', 'Aviso ' || n, 'prueba:' || n FROM generate_series(1, 23) n`
  await sql`INSERT INTO tickets_soporte (id_cliente, id_usuario, mensaje, numero)
    SELECT 2, ${student.id}, 'No puedo ver el video', ${randomInt(1, 1_000_000_000)} + n FROM generate_series(1, 2) n`
  await sql`INSERT INTO ordenes (numero, id_cliente, id_usuario, estado, huella, subtotal_centimos, total_centimos, pasarela)
    SELECT gen_random_uuid(), 2, ${student.id}, 'cancelada', gen_random_uuid()::text, 14900, 14900, 'sandbox' FROM generate_series(1, 2)`
  await login(page, student)

  await page.goto('/notificaciones?pagina=99')
  const pages = page.getByRole('navigation', { name: 'Páginas de notificaciones' })
  await expect(pages.getByRole('link', { name: 'Página 2' })).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveURL(/pagina=2$/)
  await expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /Aviso \d/ }),
  ).toHaveCount(3)

  await page.goto('/compras?pagina=9')
  await expect(page).toHaveURL(/pagina=1$/)
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(2)

  await page.goto('/soporte?pagina=9')
  await expect(page).toHaveURL(/pagina=1$/)
  await expect(page.getByText('No puedo ver el video')).toHaveCount(2)
})
