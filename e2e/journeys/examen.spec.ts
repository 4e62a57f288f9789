import { aCourse, anExam } from '../../server/test/builders.ts'
import { examOn } from '../support/exam-screen.ts'
import { brandOpeningExams, courseWithExam, freshStudent, shortenAttempt } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('desaprobar enseña qué repasar sin la clave; aprobar ofrece mejorar, y con 100 % se ve la clave', {
  tag: '@gate',
}, async ({ page, database, login }) => {
  const { course, path } = await courseWithExam(database, { values: [10, 10, 10], intentos: 4 })
  await login(page, await freshStudent(database, [course.id]))
  const exam = examOn(page)
  await page.goto(path)
  await expect(page.getByRole('listitem').filter({ hasText: '4 de 4' })).toHaveText('4 de 4 intentos disponibles')
  await exam.start()
  await exam.choose('B')
  await exam.next()
  await exam.choose('A')
  await exam.review()
  await expect(page.getByText('Te falta 1 de 3 preguntas.')).toBeVisible()
  const acts = page.getByRole('region', { name: 'Antes de enviar' }).getByRole('button')
  await expect(acts.filter({ hasText: /las preguntas|Enviar/ })).toHaveText([
    'Volver a las preguntas',
    'Enviar de todos modos',
  ])
  await page.getByRole('button', { name: 'Enviar de todos modos' }).click()
  await expect(exam.result('Examen No Aprobado')).toBeFocused()
  await expect(page.getByText('Obtuviste 10 de 30 puntos')).toBeVisible()
  await expect(page.getByText('El mínimo para aprobar es 18 (60 %).')).toBeVisible()
  await expect(page.getByText('Te quedan 3 intentos.')).toBeVisible()
  await expect(page.getByText('Certificado Generado')).toBeHidden()
  const review = page.getByRole('region', { name: 'Qué repasar' })
  await expect(review.getByText('Acertaste 1 de 3. Las respuestas correctas se muestran cuando')).toBeVisible()
  const items = review.getByRole('listitem')
  await expect(items.filter({ hasText: 'Pregunta 1' })).toContainText('Correcta')
  await expect(items.filter({ hasText: 'Pregunta 2' })).toContainText('Incorrecta')
  await expect(items.filter({ hasText: 'Pregunta 3' })).toContainText('Sin responder')
  await expect(review.getByText('Respuesta correcta', { exact: true })).toBeHidden()

  await page.getByRole('button', { name: 'Intentar otra vez' }).click()
  await exam.start()
  for (const option of ['B', 'B', 'A']) {
    await exam.choose(option)
    if (option === 'B') await exam.next()
  }
  const late = Promise.withResolvers<void>()
  await page.route('**/api/detalle-evaluacion/*/revision*', (route) => late.promise.then(() => route.continue()))
  await exam.send()
  await expect(exam.result('¡Aprobaste!')).toBeVisible()
  // The review of the attempt before, which the browser still has, is not this one's.
  await expect(page.getByText('Acertaste 1 de 3.')).toHaveCount(0)
  await expect(page.getByText('Pregunta 3', { exact: true })).toHaveCount(0)
  late.resolve()
  await expect(page.getByText('Acertaste 2 de 3.')).toBeVisible()
  await page.unroute('**/api/detalle-evaluacion/*/revision*')
  await expect(page.getByText('Te quedan 2 intentos.')).toBeVisible()
  await expect(page.getByText('Respuesta correcta', { exact: true })).toBeHidden()

  await page.getByRole('button', { name: 'Mejorar mi nota' }).click()
  await exam.start()
  for (const place of [1, 2, 3]) {
    await exam.choose('B')
    if (place < 3) await exam.next()
  }
  await exam.send()
  await expect(page.getByText('Acertaste todas.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mejorar mi nota' })).toBeHidden()
  await expect(page.getByText('Obtuviste 30 de 30 puntos')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Certificado Actualizado' })).toContainText(
    /CERT-[A-Z0-9]{9}/,
  )
})

test('una respuesta equivocada lleva a su lección, en su segundo; sin lección, a su módulo', async ({
  page,
  database,
  login,
}) => {
  const { course, modulo, exam: made, path } = await courseWithExam(database, { values: [10, 10], intentos: 2 })
  const [, lesson] = modulo.lecciones
  await database.sql`INSERT INTO archivos (id_leccion, titulo, tipo_video, video, enlace, orden)
    VALUES (${lesson?.id}, 'La luz', 'youtube', 'R6MlUcmOul8', 'https://www.youtube.com/watch?v=R6MlUcmOul8', 1)`
  await database.sql`UPDATE preguntas SET id_leccion = ${lesson?.id}, segundo = 95 WHERE id = ${made.preguntas[0]?.id}`
  await login(page, await freshStudent(database, [course.id]))
  const exam = examOn(page)
  await page.goto(path)
  await exam.start()
  await exam.choose('A')
  await exam.next()
  await exam.choose('A')
  await exam.send()
  const review = page.getByRole('region', { name: 'Qué repasar' })
  const repair = review.getByRole('navigation', { name: 'Qué repasar' }).getByRole('link')
  await expect(repair).toHaveText(`${lesson?.titulo}Pregunta 1`)
  await expect(repair, 'in the first screen').toBeInViewport({ ratio: 1 })
  const links = review.locator('a, button').filter({ visible: true })
  await expect(links.nth(0)).toHaveText(`${lesson?.titulo}Pregunta 1`)
  await expect(links.nth(1)).toHaveText('Intentar otra vez')
  const items = review.getByRole('listitem').filter({ has: page.getByRole('heading') })
  const again = items.nth(1).getByRole('link', { name: `Repasar el módulo ${modulo.nombre}` })
  await expect(again).toHaveAttribute('href', `/miscursos/${course.id}/modulos/${modulo.id}`)
  await items
    .nth(0)
    .getByRole('link', { name: `Repasar en la lección (01:35) ${lesson?.titulo}` })
    .click()
  await expect(page).toHaveURL(new RegExp(`/leccion/${lesson?.id}\\?t=95$`))
  await expect(page.getByRole('heading', { level: 1, name: lesson?.titulo ?? '' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continuar en 01:35' })).toBeVisible()
})

test('un certificado nuevo se celebra con confeti, y sin él si se pidió menos movimiento', async ({
  page,
  newDevice,
  database,
  login,
}) => {
  const still = await newDevice()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  for (const device of [page, still]) {
    const { course, path } = await courseWithExam(database, { values: [10] })
    await login(device, await freshStudent(database, [course.id]))
    // The canvas goes when the confetti has fallen.
    await device.addInitScript({
      content: `new MutationObserver(() => {
        if (document.querySelector('canvas')) document.documentElement.dataset.confetti = ''
      }).observe(document, { childList: true, subtree: true })`,
    })
    const exam = examOn(device)
    await device.goto(path)
    await exam.start()
    await exam.choose('B')
    await exam.send()
    await expect(exam.result('¡Aprobaste!')).toBeVisible()
    await expect(device.getByRole('status').filter({ hasText: 'Certificado Generado' })).toBeVisible()
    if (device === page) await expect(device.locator('[data-confetti]')).toHaveCount(1)
  }
  await expect(still.locator('[data-confetti]')).toHaveCount(0)
})

test('lo que llega después del resultado no mueve lo que está bajo el dedo', async ({ page, database, login }) => {
  const { course, path } = await courseWithExam(database, { values: [10] })
  await login(page, await freshStudent(database, [course.id]))
  const exam = examOn(page)
  await page.goto(path)
  await exam.start()
  await exam.choose('B')
  const late = Promise.withResolvers<void>()
  await page.route(/\/api\/(cursos\/detallado|certificado\/usuario)\/\d+$/, async (route) => {
    await late.promise
    await route.fallback()
  })
  await exam.send()
  await expect(exam.result('¡Aprobaste!')).toBeVisible()
  await expect(page.getByText('Acertaste todas.')).toBeVisible()
  const shown = [page.getByRole('link', { name: 'Volver al curso' }), page.getByRole('heading', { name: 'Repaso' })]
  const places = () => Promise.all(shown.map((one) => one.boundingBox()))
  const before = await places()
  late.resolve()
  await expect(page.getByRole('link', { name: /^Añadir a LinkedIn/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^(Seguir con el curso|Ver mis cursos)$/ })).toBeVisible()
  expect(await places()).toEqual(before)
})

test('el tiempo termina: se envía solo con lo guardado', { tag: '@gate' }, async ({ page, database, login }) => {
  const { course, path } = await courseWithExam(database, { values: [10, 10], intentos: 1 })
  const student = await freshStudent(database, [course.id])
  await login(page, student)
  const exam = examOn(page)
  await page.goto(path)
  await exam.start()
  await exam.choose('B')
  await expect(exam.saved).toBeVisible()
  await shortenAttempt(database, student.id, 20)
  await page.reload()
  await exam.resume()
  const over = page.getByRole('dialog', { name: 'Tiempo Terminado' })
  await expect(over).toBeVisible({ timeout: 40_000 })
  await expect(over.getByRole('status')).toHaveText('El tiempo terminó y enviamos tus respuestas.')
  await expect(over.getByText('Presione OK para enviar')).toHaveCount(0)
  await expect(page.getByText('Examen No Aprobado')).toBeHidden()
  await over.getByRole('button', { name: 'OK' }).click()
  await expect(exam.result('Examen No Aprobado')).toBeVisible()
  await expect(page.getByText('Obtuviste 10 de 20 puntos')).toBeVisible()
  await expect(page.getByText('No te quedan intentos.')).toBeVisible()
  await expect(page.getByText('Sin otro intento no puedes ganar el certificado de este módulo')).toBeVisible()
  await page.getByRole('link', { name: 'Pedir otro intento' }).click()
  await expect(page.getByRole('textbox', { name: '¿En qué te ayudamos?' })).toHaveValue(
    /^Pido otro intento de «Examen de prueba» .*Mi mejor resultado es 50 %\.\n\(Examen \d+, intento \d+\)/,
  )
  await page.goto(path)
  await expect(page.getByRole('status').filter({ hasText: 'Sin intentos' })).toBeVisible()
  await page.getByRole('link', { name: 'Pedir otro intento' }).click()
  await expect(page.getByRole('textbox', { name: '¿En qué te ayudamos?' })).toHaveValue(/^Pido otro intento de/)
})

test('el examen final avisa cuántas lecciones faltan, y al aprobarlo propone la encuesta', async ({
  page,
  database,
  login,
}, { workerIndex }) => {
  const { id_cliente } = await brandOpeningExams(database, workerIndex, 0)
  const course = await aCourse(database.db, { lessons: 2, id_cliente, nombre: 'Curso con examen final' })
  const final = await anExam(database.db, { id_curso: course.id, values: [10], nombre: 'Examen final' })
  await anExam(database.db, {
    id_curso: course.id,
    values: [0],
    modelo: 2,
    duracion: null,
    nombre: 'Encuesta de cierre',
  })
  await login(page, await freshStudent(database, [course.id], id_cliente))
  const exam = examOn(page)
  await page.goto(`/examen/${final.id}/${course.id}/curso`)
  const button = page.getByRole('button', { name: 'Comenzar examen' })
  const warning = page.getByRole('dialog', { name: 'Te faltan 2 lecciones. ¿Rendirlo igual?' })
  await button.click()
  await expect(warning.getByRole('link', { name: 'Seguir con las lecciones' })).toBeFocused()
  await page.keyboard.press('Escape')
  await button.click()
  await warning.getByRole('button', { name: 'Rendirlo igual' }).click()
  await expect(exam.question(1, 1)).toBeVisible()
  await exam.choose('B')
  await exam.send()
  await expect(exam.result('¡Aprobaste!')).toBeVisible()
  await expect(page.getByText('Encuesta de cierre: es anónima')).toBeVisible()
  await page.getByRole('link', { name: 'Responder encuesta' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Encuesta de cierre' })).toBeVisible()
})

test('el reloj avisa a los 5 minutos y al minuto', async ({ page, database, login }) => {
  const { course, path } = await courseWithExam(database, { duracion: 20 })
  const student = await freshStudent(database, [course.id])
  await login(page, student)
  const exam = examOn(page)
  await page.goto(path)
  await exam.start()
  await expect(exam.timer).toHaveText(/^(20:00|1[89]:\d\d)$/)
  for (const [seconds, warning] of [
    [301, 'Quedan menos de 5 minutos.'],
    [61, 'Queda menos de 1 minuto.'],
  ] as const) {
    await shortenAttempt(database, student.id, seconds)
    await page.reload()
    await exam.resume()
    await expect(page.getByRole('status').filter({ hasText: warning })).toBeAttached()
  }
})

test('con preguntas abiertas queda pendiente de calificación', async ({ page, database, login }) => {
  const { course, path } = await courseWithExam(database, { values: [10], open: [10] })
  await login(page, await freshStudent(database, [course.id]))
  const exam = examOn(page)
  await page.goto(path)
  await exam.start()
  await exam.choose('B')
  await exam.next()
  await page.getByRole('textbox', { name: 'Tu respuesta' }).fill('Porque la luz difusa rodea a los objetos.')
  await expect(exam.saved).toBeVisible()
  await exam.send()
  await expect(exam.result('Enviado')).toBeVisible()
  await expect(page.getByText('Pendiente de calificación', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Certificado Generado')).toBeHidden()
})

test('una encuesta se responde en una página, sin reloj y sin nombre, una sola vez', async ({
  page,
  database,
  login,
}) => {
  const { course, path } = await courseWithExam(database, { modelo: 2, values: [0, 0], open: [0], duracion: null })
  await login(page, await freshStudent(database, [course.id]))
  const exam = examOn(page)
  await page.goto(path)
  await page.getByRole('button', { name: 'Responder encuesta' }).click()
  const first = page.getByRole('group', { name: /Pregunta 1/ })
  await expect(first.getByRole('radio')).toHaveCount(4)
  for (const [place, option] of ['A', 'B', 'C', 'D'].entries())
    await expect(first.getByRole('radio').nth(place)).toHaveAccessibleName(option)
  await expect(exam.timer).toBeHidden()
  await expect(page.getByText('La leerá un docente')).toHaveCount(0)
  await first.getByRole('radio').first().focus()
  await page.keyboard.press('2')
  await expect(first.getByRole('radio', { name: 'B', exact: true })).toBeChecked()
  await page
    .getByRole('group', { name: /Pregunta 3/ })
    .getByRole('textbox')
    .fill('Más ejemplos.')
  await expect(exam.saved).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox')).toHaveValue('Más ejemplos.')
  await expect(page.getByText('Puedes enviarla así: dejas 1 pregunta en blanco.')).toBeVisible()
  await page.getByRole('button', { name: 'Enviar encuesta' }).click()
  await expect(exam.result('Enviado')).toBeVisible()
  await page.goto(path)
  await expect(page.getByText('Ya respondiste esta encuesta', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Responder encuesta' })).toBeHidden()
})

test('fuera de su fecha no hay botón para comenzar', async ({ page, database, login }) => {
  const day = 86_400_000
  const { course, path } = await courseWithExam(database, {
    fecha_apertura: new Date(Date.now() - 2 * day).toISOString(),
    fecha_cierre: new Date(Date.now() - day).toISOString(),
  })
  await login(page, await freshStudent(database, [course.id]))
  await page.goto(path)
  await expect(page.getByText('Ya cerró')).toBeVisible()
  await expect(page.getByText('para aprobar')).toBeVisible()
  await expect(page.getByText(/intentos? disponible/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Comenzar examen' })).toBeHidden()
})
