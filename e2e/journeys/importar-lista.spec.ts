import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Download, Page } from '@playwright/test'
import { aCourse, aPerson } from '../../server/test/builders.ts'
import { freshStaff, letterTo } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const NAMES = ['Ana', 'Beto', 'Celia', 'Diego', 'Elsa', 'Fabio']

async function choose(page: Page, name: string, text: string) {
  const opened = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Elegir archivo' }).press('Enter')
  await (await opened).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}

const textOf = async (download: Download): Promise<string> => readFileSync(await download.path(), 'utf8')

const downloaded = async (page: Page, button: string): Promise<string> => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return textOf(await download)
}

test('soporte importa una clase de 30 con dos filas mal, y luego su archivo corregido', async ({
  page,
  login,
  database,
  dataDir,
  axe,
  watch,
}) => {
  watch.allow(/status of 422/)
  const suffix = randomUUID().slice(0, 8)
  const nombre = `Encuadernación ${suffix}`
  const course = await aCourse(database.db, { nombre, id_cliente: 2 })
  const staff = await freshStaff(database, ['soporte'])
  const [grupo] = await database.sql<{ id: number }[]>`INSERT INTO grupos (id_curso, nombre, aforo, id_usuario)
    VALUES (${course.id}, 'Turno noche', 40, ${staff.id}) RETURNING id`
  const known = await aPerson(database.db, { nombres: 'Luz', apellidos: `Rojas ${suffix}` })
  const mailOf = (at: number) => (at === 0 ? known.correo : `alumno${at}-${suffix}@prueba.pe`)
  const lines = Array.from({ length: 30 }, (_, at) => {
    const place = at === 7 ? 'Curso que no hay' : nombre.toUpperCase()
    const dni = at === 19 ? '123' : ''
    return `${mailOf(at)};${NAMES[at % NAMES.length]};Paz Ñahui;${dni};${place};turno noche;Lima`
  })
  const file = (rows: string[]) => ['Correo;Nombres;Apellidos;DNI;Curso;Grupo;Sede', ...rows].join('\r\n')

  await login(page, staff)
  await page.goto('/gestion/alumnos')
  await page.getByRole('link', { name: 'Importar una lista' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Importar una lista' })).toBeVisible()
  await axe(page)
  expect(await downloaded(page, 'Descargar un ejemplo')).toContain('correo;nombres;apellidos;tipo_documento')
  await choose(page, 'sin-correos.csv', 'nombres;apellidos\nAna;Paz')
  await expect(page.getByRole('alert')).toHaveText('No pudimos leer el archivo: falta la columna «correo».')
  await axe(page)

  await choose(page, 'clase.csv', file(lines))
  await expect(
    page.getByText('Se crearán 27 cuentas, cambiarán 1, quedan igual 0; 2 filas tienen errores.'),
  ).toBeVisible({
    timeout: 15_000,
  })
  await expect(page.getByText('Esto no se trae: «Sede» (30 filas). Lo demás sí.')).toBeVisible()
  await axe(page)
  expect(await database.sql`SELECT 1 FROM matriculas WHERE id_curso = ${course.id}`).toHaveLength(0)
  await page.getByRole('link', { name: 'Ver las filas con errores' }).press('Enter')
  const rows = page.getByRole('row').or(page.getByRole('listitem'))
  await expect(rows.filter({ hasText: mailOf(7) })).toContainText('No hay un curso «Curso que no hay».')
  await expect(rows.filter({ hasText: mailOf(19) })).toContainText('El DNI debe tener 8 dígitos.')
  await expect(rows.filter({ hasText: mailOf(1) })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Importar las 28 correctas' })).toBeVisible()

  const wrong = await downloaded(page, 'Descargar errores')
  expect(wrong.split('\r\n')).toHaveLength(4)
  await page.getByRole('button', { name: 'Importar las 28 correctas' }).dblclick()
  await expect(page.getByText('Listo: 27 cuentas nuevas, 1 matrícula.')).toBeVisible({ timeout: 15_000 })
  await axe(page)

  await page.getByRole('link', { name: 'Subir otro archivo' }).click()
  await choose(page, 'corregidas.csv', wrong.replace(';Curso que no hay;', `;${nombre};`).replace(';123;', ';;'))
  await expect(
    page.getByText('Se crearán 2 cuentas, cambiarán 0, quedan igual 0; ninguna fila tiene errores.'),
  ).toBeVisible({
    timeout: 15_000,
  })
  await page.getByRole('button', { name: 'Importar', exact: true }).click()
  await expect(page.getByText('Listo: 2 cuentas nuevas.')).toBeVisible({ timeout: 15_000 })
  const placed = await database.sql`SELECT u.nombres FROM matriculas m JOIN usuarios u ON u.id = m.id_usuario
    WHERE m.id_curso = ${course.id} AND m.id_grupo = ${grupo?.id ?? 0} ORDER BY u.correo = ${known.correo} DESC`
  expect(placed).toHaveLength(30)
  expect(placed[0]).toEqual({ nombres: 'Luz' })
  expect(await letterTo(dataDir, mailOf(7))).toContain('Hola, Beto:')

  await page.goto('/gestion/importaciones')
  await choose(
    page,
    'clase.csv',
    file(lines.map((line) => line.replace('Curso que no hay', nombre).replace(';123;', ';;'))),
  )
  await expect(page.getByText('Se crearán 0 cuentas, cambiarán 0, quedan igual 30;')).toBeVisible({ timeout: 15_000 })
})
