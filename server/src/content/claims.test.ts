import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anAcademy, type Changes } from '../../test/academy.ts'
import { aBrand, aPerson } from '../../test/builders.ts'
import { useApp } from '../../test/harness.ts'
import { loadAcademy } from './load.ts'

const BRAND = 'prueba/marca.yaml'
const PEOPLE = 'personas.yaml'
const WITHOUT_ID: Changes = { [BRAND]: ['id: 3\n', ''] }

function useLoads() {
  const t = useApp()
  const rows = async (query: ReturnType<typeof sql>) => (await t.deps.db.execute(query)).rows
  const load = (changes: Changes = {}) =>
    loadAcademy(t.deps, anAcademy(changes), { demo: true, password: 'Campus-2026' })
  return {
    t,
    rows,
    load,
    brands: () => rows(sql`SELECT id, slug FROM clientes ORDER BY id`),
    refusalOf: async (changes: Changes) =>
      load(changes).then(
        () => 'loaded',
        (error: Error) => error.message,
      ),
  }
}

describe('a second academy with the id of the first', () => {
  const { t, rows, load, brands, refusalOf } = useLoads()

  it('is refused, with nothing changed, and loaded without the id', async () => {
    await aBrand(t.deps.db, 3)
    const student = await aPerson(t.deps.db, { id_cliente: 3 })
    const before = await rows(sql`SELECT * FROM clientes`)
    expect(await refusalOf({})).toBe(`${BRAND}:1: el id 3 es de «marca-3»; quita la línea id y se elige uno libre`)
    expect(await rows(sql`SELECT * FROM clientes`)).toEqual(before)
    expect(await rows(sql`SELECT id, id_cliente FROM usuarios`)).toEqual([{ id: student.id, id_cliente: 3 }])
    await load(WITHOUT_ID)
    expect(await brands()).toEqual([
      { id: 3, slug: 'marca-3' },
      { id: 4, slug: 'prueba' },
    ])
  })
})

describe('an academy without an id', () => {
  const { load, brands, refusalOf } = useLoads()

  it('gets one that stays, 2 for the first', async () => {
    await load(WITHOUT_ID)
    await load(WITHOUT_ID)
    expect(await brands()).toEqual([{ id: 2, slug: 'prueba' }])
    expect(await refusalOf({ [BRAND]: ['id: 3', 'id: 5'] })).toBe(
      `${BRAND}:1: aquí «prueba» tiene el id 2; quita la línea id`,
    )
  })
})

describe('an academy without an id beside brand 1', () => {
  const { t, load, brands } = useLoads()

  it('does not get 2, which would become the default', async () => {
    await aBrand(t.deps.db, 1)
    await load(WITHOUT_ID)
    expect(await brands()).toEqual([
      { id: 1, slug: 'marca-1' },
      { id: 3, slug: 'prueba' },
    ])
  })
})

describe('what is another brand’s', () => {
  const { t, rows, load, brands, refusalOf } = useLoads()

  it('is not taken: domains and mails', async () => {
    await aBrand(t.deps.db, 1)
    await rows(sql`UPDATE clientes SET dominios = '{prueba.pe}' WHERE id = 1`)
    const teacher = await aPerson(t.deps.db, { id_cliente: 1, correo: 'Profe@prueba.pe' })
    expect((await refusalOf({})).split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${PEOPLE}:\\d+: profe@prueba.pe es de una persona de «marca-1»$`)),
      expect.stringMatching(new RegExp(`^${BRAND}:\\d+: el dominio prueba.pe es de «marca-1»$`)),
    ])
    expect(await brands()).toEqual([{ id: 1, slug: 'marca-1' }])
    await rows(sql`UPDATE clientes SET dominios = '{}'`)
    await rows(sql`UPDATE usuarios SET correo = 'libre@prueba.pe' WHERE id = ${teacher.id}`)
    expect(await load()).toMatchObject({ marcas: 1 })
  })

  it('is not taken: the DNI of another person of the brand', async () => {
    const [owner] = await rows(
      sql`UPDATE usuarios SET correo = 'otra@prueba.pe' WHERE id_cliente = 3 AND numero_documento IS NOT NULL
        RETURNING numero_documento AS dni`,
    )
    expect(await refusalOf({})).toMatch(new RegExp(`^${PEOPLE}:\\d+: el DNI ${owner?.dni} es de otra@prueba.pe$`))
  })
})
