import { type SQL, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { loadAcademy } from '../src/content/load.ts'
import { anAcademy, type Changes } from './academy.ts'
import { ask, done, publish, save } from './races.documents.ts'
import { countIn, type Race, type Track } from './races.track.ts'
import { untilWaiting } from './waiting.ts'

const FILES: Changes = {
  'prueba/cursos/minimo/01-inicio/01-primera.md': ['titulo: Primera lección', 'titulo: De los archivos'],
}

const load = ({ t }: Track, changes: Changes = {}, replace = false) =>
  loadAcademy(t.deps, anAcademy(changes), { demo: true, replace })

const waiting = (track: Track) =>
  countIn(
    track,
    `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    [],
  )

/** The academy as its files have it, with a draft of its lesson. */
async function aDraft(track: Track) {
  const { t } = track
  await load(track, {}, true)
  const [row] = await t.database.sql`SELECT u.id AS admin, l.id AS lesson FROM usuarios u
    JOIN cursos c ON c.id_cliente = u.id_cliente JOIN modulos m ON m.id_curso = c.id
    JOIN lecciones l ON l.id_modulo = m.id AND l.clave = '01-primera' WHERE u.correo = 'admin@prueba.pe'`
  const lesson = Number(row?.lesson)
  const token = await t.tokenOf(row?.admin)
  const objeto = `leccion:${lesson}`
  const { documento, version } = await done(ask(track, token, 'GET', `/documentos/${objeto}`))
  const draft = { documento: { ...documento, titulo: 'Del programa' }, version }
  const saved = await done(save(track, token, objeto, draft))
  const page = { titulo: 'Del programa', markdown: 'Devolvemos todo.' }
  return {
    lesson,
    publication: () => done(publish(track, token, objeto, saved.version)),
    /** At once, without a draft. */
    page: () => done(track.copies.ask('PUT', '/paginas/reembolsos', { token, body: page })),
  }
}

type Work = () => Promise<unknown>

/** Begins `first`, holds it where it needs the locked rows, and lets it go when `second` waits or is over. */
async function meet(track: Track, hold: SQL, first: Work, second: Work): Promise<void> {
  const both = await track.t.deps.db.transaction(async (tx) => {
    await tx.execute(hold)
    const one = first()
    await untilWaiting(track.t, 1)
    let over = false
    const other = second().finally(() => {
      over = true
    })
    await expect.poll(async () => over || (await waiting(track)) > 1, { timeout: 20_000 }).toBe(true)
    return [one, other]
  })
  await Promise.all(both)
}

const CATEGORIES = sql`SELECT 1 FROM categorias WHERE id_cliente = 3 FOR UPDATE`

/** A load of files meets publications of its texts, whichever is first: the publications stay. */
export const loads: Race = async (track) => {
  const { sql: run } = track.t.database
  const files = () => load(track, FILES)
  const titles: string[] = []
  const read = async ({ lesson }: { lesson: number }) => {
    const [now] = await run`SELECT (SELECT titulo FROM lecciones WHERE id = ${lesson}) AS lesson,
      (SELECT titulo FROM paginas WHERE id_cliente = 3 AND clave = 'reembolsos') AS page`
    return now
  }
  const one = await aDraft(track)
  await meet(track, CATEGORIES, files, one.publication)
  titles.push((await read(one))?.lesson)
  const two = await aDraft(track)
  await meet(track, sql`SELECT 1 FROM lecciones WHERE id = ${two.lesson} FOR UPDATE`, two.publication, files)
  titles.push((await read(two))?.lesson)
  const three = await aDraft(track)
  await meet(track, CATEGORIES, files, three.page)
  titles.push((await read(three))?.page)
  return { 'publications that stayed': { met: titles.filter((title) => title === 'Del programa').length, due: 3 } }
}
