import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { call, openSession } from '../support/api.ts'
import { isSaved } from '../support/drafts.ts'
import { examOn } from '../support/exam-screen.ts'
import { hasFocus, press, tabTo, toRow, write } from '../support/keyboard.ts'
import { freshStaff, freshStudent } from '../support/people.ts'
import { aPicture } from '../support/png.ts'
import { expect, test } from '../support/test.ts'
import { keepSession } from '../support/visit.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** A file, from the button that opens the chooser. */
async function choose(page: Page, name: string, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser')
  await press(page, button(page, name))
  await (await chooser).setFiles(file)
}

/** From the open tab of a course to another. */
async function openTab(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('tab', { selected: true }))
  const wanted = page.getByRole('tab', { name, exact: true })
  for (let stops = 0; stops < 5 && !(await hasFocus(page, wanted)); stops++) await page.keyboard.press('ArrowRight')
  await expect(wanted).toHaveAttribute('aria-selected', 'true')
}

async function addQuestion(page: Page, kind: string, text: string): Promise<void> {
  await press(page, button(page, 'Agregar pregunta'))
  const item = page.getByRole('menuitem', { name: kind, exact: true })
  // The menu takes the focus a moment after it is drawn.
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1)
  for (let stops = 0; stops < 20 && !(await hasFocus(page, item)); stops++) await page.keyboard.press('ArrowDown')
  await expect(item).toBeFocused()
  await page.keyboard.press('Enter')
  await write(page, 'Pregunta', text)
}

/** Enter goes to the next option, and after the last one makes another. */
async function writeOptions(page: Page, options: readonly string[]): Promise<void> {
  await tabTo(page, page.getByRole('textbox', { name: 'Opción 1', exact: true }))
  for (const [place, option] of options.entries()) {
    if (place > 0) await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: `Opción ${place + 1}`, exact: true })).toBeFocused()
    await page.keyboard.type(option)
  }
}

/** What only an administrator may do: the course, its teacher and its price. */
async function emptyCourse(base: string, token: string, teacher: number, nombre: string) {
  const body = { nombre, categoria: 'Animación y 3D', nivel: 'Básico', envio: randomUUID() }
  const { id } = await call<{ id: number }>(base, '/gestion/cursos', token, { method: 'POST', body })
  const path = `/gestion/cursos/${id}`
  const versions = await call<{ version: number; version_precio: number }>(base, path, token)
  await call(base, `${path}/docentes`, token, {
    method: 'PUT',
    body: { docentes: [teacher], version: versions.version },
  })
  await call(base, `${path}/precio`, token, {
    method: 'PUT',
    body: { costo: 120, promocion: null, promocion_hasta: null, version: versions.version_precio },
  })
}

async function makeLesson(page: Page): Promise<void> {
  await press(page, button(page, 'Agregar video'))
  await write(page, 'Dirección del video 1', 'https://youtu.be/aqz-KE-bpKQ')
  await write(page, 'Contenido', 'Amasa la arcilla hasta que no tenga aire.')
  await choose(page, 'Subir archivos', {
    name: 'guia.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Guía de la primera clase'),
  })
  await expect(page.getByRole('textbox', { name: 'Nombre del material 1' })).toHaveValue('guia')
  await press(page, page.getByRole('switch', { name: 'Vista previa gratis' }), 'Space')
  await isSaved(page)
}

async function makeExam(page: Page): Promise<void> {
  await addQuestion(page, 'Una respuesta', '¿Qué se quita al amasar?')
  await writeOptions(page, ['El color', 'El aire', 'El agua'])
  // The options are one stop of the tabulator; the arrows choose among them.
  await press(page, page.getByRole('radio', { name: 'El color es correcta' }), 'ArrowDown')
  await expect(page.getByRole('radio', { name: 'El aire es correcta' })).toBeChecked()
  await addQuestion(page, 'Abierta', 'Explica por qué')
  await addQuestion(page, 'Varias respuestas', '¿Qué herramientas se usan?')
  await writeOptions(page, ['Torno', 'Martillo', 'Esponja', 'Serrucho'])
  await press(page, page.getByRole('checkbox', { name: 'Torno es correcta' }), 'Space')
  await press(page, page.getByRole('checkbox', { name: 'Esponja es correcta' }), 'Space')
  await addQuestion(page, 'Respuesta corta', '¿Dónde se cuece?')
  await write(page, 'Respuesta aceptada 1', 'Horno')
  await addQuestion(page, 'Numérica', '¿Cuántas horas seca?')
  await write(page, 'Respuesta correcta', '24')
  await addQuestion(page, 'Emparejar', 'Une cada pieza con su uso')
  await write(page, 'Par 1, izquierda', 'Cuenco')
  await write(page, 'Par 1, derecha', 'Comer')
  await write(page, 'Par 2, izquierda', 'Jarra')
  await write(page, 'Par 2, derecha', 'Servir')
  await press(page, button(page, 'Repartir 100 puntos por igual'))
  await expect(page.getByText('6 preguntas, 100 puntos, aprueba con 60')).toBeVisible()
  await isSaved(page)
}

async function buy(page: Page, nombre: string): Promise<void> {
  await page.goto('/cursos')
  await page.getByRole('searchbox').first().fill(nombre)
  await page.getByRole('link', { name: nombre }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: nombre })).toBeVisible()
  await page.getByRole('button', { name: '¡Comprar ahora!' }).filter({ visible: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Carrito' })).toBeVisible()
  await button(page, 'Comprar ahora').click()
  await button(page, 'Aprobar el pago').click()
  await expect(page.getByRole('heading', { level: 2, name: '¡Listo! Ya puedes estudiar' })).toBeVisible({
    timeout: 20_000,
  })
  const start = page.getByRole('link', { name: 'Empezar ahora' })
  // Until the enrolment is known it leads to the course.
  await expect(start).toHaveAttribute('href', /\/leccion\//)
  await start.click()
}

async function takeExam(page: Page): Promise<void> {
  const exam = examOn(page)
  const answer = page.getByRole('textbox', { name: 'Tu respuesta' })
  await exam.start()
  await exam.choose('El aire')
  await exam.next()
  await answer.fill('Porque el aire rompe la pieza en el horno.')
  await exam.next()
  await page.getByRole('checkbox', { name: 'Torno', exact: true }).check()
  await page.getByRole('checkbox', { name: 'Esponja', exact: true }).check()
  await exam.next()
  await answer.fill('horno')
  await exam.next()
  await answer.fill('24')
  await exam.next()
  await page.getByRole('combobox', { name: 'Cuenco' }).selectOption('Comer')
  await page.getByRole('combobox', { name: 'Jarra' }).selectOption('Servir')
  await exam.send()
  await expect(exam.result('Enviado')).toBeVisible()
}

test('una docente nueva hace un curso sin ratón; un alumno lo compra, lo estudia y se certifica', async ({
  page,
  newDevice,
  database,
  campus,
  login,
  baseURL,
}) => {
  test.slow()
  const base = baseURL ?? ''
  const teacher = await freshStaff(database, ['docente'], 'Elena')
  const nombre = `Cerámica ${randomUUID()}`
  const admin = campus.sessions['admin@demo.pe'].token
  await emptyCourse(base, admin, teacher.id, nombre)

  await login(page, teacher)
  await page.goto('/gestion/cursos')
  await press(page, page.getByRole('link', { name: nombre }))
  await expect(page.getByRole('textbox', { name: 'Módulo nuevo' })).toBeFocused()
  await page.keyboard.type('Primeros pasos')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Módulo nuevo' })).toHaveValue('')
  await expect(page.getByRole('textbox', { name: 'Módulo nuevo' })).toBeFocused()
  await toRow(page, 'Agregar en Primeros pasos')
  await press(page, button(page, 'Agregar lección'))
  await expect(page.getByRole('textbox', { name: 'Lección nueva en Primeros pasos' })).toBeFocused()
  await page.keyboard.type('Amasar')
  await page.keyboard.press('Enter')
  await toRow(page, 'Amasar')
  await page.keyboard.press('Enter')
  await makeLesson(page)

  await press(page, link(page, nombre))
  await openTab(page, 'Ficha')
  await write(page, 'Horas', '4')
  await choose(page, 'Subir imagen', { name: 'curso.png', mimeType: 'image/png', buffer: aPicture(640, 360) })
  await press(page, button(page, 'Usar la imagen entera'))
  await isSaved(page)
  await openTab(page, 'Contenido')
  await press(page, button(page, 'Nueva evaluación'))
  await write(page, 'Nombre', 'Examen de arcilla')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Examen de arcilla', level: 1 })).toBeVisible()
  await makeExam(page)

  await press(page, button(page, 'Vista previa'))
  const shown = page.frameLocator('iframe')
  await shown.getByRole('button', { name: 'Comenzar examen' }).press('Enter')
  await expect(shown.getByText('¿Qué se quita al amasar?')).toBeVisible()
  await page.keyboard.press('Escape')
  await press(page, button(page, 'Revisar y publicar'))
  await expect(button(page, 'Publicar')).toBeEnabled()
  await press(page, button(page, 'Publicar'))
  await expect(page.getByText('Publicado. Ya lo ven los alumnos.')).toBeVisible()

  const student = await freshStudent(database)
  const other = await newDevice()
  await keepSession(other, base, await openSession(base, student.correo, student.password))
  await buy(other, nombre)
  await expect(other.getByRole('heading', { level: 1, name: 'Amasar' })).toBeVisible()
  await expect(other.getByText('Amasa la arcilla hasta que no tenga aire.')).toBeVisible()
  await other.getByRole('button', { name: /^Completar/ }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Examen de arcilla' })).toBeVisible()
  await other.getByRole('main').getByRole('link', { name: nombre, exact: true }).click()
  const missing = other.getByRole('region', { name: 'Lo que falta para tu certificado' })
  await missing.getByRole('link', { name: /^Examen: Primeros pasos/ }).click()
  await takeExam(other)

  await page.goto('/gestion/calificar')
  await press(page, page.getByRole('link', { name: new RegExp(student.nombre) }))
  await expect(page.getByText('Porque el aire rompe la pieza en el horno.')).toBeVisible()
  await write(page, 'Puntos', '15')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Todo calificado. Te avisaremos cuando llegue otra respuesta.')).toBeVisible()

  await other.goto('/miscertificados')
  await expect(other.getByRole('heading', { name: nombre })).toBeVisible()
  const sheet = await other.getByRole('link', { name: `Descargar PDF de ${nombre}` }).getAttribute('href')
  const file = await other.request.get(sheet ?? '')
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
})
