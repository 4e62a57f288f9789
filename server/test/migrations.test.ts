import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS, migrateDatabase } from '../src/platform/db/migrate.ts'
import { aDatabase } from './long/scratch.ts'
import { openSql } from './sql.ts'

/**
 * During a rolling update the previous release runs on the new schema (docs/scaling.md): migrations only add. Reviewed
 * exceptions are listed here.
 */
const REASONS: Record<string, string[]> = {
  // A new text search dictionary: generated columns cannot be altered, so it is recreated in one transaction. Rewrites the
  // table: run at night on millions of posts.
  '0006_palabras-de-foros.sql': [
    'ALTER TABLE "foros" drop column "busqueda"',
    'ALTER TABLE "posts_foro" drop column "busqueda"',
  ],
  // Replaced by indexes with more columns in the same migration.
  '0010_academias-grandes.sql': ['DROP INDEX "intentos_pendientes"', 'DROP INDEX "reportes_por_decidir"'],
  // Replaced by a wider constraint in the same migration.
  '0015_correos-de-avisos.sql': ['ALTER TABLE "notificaciones" DROP CONSTRAINT "notificaciones_correo"'],
  '0033_forum_orders.sql': ['ALTER TABLE "foros" DROP CONSTRAINT "foros_cuentas"'],
  // A report or version is of a post or of a forum; the release before always writes the post.
  '0037_reportes-de-temas.sql': [
    'ALTER TABLE "reportes_post" ALTER COLUMN "id_post" DROP NOT NULL',
    'ALTER TABLE "versiones_post" ALTER COLUMN "id_post" DROP NOT NULL',
  ],
  // Wider in the same migration; a question may have several right options.
  '0039_preguntas_de_seis_tipos.sql': [
    'ALTER TABLE "preguntas" DROP CONSTRAINT "preguntas_tipo"',
    'DROP INDEX "opciones_una_correcta"',
  ],
  // Replaced by a wider constraint in the same migration.
  '0040_roles.sql': ['ALTER TABLE "usuarios" DROP CONSTRAINT "usuarios_rol"'],
  // Generated, of the same release, and recreated in the same transaction.
  '0035_comienzo_de_la_descripcion.sql': ['ALTER TABLE "cursos" drop column "busqueda"'],
}

/** Migrations that need the previous release stopped (docs/operations.md), and why. */
const WITH_A_STOP: Record<string, string> = {
  '0013_sin-versiones.sql': 'cached answers and the triggers that raised their versions are gone',
  '0016_encuestas-anonimas.sql': 'answers of surveys lose what tied them to each other',
  '0020_sin-funciones-generadas.sql': 'functions that earlier releases generated and called are gone',
  '0022_sin-raices-de-foros.sql': 'pages of forums are counted, not stored in a table',
  '0028_oferta_de_marca.sql': 'the setting of the offer replaces a column that brands were read with',
  '0032_encuestas_sin_reloj.sql': 'surveys have no duration any more, which the release before expects',
  '0038_documentos.sql': 'the unsent texts of students leave the name `borradores` to the drafts of staff',
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
    // Function bodies do nothing by themselves; triggers name what they forbid.
    .filter((statement) => statement !== '' && !/^CREATE (FUNCTION|TRIGGER)/i.test(statement))

const LATER = readdirSync(MIGRATIONS)
  .filter((file) => file.endsWith('.sql') && !file.startsWith('0000') && !(file in WITH_A_STOP))
  .toSorted()

it.each(LATER)('%s only adds', (file) => {
  const statements = statementsOf(file)
  // Recreating an index changes no results.
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
    const migrating = migrateDatabase(url, MIGRATIONS, () => retried.resolve())
    await retried.promise
    release.resolve()
    await Promise.all([holding, migrating])
  } finally {
    await holder.end()
  }
}, 60_000)
