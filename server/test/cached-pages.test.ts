import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../src/app/app.ts'
import { CACHED_PAGES, endsOf } from '../src/app/cached-pages.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import type { App } from '../src/platform/http/http.ts'
import { aPerson } from './builders.ts'
import { aStudentWithExam, sit } from './exams.ts'
import { useApp } from './harness.ts'
import { aWorld, CASES, courseOf, type World } from './page-changes.ts'

const t = useApp()
const BUILT = fileURLToPath(new URL('../../web/build/server/index.js', import.meta.url))

/** Two processes of one database: what is written through `t` is read on both. */
const sites: App[] = []
/** A third one, on the pool of the tests, whose queries are read. */
let reader: App
const end: (() => unknown)[] = []

async function aProcess(): Promise<App> {
  const database = openDatabase(t.deps.config.databaseUrl ?? '', {
    pool: 4,
    name: 'proceso',
    limits: { beside: 60_000, connect: 60_000, statement: 60_000, query: 60_000 },
  })
  const site = await buildApp({ ...t.deps, database, db: database.db }, { pages: 'built' })
  await site.ready()
  end.push(() => site.close().then(database.close))
  return site
}

let world: World

/** An address of each route that may be cached. */
function addressOf(route: string): string {
  const { course, lesson } = world
  if (route === '/*') return '/nada-de-esto'
  const named = route.replace(':idcurso', String(course.id)).replace(':idleccion', String(lesson.id))
  return named
    .replace(/\/:\w+\?/g, '')
    .replace(/:\w+|\*/g, '1')
    .replace(/\?$/, '')
}

const CACHED = Object.keys(CACHED_PAGES).filter((route) => endsOf(route, ''))

beforeAll(async () => {
  if (!existsSync(BUILT)) throw new Error('web/ is not built: npm test and npm start build it')
  world = await aWorld(t)
  sites.push(await aProcess(), await aProcess())
  reader = await buildApp(t.deps, { pages: 'built' })
  await reader.ready()
  end.push(() => reader.close())
}, 120_000)
afterAll(async () => {
  for (const step of end.reverse()) await step()
})

const get = (site: App | undefined, url: string) => (site as App).inject({ url, headers: { accept: 'text/html' } })
const textOf = async (site: App | undefined, url: string) => (await get(site, url)).body

type BuiltRoute = { id: string; parentId?: string; path?: string }

async function builtRoutes(): Promise<string[]> {
  const { routes }: { routes: Record<string, BuiltRoute> } = await import(BUILT)
  const parents = new Set(Object.values(routes).map(({ parentId }) => parentId))
  const pathOf = ({ path, parentId }: BuiltRoute): string[] => [
    ...(parentId && routes[parentId] ? pathOf(routes[parentId]) : []),
    ...(path ? [path] : []),
  ]
  const leaves = Object.values(routes).filter(({ id, path }) => path || !parents.has(id))
  return [...new Set(leaves.map((route) => `/${pathOf(route).join('/')}`))]
}

/** The texts of the queries that answering an address takes. */
async function readBy(url: string): Promise<string[]> {
  const queries = vi.spyOn(t.deps.database.pool, 'query')
  const { statusCode } = await get(reader, url)
  const asked = queries.mock.calls.map(([query]) => query as unknown as string | { text: string })
  queries.mockRestore()
  expect(statusCode).toBeLessThan(405)
  return asked.map((query) => (typeof query === 'string' ? query : query.text))
}

describe('the table of cached pages', () => {
  it('names every route of the site map', async () => {
    expect(Object.keys(CACHED_PAGES).toSorted()).toEqual((await builtRoutes()).toSorted())
  })

  it('has no proof, no payment and nothing that an address names by code, order or token', async () => {
    const never = ['/certificado/CERT-X', '/certificado', '/pago', '/pago?orden=1', '/referidos?codigo=REF1']
    never.push('/restablecer/1?token=a', '/verificar-correo/1?token=a', '/pasarela-de-prueba/1')
    for (const url of never) {
      await get(reader, url)
      // A page that is rendered reads the brands.
      expect([url, (await readBy(url)).length > 0]).toEqual([url, true])
    }
  })

  /** What a page reads of these is a signed-in person's: none of a guest's. */
  const OF_PERSONS = [
    'asistencias',
    'avances',
    'certificados',
    'detalle_evaluacion',
    'encuestas_respondidas',
    'intentos_evaluacion',
    'matriculas',
    'progreso_lecciones',
  ]

  it.each(CACHED)('%s is rendered once, and ended by all that it reads', async (route) => {
    const tables = (await t.database.sql`SELECT relname AS name FROM pg_class WHERE relkind = 'r'
      AND relnamespace = 'public'::regnamespace`) as { name: string }[]
    const texts = await readBy(addressOf(route))
    const named = new Set(
      texts.flatMap((text) => [...text.matchAll(/\b(?:from|join)\s+"?(\w+)/gi)].map(([, name]) => name)),
    )
    const read = tables.filter(({ name }) => named.has(name)).map(({ name }) => name)
    // It leads on without reading.
    if (route !== '/plataformas') expect(read).toContain('clientes')
    const ends = endsOf(route, '') ?? []
    expect(read.filter((name) => !ends.includes(name) && !OF_PERSONS.includes(name))).toEqual([])
    expect(await readBy(addressOf(route))).toEqual([])
  })

  it('is ended by things whose changes are counted', async () => {
    const counted = (await t.database.sql`SELECT g.tgrelid::regclass::text AS name FROM pg_trigger g
      JOIN pg_proc p ON p.oid = g.tgfoid WHERE p.proname = 'avisar_contenido'`) as { name: string }[]
    const things = new Set(CACHED.flatMap((route) => endsOf(route, '') ?? []))
    things.delete('alumnos')
    expect([...things].toSorted()).toEqual([...new Set(counted.map(({ name }) => name))].toSorted())
  })
})

/** As if only time had passed: no trigger counts it. */
const silently = (text: string) =>
  t.database.sql.unsafe(`BEGIN; SET LOCAL session_replication_role = replica; ${text}; COMMIT`)

describe('a cached page', () => {
  it.each(CASES)('shows %s at the first reading, on every process', async (_what, change, url, says) => {
    const address = url(world)
    const before = await Promise.all(sites.map((site) => textOf(site, address)))
    await change(t, world)
    for (const [at, site] of sites.entries()) {
      const after = await textOf(site, address)
      if (says) expect(after).toContain(says)
      expect(after === before[at]).toBe(false)
    }
  })

  it.each(CACHED)('%s shows the name of the brand of now', async (route) => {
    const address = addressOf(route)
    const name = `Academia ${CACHED.indexOf(route)}`
    await Promise.all(sites.map((site) => get(site, address)))
    await t.database.sql`UPDATE clientes SET nombre = ${name} WHERE id = 2`
    for (const site of sites) {
      const answer = await get(site, address)
      if (answer.statusCode < 300 || answer.statusCode === 404) expect(answer.body).toContain(name)
    }
  })

  it('shows what time alone ended: an offer, a class', async () => {
    const { course, lesson } = world
    await t.database.sql`UPDATE clientes SET oferta = 'real' WHERE id = 2`
    await t.database.sql`UPDATE cursos SET costo_centimos = 20000, promocion_centimos = 12345,
      promocion_hasta = now() + interval '1 day' WHERE id = ${course.id}`
    await t.database.sql`UPDATE sesiones SET inicio = '2099-07-08T20:00:00Z' WHERE id_leccion = ${lesson.id}`
    const url = courseOf(world)
    for (const site of sites) {
      const before = await textOf(site, url)
      expect([before.includes('123.45'), before.includes('2099-07-08')]).toEqual([true, true])
    }
    await silently(`UPDATE cursos SET promocion_hasta = now() WHERE id = ${course.id}`)
    for (const site of sites) expect(await textOf(site, url)).not.toContain('123.45')
    await silently(`UPDATE sesiones SET inicio = now() WHERE id_leccion = ${lesson.id}`)
    for (const site of sites) expect(await textOf(site, url)).not.toContain('2099-07-08')
  })
})

describe('the page of a certificate', () => {
  it('says what is so now: revoked, restored, corrected, bettered, under the name of the brand', async () => {
    const { exam, token, student } = await aStudentWithExam(t, { intentos: 3, values: [4, 4, 4, 4, 4] })
    const code = (await sit(t, exam, token, 4)).certificado.codigo_certificado as string
    const admin = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
    const url = `/certificado/${code}`
    const decide = (what: string) => () =>
      t.call('POST', `/api/certificados/${code}/${what}`, { token: admin, body: { motivo: 'Copió el examen.' } })
    const before = await textOf(sites[1], url)
    expect(before).toContain('Certificado válido')
    const steps: [() => Promise<unknown>, string, string][] = [
      [decide('revocar'), 'Certificado revocado', 'Certificado válido'],
      [decide('restaurar'), 'Certificado válido', 'Certificado revocado'],
      [
        () => t.database.sql`UPDATE certificados SET alumno = 'Nombre Corregido' WHERE id_usuario = ${student.id}`,
        'Nombre Corregido',
        student.apellidos,
      ],
      [() => sit(t, exam, token, 5), '100', 'Certificado revocado'],
      [
        () => t.database.sql`UPDATE certificados SET curso = 'Curso renombrado' WHERE id_usuario = ${student.id}`,
        'Curso renombrado',
        'Certificado revocado',
      ],
      [
        () => t.database.sql`UPDATE clientes SET nombre = 'Academia del certificado' WHERE id = 2`,
        'Academia del certificado',
        'Certificado revocado',
      ],
    ]
    for (const [change, says, not] of steps) {
      await change()
      for (const site of sites) {
        const text = await textOf(site, url)
        expect([says, text.includes(says), text.includes(not)]).toEqual([says, true, false])
      }
    }
  })
})
