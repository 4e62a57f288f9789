import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { call, openSession } from '../support/api.ts'
import { isSaved } from '../support/drafts.ts'
import { freshStaff } from '../support/people.ts'
import { expect, test } from '../support/test.ts'
import { GONE_VIDEO, UNKNOWN_VIDEO } from '../support/video-hosts.ts'
import { keepSession } from '../support/visit.ts'

const TITLES = ['Colores', 'Sombras', 'Texturas', 'Marcos', 'Cierre']

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens the review of what the screen shows. */
async function review(page: Page) {
  await button(page, 'Revisar y publicar').click()
  return page.getByRole('dialog', { name: 'Revisar y publicar' })
}

/** The list under a heading of the review. */
const under = (page: Page, title: string) =>
  page.getByRole('dialog').getByRole('listitem').filter({ hasText: title }).first()

async function pasteTitles(page: Page): Promise<void> {
  await page.getByLabel('Módulo nuevo').fill('Luz')
  await page.keyboard.press('Enter')
  await button(page, 'Agregar lección').click()
  await page.getByLabel('Lección nueva en Luz').fill(TITLES.join('\n'))
  await button(page, 'Agregar 5 lecciones').click()
  await expect(page.getByRole('link', { name: 'Cierre' })).toBeVisible()
  await isSaved(page)
}

test('de cinco títulos y una lección escrita se publica una, y lo demás se nombra', async ({
  page,
  database,
  baseURL: base,
  axe,
  newDevice,
}) => {
  test.slow()
  const { sql } = database
  const baseURL = base ?? ''
  const owner = await freshStaff(database, ['marca', 'docente'], 'Elena')
  const session = await openSession(baseURL, owner.correo, owner.password)
  await keepSession(page, baseURL, session)
  const ask = <Data>(path: string, method?: 'POST' | 'PUT', body?: object) =>
    call<Data>(baseURL, `/gestion${path}`, session.token, { ...(method && { method, body }) })
  const nombre = `Fotografía ${randomUUID()}`
  const { id } = await ask<{ id: number }>('/cursos', 'POST', {
    ...{ nombre, categoria: 'Fotografía', nivel: 'Básico', envio: randomUUID() },
  })
  await sql`UPDATE cursos SET costo_centimos = 0 WHERE id = ${id}`
  const card = await ask<{ documento: object; version: number }>(`/documentos/curso:${id}`)
  await ask(`/documentos/curso:${id}`, 'PUT', { documento: { ...card.documento, horas: 4 }, version: card.version })
  await sql`INSERT INTO curso_docentes (id_curso, id_usuario) VALUES (${id}, ${owner.id}) ON CONFLICT DO NOTHING`
  const course = `/gestion/cursos/${id}`
  await page.goto(course)
  await pasteTitles(page)

  const [first] = await sql<{ id: number }[]>`SELECT l.id FROM lecciones l JOIN modulos m ON m.id = l.id_modulo
    WHERE m.id_curso = ${id} AND l.titulo = 'Colores'`
  const objeto = `leccion:${first?.id}`
  const { documento, version } = await ask<{ documento: object; version: number }>(`/documentos/${objeto}`)
  const contenido = '<p>Como en <a href="/detallecurso/99999999">el curso anterior</a>.</p>'
  const videos = [
    { titulo: 'La rueda', enlace: GONE_VIDEO },
    { titulo: 'El prisma', enlace: UNKNOWN_VIDEO },
  ]
  await ask(`/documentos/${objeto}`, 'PUT', { documento: { ...documento, contenido, videos }, version })

  await page.reload()
  const dialog = await review(page)
  for (const title of TITLES.slice(1))
    await expect(under(page, '4 lecciones vacías: quedarán ocultas').getByRole('link', { name: title })).toBeVisible()
  await expect(under(page, '1 enlace no lleva a ninguna parte')).toContainText('Colores: «el curso anterior»')
  await expect(under(page, '1 video no se ve')).toContainText('Colores: «La rueda». YouTube no lo encuentra')
  await expect(dialog.getByText('No pudimos comprobar 1 video.')).toBeVisible()
  await expect(dialog.getByText('Se dará gratis: el precio es S/ 0.00.')).toBeVisible()
  await expect(dialog.getByLabel('Nota')).toHaveCount(0)
  await axe(page)

  // Each leads to its place.
  await under(page, '1 enlace no lleva a ninguna parte').getByRole('link', { name: 'Colores' }).click()
  await expect(page.getByRole('textbox', { name: 'Contenido' })).toBeFocused()
  await review(page)
  await under(page, '1 video no se ve').getByRole('link', { name: 'Colores' }).click()
  await expect(page.getByLabel('Dirección del video 1')).toBeFocused()
  await page.goto(course)
  await review(page)
  await under(page, 'Nada lleva a un certificado').getByRole('link', { name: 'Luz' }).click()
  const exam = page.getByRole('dialog', { name: 'Nueva evaluación' })
  await expect(exam.getByRole('combobox', { name: 'De' })).toHaveValue('Luz')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(course)
  await review(page)
  await button(page, 'Se dará gratis: el precio es S/ 0.00.').click()
  await expect(page.getByRole('textbox', { name: 'Precio', exact: true })).toBeFocused()

  await review(page)
  await button(page, 'Agregar una nota').click()
  await expect(page.getByLabel('Nota')).toBeFocused()
  await axe(page)
  await button(page, 'Publicar').click()
  await expect(page.getByText('Publicado. Ya lo ven los alumnos. 4 partes quedan ocultas.')).toBeVisible()
  const guest = await newDevice()
  const shown = async (count: number) => {
    await guest.goto(`/detallecurso/${id}`)
    await expect(guest.getByRole('main')).toContainText('Colores')
    const text = await guest.getByRole('main').textContent()
    expect(TITLES.filter((title) => text?.includes(title))).toEqual(TITLES.slice(0, count))
  }
  await shown(1)

  // One is written then, and shown.
  await page.goto(course)
  await page.getByRole('link', { name: 'Sombras' }).click()
  await page.getByRole('textbox', { name: 'Contenido' }).fill('La sombra dibuja.')
  await isSaved(page)
  const again = await review(page)
  await expect(again.getByText('Estaba oculta: ahora la verán los alumnos.')).toBeVisible()
  for (const title of TITLES.slice(2))
    await expect(under(page, '3 lecciones vacías: quedarán ocultas').getByRole('link', { name: title })).toBeVisible()
  await axe(page)
  await button(page, 'Publicar').click()
  await expect(page.getByText('Publicado. Ya lo ven los alumnos. 3 partes quedan ocultas.')).toBeVisible()
  await shown(2)
})
