import { expect } from 'vitest'
import { freePorts } from '../free-port.ts'
import { withSql } from '../sql.ts'
import { asking } from './asking.ts'
import { tell } from './crashes.ts'
import { aFolder, type Program, startProgram } from './program.ts'
import { aDatabase } from './scratch.ts'

const ACCOUNT = { email: 'alumna@demo.pe', password: 'Campus-2026' }

/** What each start ensures; expected as often as after a single start. */
const MADE = `SELECT (SELECT count(*)::int FROM drizzle.__drizzle_migrations) AS migraciones,
  (SELECT count(*)::int FROM secretos WHERE nombre = 'firma') AS firmas,
  (SELECT count(*)::int FROM pg_namespace WHERE nspname LIKE 'pgboss%') AS colas,
  (SELECT count(*)::int FROM pgboss.version) AS versiones_de_cola,
  (SELECT count(*)::int FROM pgboss.queue) AS tareas, (SELECT count(*)::int FROM pgboss.schedule) AS horarios,
  (SELECT count(*)::int FROM clientes) AS marcas, (SELECT count(*)::int FROM usuarios) AS personas,
  (SELECT count(*)::int FROM cursos) AS cursos, (SELECT count(*)::int FROM preguntas) AS preguntas,
  (SELECT count(*)::int FROM matriculas) AS matriculas, (SELECT count(*)::int FROM intentos_evaluacion) AS intentos,
  (SELECT count(*)::int FROM certificados) AS certificados, (SELECT count(*)::int FROM posts_foro) AS posts,
  (SELECT count(*)::int FROM comentarios) AS comentarios, (SELECT count(*)::int FROM puntos) AS puntos`

type Made = Record<string, number>

async function madeIn(database: string): Promise<Made> {
  const rows = await withSql(database, (sql) => sql.unsafe<Made[]>(MADE))
  return { ...rows[0] }
}

/** A URL signed by one instance. */
async function aSignedAddress(url: string, database: string): Promise<string> {
  const [row] = await withSql(
    database,
    (sql) => sql<{ leccion: number }[]>`SELECT x.id_leccion AS leccion FROM materiales x
    JOIN lecciones l ON l.id = x.id_leccion JOIN modulos mo ON mo.id = l.id_modulo
    JOIN matriculas ma ON ma.id_curso = mo.id_curso AND ma.estado = 'activa'
    JOIN usuarios u ON u.id = ma.id_usuario
    WHERE u.correo = ${ACCOUNT.email} AND x.tipo = 'Archivo' ORDER BY ma.fecha_vencimiento DESC NULLS FIRST, x.id LIMIT 1`,
  )
  const { token } = await asking(url)('POST', '/loginalumno', ACCOUNT)
  const { data } = await asking(url, token)('GET', `/materiales/leccion/${row?.leccion}`)
  return data.find(({ tipo }: { tipo: string }) => tipo === 'Archivo').ruta
}

/** Twenty starts on two cores; frequent polling would slow them down. */
const START_TIMEOUT = { seconds: 600, pauseMs: 200 }

type Together = { programs: Program[]; database: string; times: number[] }

/** Starts instances at once on an empty database. */
async function startTogether(copies: number, demo: boolean): Promise<Together> {
  const database = await aDatabase()
  const env = { DATABASE_URL: database, DATA_DIR: aFolder(), DEMO: demo ? '1' : '0', DATABASE_POOL: '2' }
  const ports = await freePorts(copies)
  const programs = ports.map((port) => startProgram({ port, env }))
  const times = await Promise.all(programs.map((program) => program.ready(START_TIMEOUT)))
  return { programs, database, times: times.map((ms) => Math.round(ms)) }
}

/** All instances accept a URL signed by one of them. */
async function expectOneSecret({ programs, database }: Together): Promise<void> {
  const address = await aSignedAddress(programs[0]?.url ?? '', database)
  expect(address).toContain('firma=')
  const opened = await Promise.all(programs.map(async ({ url }) => (await fetch(`${url}${address}`)).status))
  expect(opened).toEqual(programs.map(() => 200))
}

/** Concurrent first starts: all serve, and tables, queue, secret and demo exist once. */
export async function copiesAtOnce(copies: number, { demo }: { demo: boolean }): Promise<void> {
  const alone = await startTogether(1, demo)
  const due = await madeIn(alone.database)
  for (const program of alone.programs) await program.stop()
  const together = await startTogether(copies, demo)
  const { programs, database, times } = together
  const dead = programs.filter(({ child }) => child.exitCode !== null || child.signalCode !== null)
  tell(
    `${copies} copies at once on an empty database: ready after ${Math.min(...times)} to ${Math.max(...times)} ms ` +
      `(alone ${alone.times[0]} ms), ${dead.length} died`,
  )
  expect(dead.map(({ log }) => log())).toEqual([])
  expect(await madeIn(database)).toEqual(due)
  expect(due).toMatchObject({ firmas: 1, colas: 1, versiones_de_cola: 1, marcas: demo ? 3 : 0 })
  if (demo) await expectOneSecret(together)
  expect(programs.flatMap(({ log }) => log().match(/^.*"level":(?:50|60).*$/gm) ?? [])).toEqual([])
}
