import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS, migrateDatabase } from '../src/platform/db/migrate.ts'
import { aDatabase } from './long/scratch.ts'
import { openSql } from './sql.ts'

/**
 * While copies are replaced, the program of before runs on the newest schema (docs/scaling.md): a migration only adds. What
 * looks otherwise stands here with its reason; there is no other way in.
 */
const REASONS: Record<string, string[]> = {
  // Another dictionary for the search words: a generated column cannot be changed, so it goes and comes back under its name in
  // the same transaction; whoever reads waits for it and finds it. It writes the table anew: on millions of posts do it by night.
  '0006_palabras-de-foros.sql': [
    'ALTER TABLE "foros" drop column "busqueda"',
    'ALTER TABLE "posts_foro" drop column "busqueda"',
  ],
  // Indexes that the same migration replaces by ones of more columns.
  '0010_academias-grandes.sql': ['DROP INDEX "intentos_pendientes"', 'DROP INDEX "reportes_por_decidir"'],
  // A constraint that the same migration replaces by one that allows more.
  '0015_correos-de-avisos.sql': ['ALTER TABLE "notificaciones" DROP CONSTRAINT "notificaciones_correo"'],
}

/** Migrations before which the instances of the release before are stopped (docs/operations.md), and why. */
const WITH_A_STOP: Record<string, string> = {
  '0013_sin-versiones.sql': 'cached answers and the triggers that raised their versions are gone',
  '0016_encuestas-anonimas.sql': 'answers of surveys lose what tied them to each other',
  '0020_sin-funciones-generadas.sql': 'functions that earlier releases generated and called are gone',
  '0022_sin-raices-de-foros.sql': 'pages of forums are counted, not kept in a table',
}

const TAKES_AWAY = [
  /\bDROP\b/i,
  /\bRENAME\b/i,
  /\bTRUNCATE\s+(TABLE\s+)?"?\w/i,
  /\bALTER COLUMN\b.*\b(TYPE|SET NOT NULL|DROP)\b/is,
  /\bDELETE FROM\b/i,
]
const DEMANDS = /ADD COLUMN (?!.*\b(DEFAULT|GENERATED)\b).*\bNOT NULL\b/is

const statementsOf = (file: string) =>
  readFileSync(join(MIGRATIONS, file), 'utf8')
    .split('--> statement-breakpoint')
    .map((part) =>
      part
        .replace(/^\s*--.*$/gm, '')
        .trim()
        .replace(/;$/, ''),
    )
    // A function's body does nothing until it is called, and a trigger names what it forbids.
    .filter((statement) => statement !== '' && !/^CREATE (FUNCTION|TRIGGER)/i.test(statement))

// The first one makes the tables.
const LATER = readdirSync(MIGRATIONS)
  .filter((file) => file.endsWith('.sql') && !file.startsWith('0000') && !(file in WITH_A_STOP))
  .toSorted()

it.each(LATER)('%s only adds', (file) => {
  const statements = statementsOf(file)
  // An index may be made anew: it takes no answer away.
  const again = (statement: string) => {
    const index = /^DROP INDEX ("\w+")$/.exec(statement)?.[1]
    return index !== undefined && statements.some((other) => other.startsWith(`CREATE INDEX ${index} `))
  }
  const wrong = statements.filter(
    (statement) =>
      !again(statement) && (TAKES_AWAY.some((pattern) => pattern.test(statement)) || DEMANDS.test(statement)),
  )
  expect(wrong).toEqual(REASONS[file] ?? [])
})

it('meets a lock, lets the others go on, and tries again', async () => {
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
    const migrating = migrateDatabase(url, MIGRATIONS, () => retried.resolve())
    await retried.promise
    release.resolve()
    await Promise.all([holding, migrating])
  } finally {
    await holder.end()
  }
}, 60_000)
