import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../src/app/app.ts'
import { aBrand, aCourse, aPerson } from './builders.ts'
import { useApp } from './harness.ts'
import { aNewcomer } from './matrix.bodies.ts'

const PAGES =
  '/ /cursos /marcas /login /registro /carrito /premios /terminos /privacidad /reembolsos /preguntas-frecuentes /libro-de-reclamaciones /inicio'.split(
    ' ',
  )

/** The first never ends, the second is about a payment that its query names. */
const LEFT_OUT = ['/api/notificaciones/eventos', '/api/mercadopago/verificar-pago']

/** The specification's default brand is 2; an installation may have any other alone. */
describe.each([1, 7])('a campus whose only brand is %i', (id) => {
  const t = useApp()
  let course = 0
  let admin = ''

  beforeAll(async () => {
    await aBrand(t.deps.db, id)
    course = (await aCourse(t.deps.db, { id_cliente: id })).id
    admin = await t.tokenOf((await aPerson(t.deps.db, { id_cliente: id, roles: ['plataforma', 'marca'] })).id)
  })

  it('shows it on every page, with addresses that name no brand', async () => {
    if (!existsSync(fileURLToPath(new URL('../../web/build/server/index.js', import.meta.url))))
      throw new Error('web/ is not built: npm test and npm start build it')
    const site = await buildApp(t.deps, { pages: 'built' })
    onTestFinished(() => site.close())
    const get = (url: string, headers = {}) => site.inject({ url, headers: { accept: 'text/html', ...headers } })
    for (const url of [...PAGES, `/detallecurso/${course}`]) {
      const page = await get(url)
      expect([url, page.statusCode]).toEqual([url, 200])
      expect(page.body).toContain(`Marca ${id}`)
      expect(page.body).not.toMatch(/rel="canonical"[^>]*marca=/)
      expect(page.body, `${url} has no other academies to lead to`).not.toContain('href="/marcas"')
    }
    expect((await get('/cursos')).body).toContain(`/detallecurso/${course}`)
    expect((await get('/', { cookie: 'marca=2' })).body).toContain(`Marca ${id}`)
    expect((await get('/sitemap.xml')).body).toContain(`http://campus.test/detallecurso/${course}<`)
  }, 60_000)

  /** A thing with its id may be absent; a list may not. */
  async function refused(path: string, token?: string): Promise<unknown[]> {
    const { status, body } = await t.call('GET', path.replaceAll(/\{[^}]+\}/g, String(id)), { token })
    return status >= 500 || (status === 404 && !path.includes('{')) ? [[path, status, body]] : []
  }

  it('answers every call that reads', async () => {
    const { body } = await t.call('GET', '/api/openapi.json')
    const reads = Object.entries<Record<string, unknown>>(body.paths).flatMap(([path, calls]) =>
      calls.get && !LEFT_OUT.includes(path) ? [path] : [],
    )
    expect(reads.length).toBeGreaterThan(100)
    const broken: unknown[] = []
    for (const path of reads) broken.push(...(await refused(path)), ...(await refused(path, admin)))
    expect(broken).toEqual([])
    const courses = await t.call('GET', '/api/cursos/activos')
    expect(courses.body.data.map((one: { id: number }) => one.id)).toEqual([course])
  }, 60_000)

  it('registers people in it', async () => {
    expect((await t.call('POST', '/api/auth/register', { body: aNewcomer() })).status).toBe(201)
    const people = await t.deps.db.execute(sql`SELECT DISTINCT id_cliente FROM usuarios`)
    expect(people.rows).toEqual([{ id_cliente: id }])
  })
})
