import ICAL from 'ical.js'
import { beforeEach, expect, it } from 'vitest'
import { anAcademy, type Changes, withoutBrands } from '../../../test/academy.ts'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { loadAcademy } from '../../content/load.ts'
import { enrolPeople } from '../learning/enrolling.ts'

const t = useApp()

const EXAM = 'prueba/cursos/minimo/01-inicio/examen.yaml'

beforeEach(() => withoutBrands(t))

const change = (statement: string) => t.database.pool.query(statement)

/** The student's subscription, by kind of event, as an independent parser reads it. */
async function subscriber(changes: Changes = {}) {
  await loadAcademy(t.deps, anAcademy(changes), { demo: true })
  // The past makes the moments of the changes differ by more than a second.
  await t.database.sql`UPDATE sesiones SET cambiada_en = cambiada_en - interval '1 hour'`
  await t.database.sql`UPDATE evaluaciones SET cambiada_en = cambiada_en - interval '1 hour'`
  await t.database.sql`UPDATE matriculas SET cambiada_en = cambiada_en - interval '1 hour'`
  await t.database.sql`UPDATE cursos SET renombrado_en = renombrado_en - interval '1 hour'`
  const [student] = await t.database.sql`SELECT id FROM usuarios WHERE correo = 'estudiante@prueba.pe'`
  const token = await t.tokenOf(student?.id)
  const { url } = (await t.call('GET', '/api/calendario/suscripcion', { token })).body.data
  const text = async () => (await t.call('GET', new URL(url).pathname)).raw.toString('utf8')
  const event = async (kind: string) => {
    const all = new ICAL.Component(ICAL.parse(await text())).getAllSubcomponents('vevent')
    const found = all.find((one) => String(one.getFirstPropertyValue('uid')).startsWith(`${kind}-`))
    const value = (name: string) => found?.getFirstPropertyValue(name)?.toString()
    return {
      uid: value('uid'),
      start: value('dtstart'),
      end: value('dtend'),
      title: value('summary'),
      location: value('location'),
      status: value('status'),
      sequence: Number(value('sequence')),
      stamp: Date.parse(value('dtstamp') ?? ''),
      modified: Date.parse(value('last-modified') ?? ''),
    }
  }
  const campus = async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const span = `desde=${day(-1)}&hasta=${day(30)}`
    const { data } = (await t.call('GET', `/api/calendario/usuario/${student?.id}?${span}`, { token })).body
    return data.map(({ tipo }: { tipo: string }) => tipo)
  }
  return { text, event, campus }
}

type Event = Awaited<ReturnType<Awaited<ReturnType<typeof subscriber>>['event']>>

function expectNewer(after: Event, before: Event): void {
  expect(after.uid).toBe(before.uid)
  expect(after.stamp).toBeGreaterThan(before.stamp)
  expect(after.modified).toBe(after.stamp)
  expect(Math.abs(Date.now() - after.stamp)).toBeLessThan(60_000)
}

const CLOSING = 'cierra: { fecha: 2099-01-31T18:00 }'
const CHANGES: [what: string, kind: string, statement: string, field: keyof Event][] = [
  ['moment of a class', 'sesion', "UPDATE sesiones SET inicio = date_trunc('day', now()) + interval '5 days'", 'start'],
  ['length of a class', 'sesion', 'UPDATE sesiones SET duracion = 45', 'end'],
  ['name of a class', 'sesion', "UPDATE sesiones SET nombre = 'En directo'", 'title'],
  ['link of a class', 'sesion', "UPDATE sesiones SET enlace = 'https://meet.example.com/dos'", 'location'],
  [
    'opening of an exam',
    'examen_abre',
    "UPDATE evaluaciones SET fecha_apertura = date_trunc('day', now()) - interval '9 days' WHERE modelo = 1",
    'start',
  ],
  ['name of an exam', 'examen_abre', "UPDATE evaluaciones SET nombre = 'Examen final' WHERE modelo = 1", 'title'],
  [
    'closing of an exam',
    'examen_cierra',
    "UPDATE evaluaciones SET fecha_cierre = date_trunc('day', now()) + interval '21 days' WHERE modelo = 1",
    'start',
  ],
]

it.each(CHANGES)('the %s raises SEQUENCE and moves LAST-MODIFIED, once', async (_, kind, statement, field) => {
  const { event, text } = await subscriber({ [EXAM]: [CLOSING, 'cierra: { dias: 20 }'] })
  const before = await event(kind)
  await change(statement)
  const after = await event(kind)
  expect(after[field]).not.toBe(before[field])
  expect(after.sequence).toBe(before.sequence + 1)
  expectNewer(after, before)
  const bytes = await text()
  await change(statement)
  expect(await text()).toBe(bytes)
})

it('the name of a course moves LAST-MODIFIED of all that shows it', async () => {
  const { event } = await subscriber()
  const kinds = ['sesion', 'examen_abre', 'matricula']
  const before = await Promise.all(kinds.map(event))
  await change("UPDATE cursos SET nombre = 'Curso, «nuevo»; \\ y más'")
  for (const [at, kind] of kinds.entries()) {
    const after = await event(kind)
    expect(after.title).toContain('Curso, «nuevo»; \\ y más')
    expectNewer(after, before[at] ?? after)
  }
})

it('an enrolment that is extended moves, as a whole day with an exclusive end', async () => {
  const { event } = await subscriber()
  const before = await event('matricula')
  const [course] = await t.database.sql`SELECT id FROM cursos WHERE clave = 'minimo'`
  const [{ dia, despues } = { dia: '', despues: '' }] = await t.database
    .sql`SELECT (current_date + 330)::text AS dia, (current_date + 331)::text AS despues`
  const person = { correo: 'estudiante@prueba.pe', nombres: 'Lucía', apellidos: 'Torres', hasta: dia }
  await enrolPeople(t.deps.db, t.deps.jobs, course?.id, [person])
  const after = await event('matricula')
  expect([after.start, after.end]).toEqual([dia, despues])
  expect(after.sequence).toBe(before.sequence + 1)
  expectNewer(after, before)
})

it('the closing date of one student moves in their calendar alone', async () => {
  const { event, text } = await subscriber({ [EXAM]: [CLOSING, 'cierra: { dias: 20 }'] })
  const [exam] = await t.database.sql`SELECT id FROM evaluaciones WHERE fecha_cierre IS NOT NULL AND modelo = 1`
  const [student, other] = await Promise.all(
    ['estudiante@prueba.pe', 'otra@prueba.pe'].map(async (correo) => {
      const [course] = await t.database.sql`SELECT id FROM cursos WHERE clave = 'minimo'`
      await enrolPeople(t.deps.db, t.deps.jobs, course?.id, [{ correo, nombres: 'Ana', apellidos: 'Torres' }])
      return (await t.database.sql`SELECT id FROM usuarios WHERE correo = ${correo}`)[0]?.id
    }),
  )
  const admin = await t.tokenOf((await aPerson(t.deps.db, { id_cliente: 3, roles: ['marca'] })).id)
  const give = (id: number, version: number, more: object) =>
    t.call('PUT', `/api/gestion/evaluaciones/${exam?.id}/alumnos/${id}`, {
      token: admin,
      body: { intentos: 0, minutos: 0, motivo: 'Estuvo de viaje.', version, ...more },
    })
  const before = await event('examen_cierra')
  const opens = await event('examen_abre')
  const bytes = await text()
  const cierre = new Date(Date.now() + 25 * 86_400_000).toISOString()
  expect((await give(other, 0, { cierre })).status).toBe(200)
  expect((await give(student, 0, { intentos: 1 })).status).toBe(200)
  expect(await text()).toBe(bytes)
  expect((await give(student, 1, { cierre })).status).toBe(200)
  const after = await event('examen_cierra')
  expect(Date.parse(after.start ?? '')).toBe(Math.floor(Date.parse(cierre) / 1000) * 1000)
  expect(after.sequence).toBe(before.sequence + 1)
  expectNewer(after, before)
  expect(await event('examen_abre')).toEqual(opens)
})

const HIDE = "UPDATE lecciones SET activo = false WHERE clave = '01-primera'"
const TAKEN: [what: string, away: string, back: string][] = [
  ['class', 'UPDATE sesiones SET cancelada_en = now()', 'UPDATE sesiones SET cancelada_en = NULL'],
  ['lesson', HIDE, 'UPDATE lecciones SET activo = true'],
]

it.each(TAKEN)('a %s that is taken away is cancelled in calendars until it is back', async (_, away, shown) => {
  const { event } = await subscriber()
  const before = await event('sesion')
  await change(away)
  const gone = await event('sesion')
  expect([gone.status, gone.start, gone.sequence]).toEqual(['CANCELLED', before.start, before.sequence + 1])
  expectNewer(gone, before)
  await change(shown)
  const back = await event('sesion')
  expect([back.status, back.sequence]).toEqual([undefined, before.sequence + 2])
})

it('a class of a hidden lesson leaves calendars after 30 days, and the campus at once', async () => {
  const { event, campus } = await subscriber()
  await change(HIDE)
  expect(await campus()).not.toContain('sesion')
  await t.database.sql`UPDATE sesiones SET retirada_en = now() - interval '29 days'`
  expect((await event('sesion')).status).toBe('CANCELLED')
  await t.database.sql`UPDATE sesiones SET retirada_en = now() - interval '31 days'`
  expect((await event('sesion')).uid).toBeUndefined()
})

it('a class that never was in calendars is not cancelled there', async () => {
  const { event } = await subscriber()
  await change(HIDE)
  await t.database.sql`UPDATE sesiones SET retirada_en = NULL`
  expect((await event('sesion')).uid).toBeUndefined()
})
