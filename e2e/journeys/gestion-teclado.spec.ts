import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { aCourse, anExam } from '../../server/test/builders.ts'
import { call, openSession } from '../support/api.ts'
import { isSaved } from '../support/drafts.ts'
import { press, tabTo, write } from '../support/keyboard.ts'
import { anAnswered, freshStaff, freshStudent, type Student } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const chosen = (page: Page) => page.getByRole('region', { name: 'Elegido' })

async function enter(page: Page, { correo, password }: Student): Promise<void> {
  await page.goto('/login')
  await write(page, 'Correo electrónico', correo)
  await write(page, 'Contraseña', password)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Hola, Elena')).toBeFocused()
}

/** By a line of the side menu to a screen, whose heading takes the focus. */
async function open(page: Page, line: string, title = line): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menú de gestión' })
  await tabTo(page, menu.getByRole('link', { name: new RegExp(`^${line}`) }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(heading(page, title)).toBeFocused()
}

/** The focus stays in the screen, where the tabulator goes on. */
const staysInScreen = (page: Page) => expect(page.locator('main :focus')).toHaveCount(1)

async function gradeOne(page: Page, alumno: RegExp): Promise<void> {
  await open(page, 'Calificar')
  await press(page, page.getByRole('link', { name: alumno }))
  await expect(chosen(page)).toBeFocused()
  await write(page, 'Puntos', '7')
  await write(page, 'Comentario', 'Bien explicado.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Todo calificado. Te avisaremos cuando llegue otra respuesta.')).toBeVisible()
  await expect(heading(page, 'Calificar')).toBeFocused()
}

async function answerTicket(page: Page, correo: string): Promise<void> {
  await open(page, 'Mensajes', 'Soporte')
  await press(page, page.getByRole('listitem').getByRole('link', { name: new RegExp(correo) }))
  await expect(chosen(page)).toBeFocused()
  await write(page, 'Tu respuesta', 'Ya lo arreglamos: vuelve a abrir la lección.')
  await press(page, page.getByRole('button', { name: 'Responder', exact: true }))
  await expect(page.getByText('Este mensaje ya está atendido.').or(page.getByText('Todo al día.'))).toBeVisible()
  await staysInScreen(page)
}

async function takeAttendance(page: Page, clase: string, alumno: string): Promise<void> {
  await open(page, 'Cursos')
  await open(page, 'Clases')
  await press(page, page.getByRole('link', { name: new RegExp(`^Tomar asistencia ?: ${clase}`) }))
  await expect(heading(page, `Asistencia: ${clase}`)).toBeFocused()
  const attended = page.getByRole('group', { name: `Asistencia de ${alumno}` }).getByRole('button', { name: 'Asistió' })
  await press(page, attended.first())
  await expect(page.getByText('1 de 1', { exact: true })).toBeVisible()
  await expect(attended.first()).toBeFocused()
  await tabTo(page, page.getByRole('button', { name: `Deshacer: ${alumno}` }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('0 de 1', { exact: true })).toBeVisible()
  await expect(heading(page, `Asistencia: ${clase}`)).toBeFocused()
  await press(page, attended.first())
  await isSaved(page)
}

async function correctName(page: Page, correo: string, nombre: string): Promise<void> {
  await open(page, 'Personas', 'Alumnos')
  await tabTo(page, page.getByRole('searchbox', { name: 'Busca por nombre, correo o DNI' }))
  await page.keyboard.type(correo)
  await expect(page.getByText('1 resultado', { exact: true })).toBeVisible()
  await press(page, page.getByRole('link', { name: nombre }).first())
  await expect(heading(page, nombre)).toBeFocused()
  await tabTo(page, page.getByRole('tab', { name: 'Resumen' }))
  await page.keyboard.press('ArrowLeft')
  await write(page, 'Nombres', 'Rosalía')
  await write(page, 'Por qué se corrige', 'Así está en su DNI.')
  await press(page, page.getByRole('button', { name: 'Guardar' }))
  await isSaved(page)
  await expect(page.getByRole('form', { name: 'Nombre, documento y teléfono' })).toBeFocused()
}

async function enrol(page: Page, curso: string, correo: string): Promise<void> {
  await open(page, 'Matrículas')
  await press(page, page.getByRole('link', { name: 'Matricular', exact: true }))
  await expect(heading(page, 'Matricular')).toBeFocused()
  await tabTo(page, page.getByRole('combobox', { name: 'Cursos' }).or(page.getByRole('textbox', { name: 'Cursos' })))
  await page.keyboard.type(curso)
  await expect(page.getByRole('option', { name: curso })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await write(page, 'Personas', `Luz Rojas <${correo}>`)
  await press(page, page.getByRole('button', { name: 'Matricular a 1 persona' }))
  await expect(page.getByRole('heading', { name: '1 matrícula cambió de 1' })).toBeFocused()
  await press(page, page.getByRole('button', { name: 'Otra lista' }))
  await expect(heading(page, 'Matricular')).toBeFocused()
}

test('@escritorio una docente que también atiende trabaja sin ratón, y el foco nunca se pierde', async ({
  page,
  database,
  baseURL,
}) => {
  const base = baseURL ?? ''
  const { db, sql } = database
  const suffix = randomUUID().slice(0, 8)
  const staff = await freshStaff(database, ['docente', 'soporte'], 'Elena')
  const course = await aCourse(db, { teacher: staff.id, nombre: `Telar ${suffix}` })
  const exam = await anExam(db, { id_curso: course.id, values: [], open: [10], nombre: 'Examen de telar' })
  await anAnswered(base, database, exam, `Nilda ${suffix}`)
  const other = await aCourse(db, { teacher: staff.id, nombre: `Retablo ${suffix}` })
  const student = await freshStudent(database, [other.id])
  const clase = `Taller ${suffix}`
  await sql`INSERT INTO sesiones (id_leccion, nombre, inicio, enlace, orden)
    VALUES (${other.modulos[0]?.lecciones[0]?.id ?? 0}, ${clase}, now() - interval '1 hour', 'https://meet.example.com/a', 1)`
  const { token } = await openSession(base, student.correo, student.password)
  const mensaje = `No puedo abrir el video. ${student.correo}`
  await call(base, '/enviar-soporte', token, { method: 'POST', body: { mensaje } })

  await test.step('entra', () => enter(page, staff))
  await test.step('califica', () => gradeOne(page, new RegExp(`Nilda ${suffix}`)))
  await test.step('responde', () => answerTicket(page, student.correo))
  await test.step('toma asistencia', () => takeAttendance(page, clase, student.nombre))
  await test.step('corrige un nombre', () => correctName(page, student.correo, student.nombre))
  await test.step('matricula', () => enrol(page, `Retablo ${suffix}`, `luz-${randomUUID()}@prueba.pe`))
})
