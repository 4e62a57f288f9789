import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { isSaved } from '../support/drafts.ts'
import { press, tabTo, toRow } from '../support/keyboard.ts'
import { freshStaff } from '../support/people.ts'
import { aPicture } from '../support/png.ts'
import { expect, test } from '../support/test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
/** The same acts by touch on the phone and with the keyboard alone on the desktop. */
function handsOf(page: Page, touch: boolean) {
  const use = async (target: Locator) => (touch ? target.tap() : press(page, target))
  const write = async (target: Locator, text: string) => {
    if (touch) return target.fill(text)
    await tabTo(page, target)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.insertText(text)
  }
  const choose = async (field: Locator, option: Locator) => {
    if (touch) {
      await field.tap()
      return option.tap()
    }
    await tabTo(page, field)
    await page.keyboard.press('ArrowDown')
    await expect(option).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  const upload = async (name: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent('filechooser')
    await use(button(page, name))
    await (await chooser).setFiles(file)
  }
  /** Tabs and the rows of the outline are one stop of the tabulator each; the arrows go among them. */
  const openTab = async (name: string) => {
    const tab = page.getByRole('tab', { name, exact: true })
    if (touch) await tab.tap()
    else {
      const selected = page.getByRole('tab', { selected: true })
      await tabTo(page, selected)
      for (let stops = 0; stops < 6 && (await selected.textContent()) !== name; stops++) {
        const before = (await selected.textContent()) ?? ''
        await page.keyboard.press('ArrowRight')
        await expect(selected).not.toHaveText(before)
      }
    }
    await expect(tab).toHaveAttribute('aria-selected', 'true')
  }
  const inRow = async (name: string, target: Locator) => {
    if (touch) return target.tap()
    await toRow(page, name)
    await press(page, target)
  }
  return { use, write, choose, upload, openTab, inRow }
}

test('de un curso vacío a la tienda, con el teclado o con el dedo', { tag: '@gate' }, async ({
  page,
  database,
  login,
  isMobile,
}) => {
  const { use, write, choose, upload, openTab, inRow } = handsOf(page, isMobile)
  const teacher = await freshStaff(database, ['marca', 'docente'], 'Elena')
  const nombre = `Vidrio ${randomUUID()}`
  await login(page, teacher)
  await page.goto('/gestion/cursos')
  await use(button(page, 'Nuevo curso'))
  await write(page.getByRole('dialog').getByRole('textbox', { name: 'Nombre' }), nombre)
  const category = page.getByRole('dialog').getByRole('combobox', { name: 'Categoría' })
  await choose(category, page.getByRole('listbox').getByRole('option').first())
  await use(button(page, 'Crear el curso'))

  await expect(textbox(page, 'Módulo nuevo')).toBeFocused()
  await write(textbox(page, 'Módulo nuevo'), 'Primeros pasos\nEn el horno')
  await use(button(page, 'Agregar 2 módulos'))
  const add = (name: string) =>
    page
      .getByRole('row', { name: `Agregar en ${name}` })
      .getByRole('button')
      .first()
  await inRow('Agregar en Primeros pasos', add('Primeros pasos'))
  await write(textbox(page, 'Lección nueva en Primeros pasos'), '1. Soplar\n2. Cortar')
  await use(button(page, 'Agregar 2 lecciones'))
  await expect(page.getByRole('link', { name: 'Cortar' })).toBeVisible()
  await inRow('Agregar en En el horno', add('En el horno'))
  await write(textbox(page, 'Lección nueva en En el horno'), 'Templar')
  await use(
    page.getByRole('row', { name: 'Agregar en En el horno' }).getByRole('button', { name: 'Agregar', exact: true }),
  )
  await inRow('Soplar', page.getByRole('link', { name: 'Soplar', exact: true }))

  await use(button(page, 'Agregar video'))
  await write(textbox(page, 'Dirección del video 1'), 'https://youtu.be/aqz-KE-bpKQ')
  await expect(button(page, 'Ver el video')).toBeVisible()
  await upload('Subir archivos', { name: 'guia.txt', mimeType: 'text/plain', buffer: Buffer.from('Guía') })
  await expect(textbox(page, 'Nombre del material 1')).toHaveValue('guia')
  await isSaved(page)
  await use(page.getByRole('link', { name: nombre, exact: true }))

  await openTab('Ficha y precio')
  await write(textbox(page, 'Horas'), '4')
  await upload('Subir imagen', { name: 'curso.png', mimeType: 'image/png', buffer: aPicture(640, 360) })
  await use(button(page, 'Usar la imagen entera'))
  await isSaved(page)
  await write(textbox(page, 'Precio'), '120')
  await use(button(page, 'Guardar'))
  await write(page.getByRole('combobox', { name: 'Docentes' }), teacher.nombre)
  const found = page.getByRole('option', { name: teacher.nombre })
  await expect(found).toBeVisible()
  if (isMobile) await found.tap()
  else {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('status').getByText('Guardado', { exact: true })).toBeVisible()

  await openTab('Contenido')
  await use(button(page, 'Nueva evaluación'))
  await write(textbox(page, 'Nombre'), 'Examen de vidrio')
  await use(button(page, 'Crear y escribir las preguntas'))
  await use(button(page, 'Agregar pregunta'))
  const kind = page.getByRole('menuitem', { name: 'Respuesta corta', exact: true })
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1)
  if (isMobile) await kind.tap()
  else {
    for (let stops = 0; stops < 8 && (await kind.and(page.locator(':focus')).count()) === 0; stops++)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await write(textbox(page, 'Pregunta'), '¿Dónde se templa?')
  await write(textbox(page, 'Respuesta aceptada 1'), 'En el horno')
  await use(button(page, 'Repartir 100 puntos por igual'))
  await isSaved(page)

  await use(button(page, 'Vista previa'))
  const shown = page.frameLocator('iframe')
  const start = shown.getByRole('button', { name: 'Comenzar examen' })
  await (isMobile ? start.tap() : start.press('Enter'))
  await expect(shown.getByText('¿Dónde se templa?')).toBeVisible()
  await page.keyboard.press('Escape')
  await use(button(page, 'Revisar y publicar'))
  await expect(page.getByText('Hay menos de 4 resultados en «Lo que aprenderás».')).toBeVisible()
  // The lessons that no one opened, and the module that has no other, are named and stay hidden.
  const held = page.getByRole('status').filter({ hasText: '2 lecciones vacías: quedarán ocultas' })
  for (const name of ['Cortar', 'Templar', 'En el horno'])
    await expect(held.getByRole('link', { name, exact: true })).toBeVisible()
  await expect(button(page, 'Publicar')).toBeEnabled()
  await use(button(page, 'Publicar'))
  await expect(page.getByText('Publicado. Ya lo ven los alumnos.')).toBeVisible()
  await page.goto(`/cursos?q=${encodeURIComponent(nombre)}`)
  await expect(page.getByRole('link', { name: nombre }).first()).toBeVisible()
})
