import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { type List, listRows, matchesWords } from './lists.ts'

const t = useApp()

type Filters = { ciudad?: string | undefined }
type Row = { id: number; nombres: string; matriculas: number }

const PEOPLE: List<Filters> = {
  from: sql.raw('usuarios u'),
  id: sql.raw('u.id'),
  columns: sql.raw('u.id, u.nombres, (SELECT count(*)::int FROM matriculas m WHERE m.id_usuario = u.id) AS matriculas'),
  sorts: {
    nombre: { by: sql.raw('u.nombres'), type: 'text' },
    alta: { by: sql.raw('u.creado_en'), type: 'timestamptz' },
  },
  defaultSort: '-alta',
  search: (q) => matchesWords(sql.raw('u.busqueda'), q),
  filters: { ciudad: (value) => sql`u.ciudad = ${value}` },
}

const OURS = sql`u.id_cliente = 3`
const NAMES = ['Ana', 'Ana', 'Bruno', 'Ñusta', 'Óscar', 'Zoila', '50 % «Luz»']

beforeAll(async () => {
  for (const [at, nombres] of NAMES.entries())
    await aPerson(t.deps.db, { id_cliente: 3, nombres, apellidos: 'Pérez', ciudad: at < 2 ? 'Cusco' : 'Lima' })
  await aPerson(t.deps.db, { nombres: 'De otra marca' })
})

const page = (asked: Parameters<typeof listRows<Row, Filters>>[2] = {}, size = 3) =>
  listRows<Row, Filters>(t.deps.db, PEOPLE, asked, OURS, size)

async function everything(orden?: string): Promise<string[]> {
  const names: string[] = []
  for (let desde: string | null | undefined; desde !== null; ) {
    const { data, siguiente } = await page({ orden, desde: desde ?? undefined }, 2)
    names.push(...data.map(({ nombres }) => nombres))
    desde = siguiente
  }
  return names
}

describe('a list', () => {
  it('has every row once over its pages, in both directions, also where sort values are equal', async () => {
    const forward = await everything('nombre')
    expect([...forward].sort()).toEqual([...NAMES].sort())
    expect(forward.slice(1, 3)).toEqual(['Ana', 'Ana'])
    expect(await everything('-nombre')).toEqual(forward.toReversed())
    expect(await everything()).toEqual(NAMES.toReversed())
  })

  it('counts what the filters find, whatever the page', async () => {
    const first = await page()
    expect([first.total, first.data.length]).toEqual([7, 3])
    expect(first.data[0]).toEqual({ id: expect.any(Number), nombres: '50 % «Luz»', matriculas: 0 })
    expect((await page({ desde: first.siguiente ?? '' })).total).toBe(7)
    expect(await page({ ciudad: 'Cusco' })).toMatchObject({ total: 2, siguiente: null })
  })

  it('searches every word without case and accents, and takes no sign for a wildcard', async () => {
    const found = async (q: string) => (await page({ q })).data.map(({ nombres }) => nombres)
    expect(await found('oscar PEREZ')).toEqual(['Óscar'])
    expect(await found('nusta')).toEqual(['Ñusta'])
    expect(await found('50 % luz')).toEqual(['50 % «Luz»'])
    expect(await found('oscar bruno')).toEqual([])
  })

  it('refuses an unknown order, and a cursor that is forged or of another order', async () => {
    await expect(page({ orden: 'correo' })).rejects.toMatchObject({ status: 422 })
    await expect(page({ desde: 'nada' })).rejects.toMatchObject({ status: 422 })
    const { siguiente } = await page({ orden: 'nombre' })
    await expect(page({ orden: '-nombre', desde: siguiente ?? '' })).rejects.toMatchObject({
      message: 'Esta página de la lista ya no existe. Vuelve al comienzo.',
    })
  })
})
