import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aBrand, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { clientes } from '../brands/brands.tables.ts'

const t = useApp()

async function student(id_cliente = 2) {
  const person = await aPerson(t.deps.db, { id_cliente })
  return { id: person.id, token: await t.tokenOf(person.id) }
}
const create = (token: string, body: object = {}) => t.call('POST', '/api/referidos', { token, body })
const codesOf = (token: string, id: number) => t.call('GET', `/api/referido/${id}`, { token })
const check = (codigo: string, token?: string, marca = '') =>
  t.call('GET', `/api/referidos/validar/${codigo}${marca && `?marca=${marca}`}`, { token })
/** Not one of those that earlier tests drew. */
async function anUnknownCode(): Promise<string> {
  const [row] = await t.database.sql<{ codigo: string }[]>`
    SELECT codigo FROM (SELECT 'REF' || generate_series(90000, 90100) AS codigo) AS posibles
    WHERE codigo NOT IN (SELECT codigo FROM referidos) LIMIT 1`
  return String(row?.codigo)
}
const discount = async (percent: number, brand = 2) => {
  await aBrand(t.deps.db, brand)
  await t.deps.db.update(clientes).set({ descuento_referido: percent }).where(eq(clientes.id, brand))
}

beforeAll(async () => {
  for (const brand of [1, 2]) await aBrand(t.deps.db, brand)
})
beforeEach(async () => {
  // All tests share one address.
  await t.database.sql`DELETE FROM limites`
})

describe('POST /api/referidos', () => {
  it('creates the requested code when valid and free', async () => {
    const { id, token } = await student()
    const answer = await create(token, { codigo: 'REF10423', estudiante_id: id })
    expect([answer.status, answer.body.data]).toMatchObject([
      201,
      { codigo: 'REF10423', estudiante_id: id, usos: 0, puntos: 0 },
    ])
    expect((await codesOf(token, id)).body.data).toEqual([answer.body.data])
  })

  it.each(['REF99999', 'REF007', 'REF-1', 'ref', 'HOLA', '', "REF1'; --", undefined, null])(
    'creates a random one for %j',
    async (codigo) => {
      const { token } = await student()
      const answer = await create(token, { codigo })
      expect(answer.status).toBe(201)
      expect(answer.body.data.codigo).toMatch(/^REF(0|[1-9][0-9]{0,4})$/)
      expect(Number(answer.body.data.codigo.slice(3))).toBeLessThan(99_999)
    },
  )

  it('creates another when the requested one is taken, for the student of the token', async () => {
    const [first, second] = [await student(), await student()]
    await create(first.token, { codigo: 'REF777' })
    const answer = await create(second.token, { codigo: 'ref777', estudiante_id: first.id })
    expect(answer.body.data.codigo).not.toBe('REF777')
    expect(answer.body.data.estudiante_id).toBe(second.id)
  })

  it('creates at most two, also for twenty concurrent requests', async () => {
    const { id, token } = await student()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(token, { codigo: 'REF555' })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(2).fill(201), ...Array(18).fill(409)])
    expect((await codesOf(token, id)).body.data).toHaveLength(2)
    const refused = await create(token)
    expect([refused.body.code, refused.body.message]).toEqual([
      'REFERIDOS_COMPLETOS',
      'Ya tienes tus dos códigos de referido.',
    ])
  })

  it('gives a code to one of ten concurrent students', async () => {
    const students = await Promise.all(Array.from({ length: 10 }, () => student()))
    const answers = await Promise.all(students.map(({ token }) => create(token, { codigo: 'REF88888' })))
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(201))
    expect(new Set(answers.map((answer) => answer.body.data.codigo)).size).toBe(10)
    expect(answers.filter((answer) => answer.body.data.codigo === 'REF88888')).toHaveLength(1)
  })

  it('is for students with a session', async () => {
    const teacher = await aPerson(t.deps.db, { tipo_cliente: 'Docente' })
    expect((await create(await t.tokenOf(teacher.id))).status).toBe(403)
    expect((await t.call('POST', '/api/referidos', { body: {} })).status).toBe(401)
  })
})

describe('GET /api/referido/{id}', () => {
  it('is for the student, and for staff of the brand', async () => {
    const { id, token } = await student()
    await create(token)
    const admin = await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })
    const foreigner = await aPerson(t.deps.db, { tipo_cliente: 'Administrador', id_cliente: 1 })
    expect((await codesOf((await student()).token, id)).status).toBe(403)
    expect((await codesOf(await t.tokenOf(admin.id), id)).body.data).toHaveLength(1)
    expect((await codesOf(await t.tokenOf(foreigner.id), id)).body.data).toEqual([])
    expect((await t.call('GET', `/api/referido/${id}`)).status).toBe(401)
  })
})

describe('GET /api/referidos/validar/{codigo}', () => {
  it('returns the brand’s percentage, to guests too', async () => {
    await discount(15)
    const { token } = await student()
    const { codigo } = (await create(token)).body.data
    const answer = await check(codigo.toLowerCase())
    expect(answer.body.data).toEqual({ codigo, porcentaje: 15, valido: true, motivo: null, invita: 'Ana' })
    await discount(0)
    expect((await check(codigo, (await student()).token)).body.data.porcentaje).toBe(0)
  })

  it('is found as people paste it', async () => {
    const { codigo } = (await create((await student()).token)).body.data
    for (const pasted of [`«${codigo}».`, `${codigo}\u200b`, `https://campus.test/referidos?codigo=${codigo}`]) {
      const answer = await check(encodeURIComponent(pasted))
      expect([pasted, answer.body.data?.codigo]).toEqual([pasted, codigo])
    }
  })

  it('refuses own, unknown, malformed and foreign codes', async () => {
    const { token } = await student()
    const { codigo } = (await create(token)).body.data
    const own = await check(codigo, token)
    expect([own.status, own.body.errors]).toEqual([422, { codigo: ['No puedes usar tu propio código.'] }])
    const foreigner = await student(1)
    for (const refused of [
      await check('REF0000'),
      await check('REF99999'),
      await check('nada'),
      await check(codigo, foreigner.token),
      await check(codigo, undefined, '1'),
    ])
      expect([refused.status, refused.body.errors]).toEqual([422, { codigo: ['El código no existe.'] }])
  })

  it('is invalid once its student’s account is closed', async () => {
    const { id, token } = await student()
    const { codigo } = (await create(token)).body.data
    await t.database.sql`UPDATE usuarios SET estado = 0 WHERE id = ${id}`
    expect((await check(codigo)).status).toBe(422)
  })

  it('cannot be enumerated: wrong codes are throttled, right ones are not', async () => {
    const guesser = await student()
    const { codigo } = (await create((await student()).token)).body.data
    for (let n = 0; n < 30; n++) expect((await check(codigo, guesser.token)).status).toBe(200)
    const unknown = await anUnknownCode()
    const wrong = []
    for (let n = 0; n < 30; n++) wrong.push((await check(unknown, guesser.token)).status)
    expect(wrong.filter((status) => status === 422)).toHaveLength(20)
    const held = await check(codigo, guesser.token)
    expect([held.status, held.body.message]).toEqual([
      429,
      expect.stringMatching(/^Demasiados intentos\. Espera (59|60) minutos y vuelve a intentarlo\.$/),
    ])
    expect(held.headers['retry-after']).toBeDefined()
  })

  it('throttles guests by address, also concurrently', async () => {
    const unknown = await anUnknownCode()
    const answers = await Promise.all(Array.from({ length: 100 }, () => check(unknown)))
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(60)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(40)
  })
})
