import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { fillIn, variablesOf } from './template.ts'

const t = useApp()

describe('templates', () => {
  it.each([
    ['Hola {{nombre}}', { nombre: 'Ana' }, 'Hola Ana'],
    ['{{ a }}-{{b}}-{{a}}', { a: '1', b: '2' }, '1-2-1'],
    ['{{a}}', { a: '{{b}}', b: 'no' }, '{{b}}'],
    ['{{a}}', { a: '$& $1' }, '$& $1'],
    ['{{otra}} {{constructor}}', { a: '1' }, '{{otra}} {{constructor}}'],
    ['{ {a}} {{A}}', { a: '1' }, '{ {a}} {{A}}'],
  ])('%j with %j is %j', (template, answers, text) => {
    expect(fillIn(template, answers)).toBe(text)
  })

  it('list each variable once', () => {
    expect(variablesOf('{{a}} {{ b }} {{a}}')).toEqual(['a', 'b'])
  })
})

let token: string
let usuario: number
let tema: number

beforeAll(async () => {
  usuario = (await aPerson(t.deps.db)).id
  token = await t.tokenOf(usuario)
  const [row] = (
    await t.deps.db.execute<{ id: number }>(sql`
    WITH tema AS (INSERT INTO temas_prompt (id_cliente, nombre, descripcion, orden)
      VALUES (2, 'Artículo', 'Para escribir', 1) RETURNING id),
    abierta AS (INSERT INTO preguntas_prompt (id_tema, texto, tipo, variable, orden)
      SELECT id, '¿De qué trata?', 'abierta', 'asunto', 1 FROM tema),
    opcion AS (INSERT INTO preguntas_prompt (id_tema, texto, tipo, variable, orden)
      SELECT id, '¿Qué tono?', 'opcion', 'tono', 2 FROM tema RETURNING id),
    opciones AS (INSERT INTO opciones_prompt (id_pregunta, texto, orden) SELECT id, unnest(ARRAY['Serio', 'Alegre']), unnest(ARRAY[1, 2]) FROM opcion),
    plantillas AS (INSERT INTO plantillas_prompt (id_tema, orden, titulo, contenido)
      SELECT id, 1, 'Uno', 'Escribe sobre {{asunto}} con tono {{tono}}.' FROM tema UNION ALL
      SELECT id, 2, 'Dos', 'Resume {{asunto}}.' FROM tema)
    SELECT id FROM tema`)
  ).rows
  tema = row?.id ?? 0
})

const generate = (respuestas: unknown, id = tema) =>
  t.call('POST', `/api/prompts-generados/${id}/generar`, { token, body: { respuestas } })

describe('the prompt generator', () => {
  it('requires a login, and shows the brand’s topics and questions without templates', async () => {
    expect((await t.call('GET', '/api/temas-prompt')).status).toBe(401)
    const list = await t.call('GET', '/api/temas-prompt', { token })
    expect(list.body.data).toContainEqual({ id: tema, nombre: 'Artículo', descripcion: 'Para escribir' })
    const one = await t.call('GET', `/api/temas-prompt/${tema}`, { token })
    expect(one.body.data.preguntas).toEqual([
      expect.objectContaining({ texto: '¿De qué trata?', tipo: 'abierta', variable: 'asunto', opciones: [] }),
      expect.objectContaining({
        tipo: 'opcion',
        variable: 'tono',
        opciones: [expect.objectContaining({ texto: 'Serio' }), expect.objectContaining({ texto: 'Alegre' })],
      }),
    ])
    expect(one.body.data).not.toHaveProperty('plantillas')
  })

  it('is ordered by staff, who name every topic of their brand', async () => {
    const id_cliente = 3
    const staff = await t.tokenOf((await aPerson(t.deps.db, { id_cliente, roles: ['marca'] })).id)
    const [one, two] = await t.database.sql<{ id: number }[]>`
      INSERT INTO temas_prompt (id_cliente, nombre, orden) VALUES (3, 'Uno', 1), (3, 'Dos', 2)
      RETURNING id`
    const student = await t.tokenOf((await aPerson(t.deps.db, { id_cliente })).id)
    const order = (...ids: (number | undefined)[]) =>
      t.call('PUT', '/api/gestion/temas/orden', { token: staff, body: { ids } })
    expect((await order(two?.id, one?.id)).status).toBe(200)
    const names = async () =>
      (await t.call('GET', '/api/temas-prompt', { token: student })).body.data.map(
        ({ nombre }: { nombre: string }) => nombre,
      )
    expect(await names()).toEqual(['Dos', 'Uno'])
    for (const ids of [[one?.id], [one?.id, one?.id], [one?.id, two?.id, tema], [one?.id, tema]]) {
      const { status, body } = await order(...ids)
      expect([status, body.errors.ids]).toEqual([422, ['La lista cambió. Vuelve a abrirla.']])
    }
    expect(await names()).toEqual(['Dos', 'Uno'])
  })

  it('is limited to the own brand', async () => {
    const other = await t.tokenOf((await aPerson(t.deps.db, { id_cliente: 1 })).id)
    expect((await t.call('GET', '/api/temas-prompt', { token: other })).body.data).toEqual([])
    expect((await t.call('GET', `/api/temas-prompt/${tema}`, { token: other })).status).toBe(404)
  })

  it('takes an option that was stored in another form', async () => {
    const [row] = await t.database.sql<{ id: number }[]>`
      WITH tema AS (INSERT INTO temas_prompt (id_cliente, nombre, orden) VALUES (2, 'Formas', 2) RETURNING id),
      pregunta AS (INSERT INTO preguntas_prompt (id_tema, texto, tipo, variable, orden)
        SELECT id, '¿Qué tono?', 'opcion', 'tono', 1 FROM tema RETURNING id, id_tema),
      opcion AS (INSERT INTO opciones_prompt (id_pregunta, texto, orden) SELECT id, ${'Irónico'.normalize('NFD')}, 1 FROM pregunta),
      plantilla AS (INSERT INTO plantillas_prompt (id_tema, orden, titulo, contenido)
        SELECT id_tema, 1, 'Uno', 'Con tono {{tono}}.' FROM pregunta)
      SELECT id FROM tema`
    const { opciones } = (await t.call('GET', `/api/temas-prompt/${row?.id}`, { token })).body.data.preguntas[0]
    const made = await generate({ tono: opciones[0].texto }, row?.id)
    expect([made.status, made.body.data?.[0].contenido_generado]).toEqual([200, 'Con tono Irónico.'])
    await t.database.sql`UPDATE temas_prompt SET estado = 0 WHERE id = ${row?.id ?? 0}`
    await t.database.sql`DELETE FROM prompts_generados WHERE id_tema = ${row?.id ?? 0}`
  })

  it('fills in every template and stores it in the caller’s history', async () => {
    const made = await generate({ asunto: '  las {{tono}} abejas ', tono: 'Serio', intrusa: 'x' })
    expect([made.status, made.body.data]).toEqual([
      200,
      [
        { titulo: 'Uno', contenido_generado: 'Escribe sobre las {{tono}} abejas con tono Serio.' },
        { titulo: 'Dos', contenido_generado: 'Resume las {{tono}} abejas.' },
      ],
    ])
    const mine = await t.call('GET', '/api/prompts-generados', { token })
    expect(mine.body.data).toMatchObject({
      total: 1,
      data: [
        { tema: 'Artículo', respuestas: { asunto: 'las {{tono}} abejas', tono: 'Serio' }, resultados: made.body.data },
      ],
    })
    const other = await t.tokenOf((await aPerson(t.deps.db)).id)
    expect((await t.call('GET', '/api/prompts-generados', { token: other })).body.data.total).toBe(0)
  })

  it.each([
    [{}, { asunto: ['Escribe tu respuesta.'], tono: ['Elige una opción.'] }],
    [{ asunto: '   ', tono: 'Serio' }, { asunto: ['Escribe tu respuesta.'] }],
    [{ asunto: 'x', tono: 'Otro' }, { tono: ['Elige una opción.'] }],
  ])('refuses %j under each variable', async (respuestas, errors) => {
    const refused = await generate(respuestas)
    expect([refused.status, refused.body.errors]).toEqual([422, errors])
  })

  it('refuses long answers and unknown topics', async () => {
    const refused = await generate({ asunto: 'a'.repeat(2001), tono: 'Serio' })
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body.errors)).toContain('Puede tener hasta 2000 caracteres.')
    expect((await generate({ asunto: 'a' }, 999_999)).status).toBe(404)
  })
})
