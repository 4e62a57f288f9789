import { readFile } from 'node:fs/promises'
import { examOn } from '../support/exam-screen.ts'
import { answerKey } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('del login al certificado verificado por un extraño', { tag: '@gate' }, async ({
  page,
  student,
  course,
  database,
  newDevice,
  isMobile,
}) => {
  test.setTimeout(120_000)
  const key = await answerKey(database, course.examen)

  await test.step('entra', async () => {
    await page.goto('/login')
    await page.getByLabel('Correo electrónico').fill(student.correo)
    await page.getByLabel('Contraseña', { exact: true }).fill(student.password)
    await page.getByRole('button', { name: 'Ingresar' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Hola, Rosa' })).toBeVisible()
    await expect(page.getByRole('link', { name: /1\s*Cursos Matriculados/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /0\s*Certificados Obtenidos/ })).toBeVisible()
  })

  await test.step('abre su curso', async () => {
    if (isMobile) await page.getByRole('button', { name: 'Abrir menú' }).click()
    await page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Mis Cursos' }).click()
    await expect(page).toHaveURL(/\/miscursos$/)
    await page.getByRole('main').getByRole('link', { name: course.nombre, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/miscursos/${course.id}/modulos$`))
    await expect(page.getByRole('heading', { level: 1, name: course.nombre })).toBeVisible()
    await page.getByRole('link', { name: 'Empezar el curso' }).click()
    await expect(page).toHaveURL(new RegExp(`/modulos/${course.modulo}/leccion/${course.leccion}$`))
  })

  await test.step('ve el video: nada se pide al proveedor antes', async () => {
    await expect(page.locator('iframe')).toHaveCount(0)
    await page.getByRole('button', { name: 'Ver el video' }).click()
    const frame = page.locator('iframe[title^="Video:"]')
    await expect(frame).toHaveAttribute('src', /^https:\/\/(www\.youtube-nocookie\.com|player\.vimeo\.com)\//)
  })

  await test.step('marca su asistencia', async () => {
    await expect(page.getByRole('heading', { level: 2, name: 'Materiales' })).toBeVisible()
    await page.getByRole('button', { name: 'Registrar asistencia' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Asistencia registrada' })).toBeVisible()
    await page.getByRole('button', { name: 'Registrar cierre' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Cierre registrado' })).toBeVisible()
    if (isMobile) await page.getByRole('button', { name: 'Ver las lecciones' }).click()
    const lessons = page.getByRole('navigation', { name: 'Lecciones del módulo' })
    await expect(lessons.getByRole('link', { name: /\(completada\)/ })).toHaveCount(1)
  })

  await test.step('rinde el examen del módulo y aprueba', async () => {
    const exam = examOn(page)
    await page.getByRole('link', { name: /Rendir examen del módulo/ }).click()
    await expect(page).toHaveURL(new RegExp(`/examen/${course.examen}/${course.modulo}/modulo$`))
    await exam.start()
    await exam.answerAll(key)
    await exam.send()
    await expect(exam.result('¡Aprobaste!')).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Certificado Generado' })).toBeVisible()
    await expect(page.getByText('Lo que sigue en tu curso')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Seguir con el curso' })).toHaveAttribute('href', /\/leccion\/\d+$/)
  })

  const news = page.getByRole('status').filter({ hasText: 'Certificado Generado' })
  const code = (await news.textContent())?.match(/CERT-[A-Z0-9]{9}/)?.[0] ?? ''

  await test.step('encuentra su certificado y descarga el PDF', async () => {
    await page.goto('/miscertificados')
    await page.getByRole('link', { name: `Certificados por módulo de ${course.nombre}` }).click()
    await expect(page).toHaveURL(new RegExp(`/certificado-modulo/${course.id}$`))
    await expect(page.getByText(code)).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: /^Descargar PDF de/ }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/\.pdf$/)
    const bytes = await readFile(await file.path())
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.length).toBeGreaterThan(10_000)
    const answer = await page.request.get(`/api/certificados/${code}/pdf`)
    expect(answer.headers()['content-type']).toContain('application/pdf')
  })

  await test.step('sale', async () => {
    await page.getByRole('button', { name: 'Menú de Rosa' }).click()
    await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
    await expect(page.getByRole('link', { name: 'Iniciar sesión' }).first()).toBeVisible()
  })

  await test.step('un extraño lo verifica', async () => {
    const stranger = await newDevice()
    const verdict = stranger.getByRole('heading', { level: 1, name: 'Certificado válido' })
    const answer = await stranger.goto(`/certificado/${code}`)
    expect(answer?.status()).toBe(200)
    await expect(verdict).toBeVisible()
    await expect(stranger.getByRole('definition').filter({ hasText: student.nombre })).toBeVisible()
    await expect(stranger.getByText(student.correo)).toHaveCount(0)

    await stranger.goto('/certificado')
    await stranger.getByLabel('Código del certificado').fill(code.toLowerCase().replace('-', ' '))
    await stranger.getByRole('button', { name: 'Verificar' }).click()
    await expect(stranger).toHaveURL(new RegExp(`/certificado/${code}$`))
    await expect(verdict).toBeVisible()
  })
})

test('un código que no existe se dice claro', async ({ page, watch }) => {
  watch.allow(/status of (404|422)/)
  const answer = await page.goto('/certificado/CERT-AAAAAAAAA')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'Certificado no disponible' })).toBeVisible()
  await page.getByLabel('Código del certificado').fill('hola')
  await page.getByRole('button', { name: 'Verificar' }).click()
  await expect(page.getByText('Ese código no está completo.')).toBeVisible()
})
