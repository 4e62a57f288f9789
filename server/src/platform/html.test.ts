import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, anExam, aPerson } from '../../test/builders.ts'
import { useApp } from '../../test/harness.ts'
import { cleanHtml, markdownToHtml } from './html.ts'

describe('the allow-list', () => {
  it.each([
    ['a script', '<p>Hola<script>alert(1)</script></p>', '<p>Hola</p>'],
    ['a handler', '<img src="/a.png" onerror="alert(1)">', '<img src="/a.png" />'],
    ['an address that acts', '<a href="javascript:alert(1)">x</a>', /^<a rel="[^"]+">x<\/a>$/],
    ['data in a picture', '<img src="data:image/svg+xml,<svg onload=alert(1)>">', ''],
    ['a frame', '<iframe src="https://malo.pe"></iframe>', ''],
    ['a style', '<p style="position:fixed" class="x" id="y">Hola</p>', '<p>Hola</p>'],
    ['a form', '<form action="https://malo.pe"><input name="clave">Hola</form>', 'Hola'],
  ])('takes out %s', (_what, html, clean) => {
    expect(cleanHtml(html)).toEqual(typeof clean === 'string' ? clean : expect.stringMatching(clean))
  })

  it('leaves what an author writes', () => {
    const html = '<h2>Título</h2><ul><li><strong>uno</strong></li></ul><table><tr><td align="left">1</td></tr></table>'
    expect(cleanHtml(html)).toBe(html)
    expect(markdownToHtml('# Uno\n\n**dos** <b>tres</b>')).toBe(
      '<h2>Uno</h2>\n<p><strong>dos</strong> &lt;b&gt;tres&lt;/b&gt;</p>',
    )
  })
})

describe('HTML that somebody wrote into the database', () => {
  const t = useApp()

  it('is cleaned again when it is shown', async () => {
    const { db } = t.deps
    const bad = '<p>Bien</p><img src="x" onerror="alert(1)"><script>alert(1)</script>'
    const course = await aCourse(db)
    const [modulo] = course.modulos
    const lesson = modulo?.lecciones[0]?.id ?? 0
    const exam = await anExam(db, { id_curso: course.id, id_modulo: modulo?.id, instrucciones: bad })
    await anExam(db, { id_curso: course.id, instrucciones: bad })
    await db.execute(sql`UPDATE cursos SET descripcion = ${bad} WHERE id = ${course.id}`)
    await db.execute(sql`UPDATE lecciones SET contenido = ${bad} WHERE id = ${lesson}`)
    await db.execute(
      sql`INSERT INTO materiales (id_leccion, tipo, nombre, texto, orden) VALUES (${lesson}, 'Texto', 'Notas', ${bad}, 1)`,
    )
    const person = await aPerson(db)
    await anEnrolment(db, person.id, course.id)
    const token = await t.tokenOf(person.id)
    for (const path of [
      'cursos',
      `cursos/${course.id}`,
      `cursos/detallado/${course.id}`,
      `cursos/usuario/${person.id}`,
      `lecciones/detallado/${lesson}`,
      `materiales/leccion/${lesson}`,
      `evaluacion/${exam.id}`,
      `evaluaciones/modulo/${modulo?.id}`,
      `evaluaciones/solo/curso/${course.id}`,
    ]) {
      const answer = await t.call('GET', `/api/${path}`, { token })
      expect(answer.status, path).toBe(200)
      expect(String(answer.raw), path).toContain('<p>Bien</p>')
      expect(String(answer.raw), path).not.toMatch(/alert|onerror|<script/)
    }
  })
})
