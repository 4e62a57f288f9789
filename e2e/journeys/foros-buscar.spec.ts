import { aCourse } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** A student of two courses: a forum in each, and an answer in the first one's. */
async function twoCourses(database: TestDatabase) {
  const { db, sql } = database
  const [course, other] = [
    await aCourse(db, { nombre: 'Curso con foros' }),
    await aCourse(db, { nombre: 'Otro curso' }),
  ]
  const student = await freshStudent(database, [course.id, other.id])
  const open = async (id_curso: number, titulo: string, texto: string) => {
    const [row] = await sql<{ id: number }[]>`
      INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, contenido, texto)
      VALUES (2, ${student.id}, 'curso', ${id_curso}, ${titulo}, ${`<p>${texto}</p>`}, ${texto}) RETURNING id`
    return row?.id ?? 0
  }
  const here = await open(course.id, 'Duda sobre fórmulas', `${'Antes de nada. '.repeat(30)}Una FÓRMULA se me resiste.`)
  const there = await open(other.id, 'Formulario de inicio', 'Preséntate.')
  const said = 'Las fórmulas empiezan con un signo igual.'
  const [post] = await sql<{ id: number }[]>`
    INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto) VALUES (${here}, ${student.id}, ${`<p>${said}</p>`}, ${said})
    RETURNING id`
  return { student, here, there, post: post?.id ?? 0, path: `/miscursos/${course.id}/foros` }
}

test('busca sin tildes en títulos, textos y respuestas, aquí o en todos sus foros', async ({
  page,
  database,
  login,
  axe,
}) => {
  const { student, here, there, post, path } = await twoCourses(database)
  await login(page, student)
  await page.goto(path)
  const field = page.getByRole('searchbox', { name: 'Buscar en los foros' })
  await field.fill('formula')
  await field.press('Enter')
  await expect(page).toHaveURL(/buscar=formula$/)
  const found = page.getByRole('region', { name: 'Resultados de «formula»' })
  await expect(found.getByRole('status').filter({ hasText: '1 tema y 1 respuesta' })).toHaveCount(1)
  const topic = found.getByRole('article', { name: 'Duda sobre fórmulas' })
  await expect(topic.locator('mark')).toHaveText(['fórmulas', 'FÓRMULA'])
  await expect(topic.getByRole('link')).toHaveAttribute('href', `/foro/${here}`)
  await axe(page)

  await found.getByRole('link', { name: /^Respuestas/ }).click()
  await expect(page).toHaveURL(/ver=respuestas$/)
  const answer = found.getByRole('article')
  await expect(answer.locator('mark')).toHaveText(['fórmulas', 'fórmulas'])
  await expect(answer.getByRole('link')).toHaveAttribute('href', `/foro/${here}?post=${post}#post-${post}`)

  await page.getByRole('button', { name: 'Filtrar' }).click()
  await page.getByRole('menuitemradio', { name: 'Todos mis foros' }).click()
  await expect(found.getByRole('status').filter({ hasText: '2 temas y 1 respuesta' })).toHaveCount(1)
  const elsewhere = found.getByRole('article', { name: 'Formulario de inicio' })
  await expect(elsewhere).toContainText('Otro curso')
  await expect(elsewhere.getByRole('link')).toHaveAttribute('href', `/foro/${there}`)
  await found.getByRole('button', { name: 'Ver todos los foros' }).click()
  await expect(page).toHaveURL(new RegExp(`${path}\\?*$`))
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('lo que no se halla y lo que falla se dicen distinto', { tag: '@escritorio' }, async ({
  page,
  database,
  login,
  watch,
}) => {
  watch.allow(/500/)
  const { student, path } = await twoCourses(database)
  await login(page, student)
  await page.goto(`${path}?buscar=preséntate`)
  await expect(page.getByRole('heading', { name: 'No encontramos nada' })).toBeVisible()
  await page.getByRole('button', { name: 'Buscar en todos mis foros' }).click()
  await expect(page.getByRole('article', { name: 'Formulario de inicio' })).toBeVisible()

  let broken = true
  await page.route('**/api/foros/buscar**', (route) =>
    broken ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await page.goto(`${path}?buscar=formula&ver=temas`)
  await expect(page.getByRole('alert').filter({ hasText: 'No se pudo buscar en los foros.' })).toBeVisible()
  await expect(page.getByText('No encontramos nada')).toHaveCount(0)
  broken = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('article', { name: 'Duda sobre fórmulas' })).toBeVisible()
})
