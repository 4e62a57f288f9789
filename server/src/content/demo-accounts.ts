import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { closeAccounts } from '../features/accounts/accounts.ts'
import { checkPassword } from '../features/accounts/passwords.ts'
import { audit } from '../kit/audit/audit.ts'
import { type Db, lock, query, recordset } from '../platform/db/database.ts'
import { openFolder } from './folder.ts'
import { PeopleFile } from './format.ts'
import { createReader } from './reader.ts'

export const DEMO_FOLDER = fileURLToPath(new URL('../../../content/demo', import.meta.url))

/** Public: README.md names it. */
export const DEMO_PASSWORD = 'Campus-2026'

const ACCOUNTS = [
  ['alumna@demo.pe', 'estudiante de Qhapaq, con matrículas'],
  ['alumno@demo.pe', 'estudiante de Qhapaq, con matrículas'],
  ['nueva@demo.pe', 'estudiante de Qhapaq, sin matrículas'],
  ['alumno1@demo.pe', 'estudiante de Escuela Cumbre'],
  ['alumno3@demo.pe', 'estudiante de Aula Viva'],
  ['docente@demo.pe', 'docente de Qhapaq'],
  ['admin@demo.pe', 'administración de Qhapaq'],
  ['soporte@demo.pe', 'soporte de Qhapaq'],
  ['caja@demo.pe', 'caja de Qhapaq'],
  ['plataforma@demo.pe', 'administración de todas las marcas'],
] as const

/** Empty when the database does not contain the demo. */
export async function demoAccounts(db: Db): Promise<string> {
  const [first] = await query(db, sql`SELECT 1 FROM usuarios WHERE lower(correo) = ${ACCOUNTS[0][0]} AND estado = 1`)
  if (!first) return ''
  const lines = ACCOUNTS.map(([mail, who]) => `    ${mail.padEnd(18)} ${who}`)
  return ['', `  Cuentas de demostración, todas con la contraseña ${DEMO_PASSWORD}:`, ...lines, ''].join('\n')
}

type Row = { id: number; estado: number; password_hash: string; propia: boolean }

/** Accounts with a mail of the demo; `propia` when the brand or the document is the demo's as well. */
async function withDemoMail(tx: Db): Promise<Row[]> {
  const lists = createReader(openFolder(DEMO_FOLDER)).yaml('personas.yaml', PeopleFile)?.value
  const people = Object.values(lists ?? {}).flat()
  const accounts = people.map(({ correo, marca, numero_documento }) => ({ correo, marca, numero_documento }))
  return query<Row>(
    tx,
    sql`SELECT u.id, u.estado, u.password_hash, c.slug = d.marca OR u.numero_documento IS NOT DISTINCT FROM
        coalesce(d.numero_documento, '') AS propia
      FROM ${recordset(accounts, 'd(correo text, marca text, numero_documento text)')}
      JOIN usuarios u ON lower(u.correo) = d.correo JOIN clientes c ON c.id = u.id_cliente`,
  )
}

/** The hashes that the public password opens; all of a load share one. */
async function publicHashes(rows: Row[]): Promise<string[]> {
  const hashes = [...new Set(rows.map(({ password_hash }) => password_hash))]
  const opened = await Promise.all(hashes.map((hash) => checkPassword(hash, DEMO_PASSWORD)))
  return hashes.filter((_, at) => opened[at])
}

/**
 * Closes the accounts of a demo that became a campus in production: those with a mail of the demo in its brand, under its
 * document or with its public password, and those that keep the demo's password under another mail (docs/operations.md).
 * Returns how many it closed.
 */
export async function closeDemoAccounts(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    // Several instances start at once; one closes, the others find it done.
    await lock(tx, 'cuentas de demostración')
    const rows = await withDemoMail(tx)
    const hashes = await publicHashes(rows)
    const named = rows.filter(({ propia, password_hash }) => propia || hashes.includes(password_hash))
    const open = await query<{ id: number; id_cliente: number }>(
      tx,
      sql`SELECT id, id_cliente FROM usuarios WHERE estado = 1
        AND (id = ANY(${sql.param(named.map(({ id }) => id))}::bigint[]) OR password_hash = ANY(${sql.param(hashes)}::text[]))
        ORDER BY id FOR UPDATE`,
    )
    if (open.length === 0) return 0
    await closeAccounts(
      tx,
      open.map(({ id }) => id),
    )
    const detalle = { cuenta_de_demostracion: true }
    await audit(
      tx,
      'gestion',
      ...open.map(({ id, id_cliente }) => ({ sobre: id, objeto: `usuario:${id}`, id_cliente, detalle })),
    )
    return open.length
  })
}
