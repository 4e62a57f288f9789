import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { structureOf } from '../src/backup/catalogue.ts'
import { avances_cambios } from '../src/features/progress/progress.tables.ts'
import { recomputeProgress } from '../src/features/progress/progress.ts'
import { withClient } from '../src/platform/db/client.ts'
import { exclusiveIn } from '../src/platform/db/exclusive.ts'
import { MIGRATIONS, migrateDatabase } from '../src/platform/db/migrate.ts'
import { aBrand, aCourse, anEnrolment, aPerson } from './builders.ts'
import { migrationsWith, type Next, STEPS } from './long/migrations.ts'
import { aDatabase } from './long/scratch.ts'
import { withDatabase } from './long/writers.ts'
import { openSql, withSql } from './sql.ts'

/**
 * During a rolling update the previous release runs on the new schema (docs/scaling.md): migrations only add, except the
 * exclusive ones. Reviewed exceptions are listed here.
 */
const REASONS: Record<string, string[]> = {
  // Made again at once, wider: what an older process writes still fits.
  '0018_people': ['ALTER TABLE "certificados" DROP CONSTRAINT "certificados_causa"'],
  // Made again at once, with the group.
  '0019_groups': ['DROP TRIGGER anotar_cambio ON sesiones', 'DROP TRIGGER anotar_cambio ON matriculas'],
}

const TAKES_AWAY = [
  /\bDROP\b/i,
  /\bRENAME\b/i,
  /\bTRUNCATE\s+(TABLE\s+)?"?\w/i,
  /\bALTER COLUMN\b.*\b(TYPE|SET NOT NULL|DROP)\b/is,
  /\bDELETE FROM\b/i,
]
const DEMANDS = /ADD COLUMN (?!.*\b(DEFAULT|GENERATED)\b).*\bNOT NULL\b/is

const statementsOf = (text: string) =>
  text
    .split('--> statement-breakpoint')
    .map((part) =>
      part
        .replace(/^\s*--.*$/gm, '')
        .trim()
        .replace(/;$/, ''),
    )
    // Function bodies do nothing by themselves; triggers name what they forbid.
    .filter((statement) => statement !== '' && !/^CREATE (FUNCTION|TRIGGER)/i.test(statement))

function takenAway(text: string): string[] {
  const statements = statementsOf(text)
  // Recreating an index changes no results.
  const again = (statement: string) => {
    const index = /^DROP INDEX ("\w+")$/.exec(statement)?.[1]
    return index !== undefined && statements.some((other) => other.startsWith(`CREATE INDEX ${index} `))
  }
  return statements.filter(
    (statement) =>
      !again(statement) && (TAKES_AWAY.some((pattern) => pattern.test(statement)) || DEMANDS.test(statement)),
  )
}

/** SHA-256 of each file as it was released: a new one adds its line, and no line changes. */
const RELEASED = {
  '0000_base': '1641678064df9613891362f1b679f35fb72a77d84cb4f925709e3051addebde5',
  '0001_job_lists': '1dea4e3f29da9e91be4a97abd228c7f50a832d36b1bcc408b23a593a43c32020',
  '0002_stored_progress': '77d42b796dfd155546cd7b69c72814987197368e6c1e5e0f8760a315e2b790b2',
  '0003_progress_marks': '9562a0450e888a7619f93ea10b30ec6cbd983a2bca4d41fc67a0523fa7befa8a',
  '0004_price_version': '3c8b7fc3706f000abf98f3a1467f273e0099ffc9d6c3a0699ae0591763132185',
  '0005_ticket_topic': 'd020cd6cc0f26f99b0aa7902b39bcd6ebbef8c34b2bbcf841f204bb41d154b21',
  '0006_first_free_lesson': '31ca080d309861d55cd6ff797af0dd23ccf857d250d96b0e399794d42360ed25',
  '0007_movements': '7505d8e492ceacac73684a9c6a7c289c7b86b17a2ac5aa28809353437c79945b',
  '0008_sale_discount': '32bec86e35a4c4cd66ebcb9aa6c6df6bda273e5aa77fb0f9f5e589aa5210ae70',
  '0009_sale_mails': '676b61d3d7ae2524bd6de657526e491afdc904fb9a201240378c2029dc40568a',
  '0010_sales_reads': '9ef5ea77302dd745d63f8fe372b78b86ad2adff882b8fff54f6da0a7d4ffb8a0',
  '0011_money_by_day': 'f0423c7a13df230a7ae0347db1dfb3c0303e976a4bd036d06e54405f73817232',
  '0012_receipts': '5a0ee1d454befcac23e6d84c9217d33cbab4a85743cf2240aac1b2a0e19c582a',
  '0013_till': '3a69d9b0dbbb1ce814b15bec16bd638d847e8635583e085af289496fdcf049db',
  '0014_coupons': '0e9d9dd30fc76a2b37c8f2c9ea80bbcb635b597367b8a922dbedf768431e6c4f',
  '0015_closed_accounts': '1fe1e466d0c773807fec265d58abd5870270a9fd8717e6882a28f7b5bd78e194',
  '0016_instalments': '5e80f8757803b809185f67d6e33216e249635af467f3654d7d67cab5e22bcd7d',
  '0017_connections': 'bb832b68ecbaa73d872db8d1aa48efacd4699d55d48403fc2323ec6e8cb53c54',
  '0018_people': 'c3243da157b348b65e34807df89bf1c9b1b1387514b6c0fdbe9aaa5e876b90a1',
  '0019_groups': '41b08491cc26c0e098dc99a7cddb907d5eebb19bfe3576a1f01190cd927f3d11',
}

it('no migration is edited once it is released', () => {
  const hashOf = (tag: string) =>
    createHash('sha256')
      .update(readFileSync(join(MIGRATIONS, `${tag}.sql`)))
      .digest('hex')
  expect(Object.fromEntries(STEPS.map((tag) => [tag, hashOf(tag)]))).toEqual(RELEASED)
})

it('later migrations only add', () => {
  const [, ...later] = STEPS.filter((tag) => !(tag in exclusiveIn(MIGRATIONS)))
  const wrong = later.map((tag) => [tag, takenAway(readFileSync(join(MIGRATIONS, `${tag}.sql`), 'utf8'))] as const)
  expect(Object.fromEntries(wrong.filter(([, statements]) => statements.length > 0))).toEqual(REASONS)
})

it.each([
  'ALTER TABLE "cursos" DROP COLUMN "horas"',
  'ALTER TABLE "cursos" RENAME COLUMN "horas" TO "duracion"',
  'ALTER TABLE "cursos" ALTER COLUMN "horas" SET NOT NULL',
  'ALTER TABLE "cursos" ALTER COLUMN "horas" SET DATA TYPE bigint',
  'ALTER TABLE "cursos" ADD COLUMN "horas" integer NOT NULL',
  'DROP INDEX "cursos_busqueda"',
  'DELETE FROM cursos',
])('takes away: %s', (statement) => expect(takenAway(`${statement};`)).toEqual([statement]))

it.each([
  'ALTER TABLE "cursos" ADD COLUMN "horas" integer DEFAULT 0 NOT NULL',
  'DROP INDEX "una";--> statement-breakpoint\nCREATE INDEX "una" ON "cursos" ("id")',
  '-- DROP TABLE cursos\nCREATE TABLE "otra" ()',
])('only adds: %s', (text) => expect(takenAway(text)).toEqual([]))

it('retries after a lock timeout, without blocking others', async () => {
  const url = await aDatabase({ migrated: true })
  const holder = await openSql(url)
  try {
    const release = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    const holding = holder.begin(async (tx) => {
      await tx`LOCK TABLE drizzle.__drizzle_migrations IN ACCESS EXCLUSIVE MODE`
      held.resolve()
      await release.promise
    })
    await held.promise
    const retried = Promise.withResolvers<void>()
    const migrating = migrateDatabase(url, MIGRATIONS, { onLocked: () => retried.resolve() })
    await retried.promise
    release.resolve()
    await Promise.all([holding, migrating])
  } finally {
    await holder.end()
  }
}, 60_000)

const ADDS: Next = { sql: `ALTER TABLE usuarios ADD COLUMN apodo text DEFAULT '' NOT NULL` }

const apply = (url: string, next: Next) => migrateDatabase(url, migrationsWith(next), { othersTimeoutMs: 0 })

async function appliedIn(url: string): Promise<number> {
  const [row] = await withSql(url, (sql) => sql`SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations`)
  return Number(row?.n)
}

it('the next migration keeps what is there, and instances that start together apply it once', async () => {
  const url = await aDatabase({ migrated: true })
  await withSql(url, async (sql) => {
    await sql`INSERT INTO clientes (id, slug, nombre, color_primario, color_acento) VALUES (2, 'una', 'Una', '#4F46E5', '#F59E0B')`
    await sql`INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash)
      VALUES (2, 'Ana', 'Quispe', 'a@prueba.pe', 'x')`
  })
  await Promise.all([ADDS, ADDS, ADDS].map((next) => apply(url, next)))
  expect(await withSql(url, (sql) => sql`SELECT nombres, busqueda, apodo FROM usuarios`)).toEqual([
    { nombres: 'Ana', busqueda: 'ana quispe a@prueba.pe', apodo: '' },
  ])
  expect(await appliedIn(url)).toBe(STEPS.length + 1)
  // The release before starts on it and changes nothing.
  await migrateDatabase(url)
  expect(await appliedIn(url)).toBe(STEPS.length + 1)
})

it('a migration that is interrupted changes nothing, and the next start applies it', async () => {
  const url = await aDatabase({ migrated: true })
  const before = await withClient(url, structureOf)
  const migrating = apply(url, { sql: `${ADDS.sql};--> statement-breakpoint\nSELECT pg_sleep(600)` })
  const refused = expect(migrating).rejects.toThrow('terminating connection')
  const kill = () =>
    withSql(
      url,
      (sql) => sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'campus-migrate' AND wait_event = 'PgSleep'`,
    )
  await expect.poll(async () => (await kill()).length).toBe(1)
  await refused
  expect(await withClient(url, structureOf)).toEqual(before)
  await apply(url, ADDS)
  expect(await appliedIn(url)).toBe(STEPS.length + 1)
})

it('what was done before progress was stored is marked, and no progress that is', async () => {
  const url = await aDatabase({ migrated: true })
  await withDatabase(url, async ({ db }) => {
    await aBrand(db)
    const [{ id }, before, since] = [await aPerson(db), await aCourse(db), await aCourse(db)]
    for (const course of [before, since]) await anEnrolment(db, id, course.id)
    await recomputeProgress(db, [{ id_usuario: id, id_curso: since.id }])
    await db.execute(readFileSync(join(MIGRATIONS, '0003_progress_marks.sql'), 'utf8'))
    expect(await db.select().from(avances_cambios)).toEqual([{ id_usuario: id, id_curso: before.id }])
  })
})

/** A database of this release, or an empty one, and a connection of this name that stays open. */
async function beside(name: string, migrated = true) {
  const url = await aDatabase({ migrated })
  const other = await openSql(url, { application_name: name })
  let open = true
  const end = async () => {
    if (open) await other.end()
    open = false
  }
  onTestFinished(end)
  return { url, end }
}

const BREAKS: Next = { sql: 'ALTER TABLE usuarios RENAME COLUMN nombres TO nombre', exclusive: 'cambia una columna' }

/** Whether a migration has looked for other instances. */
async function isLooking(url: string): Promise<boolean> {
  const rows = await withSql(
    url,
    (sql) => sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = 'campus-migrate' AND query LIKE '%pg_backend_pid%'`,
  )
  return rows.length > 0
}

async function expectNewest(url: string): Promise<void> {
  expect(await appliedIn(url)).toBe(STEPS.length + 1)
}

describe('beside another copy of the program', () => {
  it('names only migrations that exist', () => {
    expect(Object.keys(exclusiveIn(MIGRATIONS)).filter((tag) => !STEPS.includes(tag))).toEqual([])
  })

  it.each(['campus', 'campus-listen', 'campus-jobs', 'campus-trabajos'])(
    'a migration that it would not bear is refused (%s), and nothing is changed',
    async (name) => {
      const { url } = await beside(name)
      const before = await withClient(url, structureOf)
      await expect(apply(url, BREAKS)).rejects.toThrow(
        'Hay otra copia de Campus en marcha en esta base de datos (conexiones: 1) y fallaría con lo que esta versión cambia en ' +
          'ella, 9999_siguiente (cambia una columna): detén todas las copias y vuelve a iniciar; no se cambió nada.',
      )
      expect(await withClient(url, structureOf)).toEqual(before)
    },
  )

  it.each(['campus-respaldo', 'campus-content', 'campus-jobs-cli', 'campus-migrate', 'psql'])(
    'is not: %s',
    async (name) => {
      const { url } = await beside(name)
      await apply(url, BREAKS)
      await expectNewest(url)
    },
  )

  it('one that is stopping is waited for', async () => {
    const { url, end } = await beside('campus')
    const migrating = migrateDatabase(url, migrationsWith(BREAKS), { othersTimeoutMs: 60_000 })
    await expect.poll(() => isLooking(url)).toBe(true)
    await end()
    await migrating
    await expectNewest(url)
  })

  it('what only adds is applied', async () => {
    const { url } = await beside('campus')
    await apply(url, ADDS)
    await expectNewest(url)
  })

  it('an empty database is filled', async () => {
    const { url } = await beside('campus', false)
    await apply(url, BREAKS)
    await expectNewest(url)
  })
})
