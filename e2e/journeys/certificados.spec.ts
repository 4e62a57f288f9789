import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aCourse, anAttempt, anEnrolment, anExam } from '../../server/test/builders.ts'
import type { TestDatabase } from '../../server/test/sql.ts'
import { freshStudent, type Student } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const aCode = () => `CERT-${Array.from({ length: 9 }, () => String.fromCharCode(65 + randomInt(26))).join('')}`

/** A student with the certificate of a course, of October, and of one of its modules, of November. */
async function aGraduate(database: TestDatabase, id_cliente = 2) {
  const student = await freshStudent(database, [], id_cliente)
  const course = await aCourse(database.db, { nombre: 'Sonido para cine', id_cliente })
  const [modulo] = course.modulos
  if (!modulo) throw new Error('the course has no module')
  await anEnrolment(database.db, student.id, course.id)
  const codes = { course: aCode(), module: aCode() }
  const { sql } = database
  await sql`INSERT INTO certificados
      (id_usuario, id_curso, codigo_certificado, alumno, curso, nota, horas, fecha_inicio, fecha_fin, fecha_emision)
    VALUES (${student.id}, ${course.id}, ${codes.course}, ${student.nombre}, 'Sonido para cine', 95, 12,
      '2026-09-01', '2026-10-20', '2026-10-20T15:00:00Z')`
  await sql`INSERT INTO certificados
      (id_usuario, id_curso, id_modulo, codigo_certificado, alumno, curso, modulo, nota, horas, fecha_inicio, fecha_fin, fecha_emision)
    VALUES (${student.id}, ${course.id}, ${modulo.id}, ${codes.module}, ${student.nombre}, 'Sonido para cine', 'El micrófono',
      80, 4, '2026-09-01', '2026-11-02', '2026-11-02T15:00:00Z')`
  return { student, codes, course }
}

/** LinkedIn's form as the link fills it in. */
async function linkedInOf(part: ReturnType<Page['locator']>, what: string): Promise<Record<string, string>> {
  const link = part.getByRole('link', { name: `Añadir a LinkedIn: ${what}` })
  const { origin, pathname, searchParams } = new URL((await link.getAttribute('href')) ?? '')
  return { address: origin + pathname, ...Object.fromEntries(searchParams) }
}

async function open(page: Page, login: (page: Page, who: Student) => Promise<void>, database: TestDatabase) {
  const made = await aGraduate(database)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await login(page, made.student)
  return made
}

test('mis certificados: de cursos y de módulos en una lista, cada uno con todo lo que se hace con él', {
  tag: '@gate',
}, async ({ page, database, login, baseURL }) => {
  const { codes } = await open(page, login, database)
  await page.goto('/miscertificados')
  const cards = page.getByRole('region', { name: 'Obtenidos' }).getByRole('listitem')
  // The newest first.
  await expect(cards).toHaveCount(2)
  await expect(cards.nth(0)).toContainText('Certificado de módulo')
  await expect(cards.nth(1)).toContainText('Certificado de curso')

  for (const { card, code, what, name, issued, percent } of [
    {
      card: cards.nth(0),
      code: codes.module,
      what: 'El micrófono',
      name: 'El micrófono · Sonido para cine',
      issued: '11',
      percent: '80 %',
    },
    {
      card: cards.nth(1),
      code: codes.course,
      what: 'Sonido para cine',
      name: 'Sonido para cine',
      issued: '10',
      percent: '95 %',
    },
  ]) {
    const address = `${baseURL}/certificado/${code}`
    await expect(card.getByRole('heading', { name: what })).toBeVisible()
    await expect(card.getByText(percent)).toBeVisible()
    await expect(card.getByRole('link', { name: `Ver el certificado de ${what}` })).toHaveAttribute(
      'href',
      `/certificado/${code}`,
    )
    expect(await linkedInOf(card, what)).toEqual({
      address: 'https://www.linkedin.com/profile/add',
      startTask: 'CERTIFICATION_NAME',
      name,
      organizationName: 'Academia Qhapaq',
      issueYear: '2026',
      issueMonth: issued,
      certUrl: address,
      certId: code,
    })
    const whatsapp = await card.getByRole('link', { name: `Enviar ${what} por WhatsApp` }).getAttribute('href')
    expect(new URL(whatsapp ?? '').searchParams.get('text')).toBe(
      `Obtuve el certificado de ${name} en Academia Qhapaq: ${address}`,
    )
    await card.getByRole('button', { name: `Copiar enlace de ${what}` }).click()
    await expect(card.getByRole('button', { name: '¡Copiado!' })).toBeVisible()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address)
    const pdf = await card.getByRole('link', { name: `Descargar PDF de ${what}` }).getAttribute('href')
    const document = await page.request.get(pdf ?? '')
    expect([document.status(), document.headers()['content-type']]).toEqual([200, 'application/pdf'])
  }
})

test('por módulo se dice cómo va cada examen, y el que está en curso lleva de vuelta', async ({
  page,
  database,
  login,
}) => {
  const { db } = database
  const student = await freshStudent(database)
  const course = await aCourse(db, { nombre: 'Luz de estudio', modules: 4 })
  await anEnrolment(db, student.id, course.id)
  const [, failed, waiting, running] = await Promise.all(
    course.modulos.map((module) => anExam(db, { id_curso: course.id, id_modulo: module.id })),
  )
  await anAttempt(db, student.id, failed?.id ?? 0, { nota: 8 })
  await anAttempt(db, student.id, waiting?.id ?? 0, { estado: 'pendiente' })
  await anAttempt(db, student.id, running?.id ?? 0, { estado: 'abierto' })
  await anEnrolment(db, student.id, (await aCourse(db, { nombre: 'Charla sin exámenes' })).id)
  await login(page, student)
  await page.goto('/miscertificados')
  const toEarn = page.getByRole('region', { name: 'Por obtener' }).getByRole('heading', { level: 3 })
  await expect(toEarn).toHaveText(['Luz de estudio'])
  await page.goto(`/certificado-modulo/${course.id}`)
  const rows = page.getByRole('region', { name: 'Por módulo' }).getByRole('listitem')
  for (const [at, state, words, link] of [
    [0, 'Pendiente', 'Aprueba el examen para obtenerlo', 'Ir al examen'],
    [1, 'Pendiente · 40 %', 'Aprueba el examen para obtenerlo', 'Ir al examen'],
    [2, 'En revisión', 'Un docente está revisando tu examen', 'Ver el examen'],
    [3, 'En curso', 'Ya lo empezaste y el tiempo corre', 'Volver al examen'],
  ] as const) {
    for (const text of [state, words]) await expect(rows.nth(at).getByText(text, { exact: true })).toBeVisible()
    await expect(rows.nth(at).getByRole('link', { name: `${link} de Módulo ${at + 1}` })).toBeVisible()
  }
  await page.goto(`/examen/${failed?.id}/${failed?.id_modulo}/modulo`)
  await expect(page.getByText('Tu mejor resultado', { exact: true })).toBeVisible()
  await expect(page.getByText('Pendiente · 40 %', { exact: true })).toBeVisible()
  await page.goto(`/examen/${waiting?.id}/${waiting?.id_modulo}/modulo`)
  await expect(page.getByText('En revisión', { exact: true })).toBeVisible()
  await page.goto(`/certificado-modulo/${course.id}`)
  await page.getByRole('link', { name: 'Volver al examen de Módulo 4' }).click()
  await expect(page).toHaveURL(new RegExp(`/examen/${running?.id}/`))
})

test('lo ganado sigue ahí cuando la academia retira el módulo, y sin matrícula no se ofrece seguir', async ({
  page,
  database,
  login,
}) => {
  const { student, codes, course } = await aGraduate(database)
  const [first] = course.modulos
  await database.sql`UPDATE modulos SET activo = false WHERE id = ${first?.id}`
  await database.sql`DELETE FROM certificados WHERE codigo_certificado = ${codes.course}`
  await login(page, student)
  await page.goto('/miscertificados')
  await expect(page.getByRole('link', { name: 'Ver el certificado de El micrófono' })).toBeVisible()
  await page.getByRole('link', { name: 'Certificados por módulo de Sonido para cine' }).click()
  const rows = page.getByRole('region', { name: 'Por módulo' }).getByRole('listitem')
  await expect(rows.last().getByText(`${codes.module} · El módulo ya no está en el curso`)).toBeVisible()
  await expect(rows.last().getByRole('link', { name: 'Descargar PDF de El micrófono' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Seguir con el curso' })).toBeVisible()
  await database.sql`UPDATE matriculas SET fecha_vencimiento = '2020-01-01' WHERE id_usuario = ${student.id}`
  await page.reload()
  await expect(rows.last().getByRole('link', { name: 'Descargar PDF de El micrófono' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Seguir con el curso' })).toHaveCount(0)
})

test('el certificado propio se ve dentro del campus; un extraño ve la verificación', async ({
  page,
  database,
  login,
  newDevice,
  isMobile,
}) => {
  const { codes, student } = await open(page, login, database)
  await page.goto('/miscertificados')
  await page.getByRole('link', { name: 'Ver el certificado de El micrófono' }).click()
  await expect(page).toHaveURL(new RegExp(`/certificado/${codes.module}$`))
  await expect(page.getByRole('heading', { level: 1, name: 'El micrófono' })).toBeVisible()
  // The campus is around it: its menu, and the way back.
  const menu = page.getByRole('navigation', { name: isMobile ? 'Accesos del campus' : 'Menú principal' })
  await expect(menu.getByRole('link', { name: 'Calendario' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('img', { name: `Certificado de ${student.nombre}: El micrófono` })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Descargar PDF de El micrófono' })).toBeVisible()
  expect((await linkedInOf(main, 'El micrófono')).certId).toBe(codes.module)
  await expect(main.getByRole('link', { name: 'Enviar El micrófono por WhatsApp' })).toBeVisible()
  await expect(page.getByText('Certificado válido')).toHaveCount(0)

  const stranger = await newDevice()
  await stranger.goto(`/certificado/${codes.module}`)
  await expect(stranger.getByRole('heading', { level: 1, name: 'Certificado válido' })).toBeVisible()
  await expect(stranger.getByRole('definition').filter({ hasText: student.nombre })).toBeVisible()
  await expect(stranger.getByRole('link', { name: 'Calendario' })).toHaveCount(0)
  await expect(stranger.getByRole('link', { name: /LinkedIn|WhatsApp/ })).toHaveCount(0)

  await main.getByRole('link', { name: 'Mis Certificados' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mis Certificados' })).toBeVisible()
})

test('compartido con quien mira otra academia, se verifica en la que lo emitió', async ({
  page,
  database,
  login,
  newDevice,
  baseURL,
}) => {
  const { codes, student, course } = await aGraduate(database, 3)
  // Other journeys count what this academy sells.
  await database.sql`UPDATE cursos SET estado = 0 WHERE id = ${course.id}`
  const address = `/certificado/${codes.course}`
  const stranger = await newDevice()
  await stranger.goto('/?marca=1')
  const answer = await stranger.goto(address)
  expect(answer?.status()).toBe(200)
  await expect(stranger).toHaveTitle('Certificado válido · Aula Viva')
  await expect(stranger.getByRole('link', { name: 'Aula Viva, ir al inicio' })).toBeVisible()
  const tag = (property: string) => stranger.locator(`meta[property="${property}"]`).getAttribute('content')
  expect(await tag('og:description')).toBe('Sonido para cine · Aula Viva')
  expect(await tag('og:image')).toBe(`${baseURL}/api/compartir/certificados/${codes.course}`)

  // Someone with an account of another academy reads whose it is, and goes back.
  await login(stranger, await freshStudent(database, [], 1))
  await stranger.goto(address)
  await expect(stranger.getByRole('heading', { level: 1, name: 'Certificado válido' })).toBeVisible()
  await expect(stranger.getByRole('heading', { name: 'Este certificado es de Aula Viva' })).toBeVisible()
  await stranger.getByRole('link', { name: 'Volver a Escuela Cumbre' }).click()
  await expect(stranger).toHaveURL(/\/inicio/)
  await expect(stranger).toHaveTitle(/Escuela Cumbre$/)

  // Its owner is inside the campus, also from a visit to another academy, and shares the address of their own.
  await page.goto('/?marca=1')
  await login(page, student)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Sonido para cine' })).toBeVisible()
  await expect(page).toHaveTitle(/Aula Viva$/)
  const shared = `${baseURL}${address}?marca=aula-viva`
  expect((await linkedInOf(page.getByRole('main'), 'Sonido para cine')).certUrl).toBe(shared)
})

test('un código desconocido se queda en el campo, para corregirlo', async ({ page, database, watch }) => {
  watch.allow(/404/)
  const { codes } = await aGraduate(database)
  const wrong = `${codes.course.slice(0, -1)}${codes.course.endsWith('Z') ? 'A' : 'Z'}`
  await page.goto('/certificado')
  const field = page.getByLabel('Código del certificado')
  await field.fill(wrong)
  await page.getByRole('button', { name: 'Verificar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Certificado no disponible' })).toBeVisible()
  await expect(field).toHaveValue(wrong)
  await field.fill(codes.course)
  await page.getByRole('button', { name: 'Verificar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Certificado válido' })).toBeVisible()
})

/** What is drawn on paper, besides the pictures. */
const PRINTED = `[...document.querySelectorAll('body *')]
  .filter((one) => one.checkVisibility() && (one.tagName === 'IMG' || [...one.childNodes].some((part) => part.nodeType === 3 && part.data.trim())))
  .map((one) => one.tagName + ' ' + (one.alt ?? one.textContent))`

test('impreso, el certificado propio y el verificado son una sola hoja: el documento y nada más', {
  tag: '@escritorio',
}, async ({ page, database, login, newDevice }) => {
  const { codes, student } = await open(page, login, database)
  const stranger = await newDevice()
  for (const visitor of [page, stranger]) {
    await visitor.goto(`/certificado/${codes.course}`)
    const picture = visitor.getByRole('img', { name: `Certificado de ${student.nombre}: Sonido para cine` })
    await expect(picture).toBeVisible()
    await expect.poll(() => picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth > 0)).toBe(true)
    await expect(visitor.getByRole('link', { name: /^Descargar PDF/ })).toBeVisible()

    await visitor.emulateMedia({ media: 'print' })
    expect(await visitor.evaluate(PRINTED)).toEqual([`IMG Certificado de ${student.nombre}: Sonido para cine`])
    expect(await picture.boundingBox(), 'from the corner of the sheet').toMatchObject({ x: 0, y: 0 })
    // Playwright prints as the browser does, with the page's own @page.
    const paper = (await visitor.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1')
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    const [, width, height] = paper.match(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/) ?? []
    expect([Math.round(Number(width)), Math.round(Number(height))], 'A4, lying').toEqual([842, 595])
    await visitor.emulateMedia({ media: 'screen' })
  }
})
