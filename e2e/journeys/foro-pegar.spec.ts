import { aCourse } from '../../server/test/builders.ts'
import { FROM_DOCS, FROM_LIBREOFFICE, FROM_WORD } from '../../server/test/clipboards.ts'
import { freshStudent } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** Runs in the page: pastes at the caret, as a browser hands the clipboard over. */
const paste = (html: string) => `(() => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/html', ${JSON.stringify(html)})
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
})()`

const LETTER =
  '<h2>Guía del taller</h2><p>Traigan <strong>arcilla</strong> y <em>agua</em>.</p><p></p>' +
  '<p>El taller dura dos horas.</p><ul><li><p>Amasar</p></li><li><p>Modelar</p></li></ul>'
const TABLE = '<table><tbody><tr><td><p>Semana</p></td><td><p>Tema</p></td></tr></tbody></table>'

const PROGRAMS = [
  ['Word', FROM_WORD],
  ['Documentos de Google', FROM_DOCS],
  ['LibreOffice', FROM_LIBREOFFICE],
] as const

test('lo que se pega de Word, Google y LibreOffice llega limpio', async ({ page, database, login }) => {
  const course = await aCourse(database.db)
  const student = await freshStudent(database, [course.id])
  const [forum] = await database.sql<{ id: number }[]>`
    INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, descripcion, contenido, texto)
    VALUES (2, ${student.id}, 'curso', ${course.id}, 'Pegado', '', '<p>Texto</p>', 'Texto') RETURNING id`
  await login(page, student)
  const editor = page.getByRole('textbox', { name: 'Tu respuesta' })
  const post = page.getByRole('article').filter({ hasText: 'Guía del taller' })
  const saved = async () => {
    const [row] = await database.sql<{ contenido: string }[]>`
      SELECT contenido FROM posts_foro WHERE id_usuario = ${student.id} ORDER BY id DESC LIMIT 1`
    return row?.contenido
  }
  const pasteIntoReply = async (html: string) => {
    await page.goto(`/foro/${forum?.id}`)
    await page
      .getByRole('button', { name: /^Escrib(e|ir) una respuesta/ })
      .first()
      .click()
    await editor.click()
    await page.evaluate(paste(html))
  }
  for (const [program, html] of PROGRAMS)
    await test.step(program, async () => {
      await pasteIntoReply(html)
      await expect(editor.getByRole('cell')).toHaveText(['Semana', 'Tema'])
      await expect(editor.getByRole('listitem')).toHaveText(['Amasar', 'Modelar'])
      await page.keyboard.type(` ${program}`)
      await page.keyboard.press('Control+Enter')
      await expect(post.filter({ hasText: program }).getByRole('cell')).toHaveText(['Semana', 'Tema'])
      expect(await saved()).toBe(`${LETTER}${TABLE}<p>Fin. ${program}</p>`)
    })
  await test.step('una tabla se quita como una imagen', async () => {
    await pasteIntoReply(FROM_WORD)
    await page.keyboard.press('Home')
    // The editor hears of the caret's place a moment later.
    await expect(async () => {
      await page.keyboard.press('Backspace')
      await expect(editor.locator('table.ProseMirror-selectednode')).toBeVisible({ timeout: 1000 })
    }).toPass()
    await page.keyboard.press('Backspace')
    await expect(editor.getByRole('table')).toHaveCount(0)
    await expect(editor).toContainText('Fin.')
  })
  await test.step('palabras sin párrafo no se pegan entre sí', async () => {
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await pasteIntoReply('uno<p></p>dos')
    await expect(editor.getByRole('paragraph')).toHaveText(['uno', '', 'dos'])
  })
})
