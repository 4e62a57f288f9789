import { PAGE_KEYS } from '@campus/contract/rules'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aBrand, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { clientes } from '../brands/brands.tables.ts'
import { DEFAULT_PAGES } from './default-pages.ts'
import { fillPage, PLACEHOLDER_NAMES } from './filling.ts'

const t = useApp()

const admin = async (id_cliente = 2) =>
  t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador', id_cliente })).id)

const OWNER = {
  nombre: 'Aula *Nueva*',
  razon_social: 'Aula Nueva S.A.C.',
  ruc: '20600000009',
  direccion: 'Av. Uno 1, Lima',
  telefono: '+51 1 555 0199',
  correo: 'hola@aula.pe',
  devolucion_dias: 15,
  devolucion_avance: 30,
}

describe('GET /api/paginas and /api/paginas/{clave}', () => {
  it('return default pages with the brand’s data', async () => {
    await aBrand(t.deps.db, 1)
    const data = { razon_social: 'Uno S.A.C.', ruc: '20600000001', direccion: 'Av. Sol 1', correo: 'hola@uno.pe' }
    await t.deps.db.update(clientes).set(data).where(eq(clientes.id, 1))
    expect((await t.call('GET', '/api/paginas?marca=1')).body.data).toEqual([
      { clave: 'terminos', titulo: 'Términos y condiciones' },
      { clave: 'privacidad', titulo: 'Política de privacidad' },
      { clave: 'preguntas-frecuentes', titulo: 'Preguntas frecuentes' },
      { clave: 'reembolsos', titulo: 'Política de reembolsos' },
    ])
    const { status, body } = await t.call('GET', '/api/paginas/terminos?marca=marca-1')
    expect([status, body.data.titulo, body.data.actualizado_en]).toEqual([200, 'Términos y condiciones', null])
    expect(body.data.html).toContain(
      '<strong>Uno S.A.C.</strong>, con RUC 20600000001, con domicilio en Av. Sol 1 (en adelante, «Marca 1»',
    )
    expect(body.data.html).toContain('Ley 29571')
    expect(body.data.html).toContain('href="/libro-de-reclamaciones"')
    for (const clave of PAGE_KEYS) {
      const page = (await t.call('GET', `/api/paginas/${clave}?marca=1`)).body.data
      expect(page.html).not.toMatch(/\{\{|<h1|<script/)
    }
    const absent = await t.call('GET', '/api/paginas/cookies')
    expect([absent.status, absent.body.code]).toEqual([404, 'NO_ENCONTRADO'])
  })

  it('promise a refund for a change of mind only where the brand gives one', async () => {
    await aBrand(t.deps.db, 1)
    const pages = async (devolucion_dias: number) => {
      await t.deps.db.update(clientes).set({ devolucion_dias }).where(eq(clientes.id, 1))
      const keys = ['reembolsos', 'preguntas-frecuentes']
      const answers = await Promise.all(keys.map((clave) => t.call('GET', `/api/paginas/${clave}?marca=1`)))
      return answers.map(({ body }) => body.data.html as string)
    }
    const [terms = '', questions = ''] = await pages(15)
    expect(terms).toContain('Tienes <strong>15 días calendario</strong>')
    expect(terms).toContain('sin importar tu avance ni los 15 días, cuando')
    expect(terms).not.toContain('Si cambias de opinión')
    expect(questions).toContain('<p>Sí, dentro de los plazos')

    const [none = '', answer = ''] = await pages(0)
    expect(none).toContain('<h2>Si cambias de opinión</h2>')
    expect(none).toContain('<p>No hay devolución por cambio de opinión. Tampoco')
    expect(none).toContain('Devolvemos el total, sin importar tu avance, cuando')
    expect(none).not.toMatch(/días calendario|0 días|Pasados los/)
    expect(answer).toContain('<p>Por cambio de opinión, no.')
  })

  it('the default pages answer at least twelve questions and name the two laws', () => {
    expect(DEFAULT_PAGES['preguntas-frecuentes'].markdown.match(/^## ¿/gm)?.length).toBeGreaterThanOrEqual(12)
    expect(DEFAULT_PAGES.privacidad.markdown).toMatch(/Ley 29733[\s\S]*016-2024-JUS/)
    for (const { markdown } of Object.values(DEFAULT_PAGES)) {
      for (const [, place = ''] of markdown.matchAll(/\{\{(.*?)\}\}/g)) expect(PLACEHOLDER_NAMES).toContain(place)
    }
  })
})

describe('PUT /api/paginas/{clave}', () => {
  it('is for administrators of the brand; texts are sanitized on read and returned unchanged for editing', async () => {
    const form = { titulo: ' Reembolsos ', markdown: '# Hola\n\n{{marca}} <script>alert(1)</script> [x](javascript:1)' }
    const student = await t.tokenOf((await aPerson(t.deps.db)).id)
    expect((await t.call('PUT', '/api/paginas/reembolsos', { body: form })).status).toBe(401)
    expect((await t.call('PUT', '/api/paginas/reembolsos', { token: student, body: form })).status).toBe(403)
    expect((await t.call('GET', '/api/paginas/reembolsos/fuente', { token: student })).status).toBe(403)
    const token = await admin(3)
    const saved = await t.call('PUT', '/api/paginas/reembolsos', { token, body: form })
    expect([saved.status, saved.body.data]).toMatchObject([
      200,
      { clave: 'reembolsos', titulo: 'Reembolsos', markdown: form.markdown, propia: true },
    ])
    const shown = (await t.call('GET', '/api/paginas/reembolsos?marca=3')).body.data
    expect(shown.html).toContain('<h2>Hola</h2>')
    expect(shown.html).toContain('Marca 3')
    expect(shown.html).not.toMatch(/<script|href="javascript/)
    expect(shown.actualizado_en).toMatch(/^\d{4}-\d\d-\d\dT/)
    // The page of another brand is unchanged.
    expect((await t.call('GET', '/api/paginas/reembolsos?marca=2')).body.data.actualizado_en).toBeNull()
    const again = { titulo: 'Devoluciones', markdown: 'Dos.' }
    await t.call('PUT', '/api/paginas/reembolsos', { token, body: again })
    expect((await t.call('GET', '/api/paginas/reembolsos/fuente', { token })).body.data).toMatchObject(again)
    expect((await t.call('GET', '/api/paginas?marca=3')).body.data[3]).toEqual({
      clave: 'reembolsos',
      titulo: 'Devoluciones',
    })
  })

  it('is a publication: versions have it, and a draft that was open goes there', async () => {
    const token = await admin(1)
    const url = '/api/gestion/documentos/pagina:privacidad'
    const draft = { documento: { titulo: 'De otra persona', markdown: 'Borrador.' }, version: 0 }
    expect((await t.call('PUT', url, { token: await admin(1), body: draft })).status).toBe(200)
    const form = { titulo: 'Privacidad', markdown: 'Tus datos son tuyos.' }
    expect((await t.call('PUT', '/api/paginas/privacidad', { token, body: form })).status).toBe(200)
    expect((await t.call('GET', url, { token })).body.data).toMatchObject({ documento: form, borrador: false })
    const versions = await t.call('GET', '/api/gestion/versiones?objeto=pagina:privacidad', { token })
    expect(versions.body.data.data.map(({ motivo }: { motivo: string }) => motivo)).toEqual([
      'publicada',
      'reemplazada',
    ])
  })

  it('reports errors under their field', async () => {
    const token = await admin()
    const put = async (body: unknown) => (await t.call('PUT', '/api/paginas/terminos', { token, body })).body.errors
    expect(await put({ titulo: '  ', markdown: '' })).toEqual({
      titulo: ['El título es obligatorio.'],
      markdown: ['El texto es obligatorio.'],
    })
    expect(await put({})).toEqual({ titulo: ['El título es obligatorio.'], markdown: ['El texto es obligatorio.'] })
    expect(await put({ titulo: 'a'.repeat(121), markdown: 'a'.repeat(60_001) })).toEqual({
      titulo: ['El título puede tener hasta 120 caracteres.'],
      markdown: ['El texto puede tener hasta 60 000 caracteres.'],
    })
    expect(await put({ titulo: 'Términos', markdown: 'De {{empresa}}.' })).toEqual({
      markdown: ['No existe {{empresa}}.'],
    })
    expect((await t.call('PUT', '/api/paginas/otra', { token, body: { titulo: 'a', markdown: 'b' } })).status).toBe(404)
  })
})

describe('fillPage', () => {
  it.each([
    ['{{marca}}', 'Aula \\*Nueva\\*'],
    ['{{ vendedor }}', '**Aula Nueva S.A.C.**, con RUC 20600000009, con domicilio en Av. Uno 1, Lima'],
    ['{{contacto}}', 'el correo [hola@aula.pe](mailto:hola@aula.pe) o el teléfono +51 1 555 0199'],
    ['{{devolucion_dias}} días, {{devolucion_avance}} %', '15 días, 30 %'],
    ['{{nada}} {ruc}', '{{nada}} {ruc}'],
    ['Uno{{con_devolucion}} dos {{marca}}{{ fin }}{{sin_devolucion}} tres{{fin}}.', 'Uno dos Aula \\*Nueva\\*.'],
    ['Uno{{sin_devolucion}} dos {{marca}}', 'Uno'],
  ])('%s is %s', (markdown, filled) => expect(fillPage(markdown, OWNER)).toBe(filled))

  it('omits missing brand data', () => {
    const bare = { ...OWNER, nombre: 'Uno', razon_social: '', ruc: '', direccion: '', telefono: '', correo: '' }
    expect(fillPage('{{vendedor}}; {{contacto}}', bare)).toBe('**Uno**; el [formulario de soporte](/soporte)')
  })
})
