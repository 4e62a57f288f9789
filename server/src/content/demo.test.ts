import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { useApp } from '../../test/harness.ts'
import { demoAccounts, loadDemoIfEmpty } from './demo.ts'

const t = useApp()

it('copies that start at once load the demo once, and its accounts enter', async () => {
  let loads = 0
  const once = () => loadDemoIfEmpty(t.deps, () => void loads++)
  await Promise.all([once(), once(), once()])
  expect(loads).toBe(1)
  const [found] = await t.deps.db.execute<Record<string, number>>(sql`SELECT
    (SELECT count(*)::int FROM clientes) AS marcas, (SELECT count(*)::int FROM cursos) AS cursos,
    (SELECT count(*)::int FROM usuarios WHERE tipo_cliente = 'Docente') AS docentes`)
  expect(found).toMatchObject({ marcas: 3, docentes: 6 })
  expect(found?.cursos).toBeGreaterThanOrEqual(12)
  const banner = await demoAccounts(t.deps.db)
  const mails = ['alumna', 'alumno', 'nueva', 'alumno1', 'alumno3', 'docente', 'admin'].map((name) => `${name}@demo.pe`)
  for (const email of mails) {
    expect(banner).toContain(email)
    const login = await t.call('POST', '/api/loginalumno', { body: { email, password: 'Campus-2026' } })
    expect(login.status, email).toBe(200)
  }
}, 60_000)
