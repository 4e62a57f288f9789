import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aBrand, aCourse, anEnrolment, aPerson, limaDay } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { clientes } from '../brands/brands.tables.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'

const t = useApp()
const cart = (query: string, token?: string) => t.call('GET', `/api/carrito?${query}`, { token })
const change = (id: number, values: Partial<typeof cursos.$inferInsert>) =>
  t.deps.db.update(cursos).set(values).where(eq(cursos.id, id))

beforeAll(async () => {
  for (const brand of [1, 2, 3]) await aBrand(t.deps.db, brand)
})
beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

describe('GET /api/carrito', () => {
  it('returns current prices in the given order, each course once', async () => {
    const [one, two] = [await aCourse(t.deps.db, { nombre: 'Uno' }), await aCourse(t.deps.db, { nombre: 'Dos' })]
    await change(two.id, { costo_centimos: 9990 })
    await t.database.sql`UPDATE clientes SET oferta = 'especificacion' WHERE id = 2`
    const answer = await cart(`ids=${two.id},${one.id},${two.id}`)
    expect(answer.status).toBe(200)
    expect(answer.body.data.codigo).toBeNull()
    expect(answer.body.data.cursos).toMatchObject([
      { id: two.id, nombre: 'Dos', costo: 99.9, precio_regular: 119.88, comprado: false },
      { id: one.id, nombre: 'Uno', costo: 149, precio_regular: 178.8, comprado: false },
    ])
  })

  it('omits withdrawn and unknown courses and other brands', async () => {
    const [here, gone] = [await aCourse(t.deps.db), await aCourse(t.deps.db)]
    const foreign = await aCourse(t.deps.db, { id_cliente: 1 })
    await change(gone.id, { estado: 0 })
    const ids = `ids=${gone.id},${foreign.id},${here.id},2147483647,9999999999`
    const seen = async (query: string, token?: string) =>
      (await cart(query, token)).body.data.cursos.map((course: { id: number }) => course.id)
    expect(await seen(ids)).toEqual([here.id])
    expect(await seen(`${ids}&marca=1`)).toEqual([foreign.id])
    // Signed-in users see their own brand, whatever the URL says.
    const person = await aPerson(t.deps.db)
    expect(await seen(`${ids}&marca=1`, await t.tokenOf(person.id))).toEqual([here.id])
  })

  it('names the brand that sells what is not sold here', async () => {
    const [here, foreign, gone] = [
      await aCourse(t.deps.db),
      await aCourse(t.deps.db, { id_cliente: 3 }),
      await aCourse(t.deps.db, { id_cliente: 3 }),
    ]
    await change(gone.id, { estado: 0 })
    const elsewhere = async (query: string) => (await cart(query)).body.data.de_otra_marca
    const ids = `ids=${here.id},${foreign.id},${gone.id},2147483647`
    expect(await elsewhere(ids)).toEqual([{ id: foreign.id, id_cliente: 3 }])
    expect(await elsewhere(`${ids}&marca=3`)).toEqual([{ id: here.id, id_cliente: 2 }])
    expect(await elsewhere(`ids=${here.id}`)).toEqual([])
  })

  it('marks owned courses while the enrolment is active', async () => {
    const [owned, over] = [await aCourse(t.deps.db), await aCourse(t.deps.db)]
    const person = await aPerson(t.deps.db)
    await anEnrolment(t.deps.db, person.id, owned.id)
    await anEnrolment(t.deps.db, person.id, over.id, { fecha_vencimiento: limaDay(-1) })
    const flags = async (token?: string) =>
      (await cart(`ids=${owned.id},${over.id}`, token)).body.data.cursos.map((c: { comprado: boolean }) => c.comprado)
    expect(await flags(await t.tokenOf(person.id))).toEqual([true, false])
    expect(await flags()).toEqual([false, false])
  })

  it('applies a promotion while it lasts', async () => {
    const course = await aCourse(t.deps.db, { id_cliente: 3 })
    await t.deps.db.update(clientes).set({ oferta: 'real' }).where(eq(clientes.id, 3))
    const price = async () => (await cart(`ids=${course.id}&marca=3`)).body.data.cursos[0]
    await change(course.id, { promocion_centimos: 9900, promocion_hasta: new Date(Date.now() + 60_000).toISOString() })
    expect(await price()).toMatchObject({ costo: 99, precio_regular: 149 })
    await change(course.id, { promocion_centimos: 9900, promocion_hasta: new Date(Date.now() - 1000).toISOString() })
    expect(await price()).toMatchObject({ costo: 149, precio_regular: null })
  })

  it('reports whether a code can be used', async () => {
    const course = await aCourse(t.deps.db)
    const owner = await aPerson(t.deps.db)
    const token = await t.tokenOf(owner.id)
    const { codigo } = (await t.call('POST', '/api/referidos', { token, body: {} })).body.data
    await t.deps.db.update(clientes).set({ descuento_referido: 10 }).where(eq(clientes.id, 2))
    const checked = async (code: string, by?: string) =>
      (await cart(`ids=${course.id}&codigo=${code}`, by)).body.data.codigo
    expect(await checked(codigo)).toEqual({ codigo, porcentaje: 10, valido: true, motivo: null })
    expect(await checked(codigo, token)).toMatchObject({ valido: false, motivo: 'No puedes usar tu propio código.' })
    expect(await checked('REF4')).toEqual({
      codigo: 'REF4',
      porcentaje: 0,
      valido: false,
      motivo: 'El código no existe.',
    })
    for (let n = 0; n < 60; n++) await checked(`REF${70_000 + n}`)
    // The cart still loads; only the code is not checked.
    expect(await checked(codigo)).toMatchObject({
      valido: false,
      motivo: expect.stringMatching(/^Demasiados intentos\. Espera (59|60) minutos y vuelve a intentarlo\.$/),
    })
  })

  it.each(['', 'ids=', 'ids=0', 'ids=1,a', 'ids=1,', `ids=${Array.from({ length: 21 }, (_, n) => n + 1).join(',')}`])(
    'refuses %j',
    async (query) => {
      const answer = await cart(query)
      expect([answer.status, answer.body.errors.ids]).toEqual([
        422,
        ['Envía los ids de los cursos separados por comas.'],
      ])
    },
  )

  it('does not treat an invalid token as a guest', async () => {
    expect((await cart('ids=1', 'mentira')).status).toBe(401)
  })
})
