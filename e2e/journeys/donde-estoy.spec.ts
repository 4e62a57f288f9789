import { randomUUID } from 'node:crypto'
import { aCourse } from '../../server/test/builders.ts'
import { examOn } from '../support/exam-screen.ts'
import { aCertificate, answerKey, courseWithExam, freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('todas las pantallas dicen la misma lección siguiente, y abrir otra no cambia nada', async ({
  page,
  student,
  course,
  login,
}) => {
  await login(page, student)
  const lessons = `/miscursos/${course.id}/modulos/${course.modulo}/leccion/`
  await page.goto(`${lessons}${course.leccion}`)
  await page.getByRole('button', { name: 'Registrar asistencia' }).click()
  await page.getByRole('button', { name: 'Registrar cierre' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Cierre registrado' })).toBeVisible()

  const main = page.getByRole('main')
  await page.goto('/inicio')
  const next = main.getByRole('link', { name: 'Continuar', exact: true })
  await expect(main.getByText('Continúa donde lo dejaste')).toBeVisible()
  const address = (await next.getAttribute('href')) ?? ''
  expect(address).toMatch(/^\/miscursos\/\d+\/modulos\/\d+\/leccion\/\d+$/)
  expect(address).not.toBe(`${lessons}${course.leccion}`)
  const same = async () => {
    await page.goto('/miscursos')
    await expect(page.getByRole('heading', { level: 2, name: 'En curso' })).toBeVisible()
    await expect(main.getByRole('link', { name: `Continuar: ${course.nombre}` })).toHaveAttribute('href', address)
    await page.goto(`/miscursos/${course.id}/modulos`)
    await expect(main.getByRole('link', { name: 'Continuar', exact: true })).toHaveAttribute('href', address)
    await expect(main.getByRole('link', { name: /Continúa aquí/ })).toHaveAttribute('href', address)
    await expect(main.getByRole('link', { name: /Continúa aquí/ })).not.toContainText('(completada)')
  }
  await same()
  await page.goto(`${lessons}${course.leccion}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await same()
})

test('un curso con certificado dice Terminado y lleva a él', async ({ page, database, login }) => {
  const { course, exam: made, path } = await courseWithExam(database)
  await login(page, await freshStudent(database, [course.id]))
  const exam = examOn(page)
  await page.goto(`/miscursos/${course.id}/modulos`)
  const missing = page.getByRole('region', { name: 'Lo que falta para tu certificado' })
  await expect(missing.getByRole('link', { name: /Pendiente/ })).toHaveAttribute('href', path)
  await page.goto(path)
  await exam.start()
  await exam.answerAll(await answerKey(database, made.id))
  await exam.send()
  await expect(exam.result('¡Aprobaste!')).toBeVisible()

  await page.goto('/miscursos')
  const finished = page.getByRole('region', { name: 'Terminados' })
  await expect(finished.getByText('Terminado', { exact: true })).toBeVisible()
  const paper = finished.getByRole('link', { name: `Ver certificado: ${course.nombre}` })
  await expect(paper).toHaveAttribute('href', /^\/certificado\/CERT-[A-Z]{9}$/)
  await expect(page.getByText(/^(Empezar|Continuar)$/)).toHaveCount(0)
  await page.goto(`/miscursos/${course.id}/modulos`)
  await expect(page.getByRole('main').getByRole('link', { name: 'Ver certificado' })).toBeVisible()
  await expect(missing).toHaveCount(0)
})

test('un curso terminado lo dicen el inicio, su lección, el buscador, certificados, el catálogo y su venta', async ({
  page,
  database,
  login,
}) => {
  const nombre = `Curso terminado ${randomUUID().slice(0, 8)}`
  const course = await aCourse(database.db, { lessons: 1, nombre })
  const [modulo] = course.modulos
  const lesson = modulo?.lecciones[0]?.id ?? 0
  const student = await freshStudent(database, [course.id])
  const paper = `/certificado/${await aCertificate(database, student, course)}`
  await database.sql`INSERT INTO progreso_lecciones (id_usuario, id_leccion, completada_en) VALUES (${student.id}, ${lesson}, now())`
  await login(page, student)
  const main = page.getByRole('main')

  await page.goto('/inicio')
  await expect(main.getByRole('heading', { name: '¡Terminaste todo lo que tenías pendiente!' })).toBeVisible()
  const own = main.getByRole('article').filter({ hasText: nombre })
  await expect(own.getByText('Terminado', { exact: true })).toBeVisible()
  await expect(own.getByRole('link', { name: `Ver certificado: ${nombre}` })).toHaveAttribute('href', paper)

  await page.goto('/miscertificados')
  const earned = main.getByRole('region', { name: 'Obtenidos' })
  await expect(earned.getByRole('link', { name: new RegExp(nombre) }).first()).toBeVisible()
  await expect(main.getByRole('region', { name: 'Por obtener' })).toHaveCount(0)

  await page.goto(`/miscursos/${course.id}/modulos/${modulo?.id}/leccion/${lesson}`)
  await expect(main.getByRole('link', { name: 'Terminado · Ver certificado' })).toHaveAttribute('href', paper)

  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Buscar en mis cursos' }).fill(nombre)
  const found = page.getByRole('option', { name: new RegExp(`^${nombre} ?Curso ?Terminado$`) })
  await expect(found).toHaveAttribute('href', paper)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`${paper}$`))

  await page.goto(`/cursos?buscar=${encodeURIComponent(nombre)}`)
  const card = main.getByRole('article').filter({ has: page.getByRole('link', { name: nombre, exact: true }) })
  await expect(card.getByText('Terminado · Ver certificado')).toBeVisible()
  await expect(card.getByRole('link', { name: nombre })).toHaveAttribute('href', paper)

  await page.goto(`/detallecurso/${course.id}`)
  await expect(main.getByRole('link', { name: 'Ver mi certificado' }).filter({ visible: true })).toHaveAttribute(
    'href',
    paper,
  )
  await expect(main.getByText('Terminado', { exact: true })).toBeVisible()
  await expect(main.getByText(/% completado/)).toHaveCount(0)
})

test('un examen en curso se ve en todas las pantallas, y recargar vuelve a la pregunta', async ({
  page,
  database,
  login,
}) => {
  const { course, path } = await courseWithExam(database, { values: [10, 10, 10] })
  await login(page, await freshStudent(database, [course.id]))
  const exam = examOn(page)
  const bar = page.getByRole('region', { name: 'Examen en curso' })
  await page.goto(path)
  await exam.start()
  await exam.choose('B')
  await expect(exam.saved).toBeVisible()
  await expect(bar).toHaveCount(0)
  await page.reload()
  await expect(exam.question(2, 3)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Comenzar examen' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Salir del examen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Salir', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: course.nombre })).toBeVisible()
  for (const address of [null, '/inicio', '/calendario', '/premios', '/', `/detallecurso/${course.id}`, '/carrito']) {
    if (address) await page.goto(address)
    await expect(bar.getByRole('timer')).toHaveText(/^1[0-9]:[0-5][0-9]$/)
  }
  await bar.getByRole('link', { name: 'Volver al examen' }).click()
  await expect(exam.question(2, 3)).toBeVisible()
})

test('el examen en curso se ve en la página de otro y en los certificados, y no en la suya', async ({
  page,
  database,
  login,
}) => {
  const earned = await courseWithExam(database)
  const { course, path } = await courseWithExam(database)
  const student = await freshStudent(database, [earned.course.id, course.id])
  const code = await aCertificate(database, student, earned.course)
  await login(page, student)
  const exam = examOn(page)
  const bar = page.getByRole('region', { name: 'Examen en curso' })
  await page.goto(path)
  await exam.start()
  await page.goto(earned.path)
  await expect(bar.getByRole('link', { name: 'Volver al examen' })).toHaveAttribute('href', path)
  await page.goto(`/certificado/${code}`)
  await expect(bar).toBeVisible()
  await bar.getByRole('link', { name: 'Volver al examen' }).click()
  await exam.resume()
  await expect(bar).toHaveCount(0)
})

test('el inicio de otra pestaña sabe al instante de un examen que empieza y que se envía', async ({
  page,
  context,
  database,
  login,
}) => {
  const { course, exam: made, path } = await courseWithExam(database)
  await login(page, await freshStudent(database, [course.id]))
  await page.goto('/inicio')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const bar = page.getByRole('region', { name: 'Examen en curso' })
  await expect(bar).toHaveCount(0)
  const tab = await context.newPage()
  const exam = examOn(tab)
  await tab.goto(path)
  await exam.start()
  await expect(bar.getByRole('timer')).toBeVisible()
  await exam.answerAll(await answerKey(database, made.id))
  await exam.send()
  await expect(exam.result('¡Aprobaste!')).toBeVisible()
  await expect(bar).toHaveCount(0)
})

test('dos pestañas de un examen dicen lo mismo', async ({ page, context, database, login }) => {
  const { course, path } = await courseWithExam(database, { values: [10, 10, 10] })
  await login(page, await freshStudent(database, [course.id]))
  const exam = examOn(page)
  await page.goto(path)
  await exam.start()
  const tab = await context.newPage()
  const other = examOn(tab)
  await tab.goto(path)
  await expect(other.question(1, 3)).toBeVisible()
  await other.next()
  await other.choose('B')
  await expect(other.saved).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pregunta 2, respondida' })).toBeVisible()
})
