import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { aCourse, aPerson } from '../../test/builders.ts'
import { useApp } from '../../test/harness.ts'
import { ROOT } from '../../test/long/program.ts'

const t = useApp()

/** Runs the command against the test's database; returns exit code and output. */
async function command(...args: string[]): Promise<{ code: number; said: string }> {
  const env = { PATH: process.env.PATH, DATABASE_URL: t.deps.config.databaseUrl, DATA_DIR: t.deps.config.dataDir }
  return promisify(execFile)(process.execPath, [join(ROOT, 'server/src/enrol/cli.ts'), ...args], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }) => ({ code, said: stderr }),
  )
}

const aMail = () => `${randomUUID()}@prueba.pe`

it('enrols, says what it did, and its mails wait for the program', async () => {
  const course = await aCourse(t.deps.db, { nombre: 'Dibujo' })
  const person = await aPerson(t.deps.db)
  const correo = aMail()
  const title = `Curso ${course.id}, marca-2/${course.clave}: Dibujo.`
  expect(
    await command('--curso', course.clave, `Luz Rojas <${correo}>`, person.correo, '--hasta', '2099-12-31'),
  ).toEqual({
    code: 0,
    said: `${title}
${correo} (Luz Rojas): matriculada, hasta el 2099-12-31; cuenta nueva, se le envía el enlace para crear su contraseña
${person.correo} (Ana María Quispe Núñez): matriculada, hasta el 2099-12-31
Listo: 2 personas, 2 matrículas cambiaron, 1 cuenta nueva.
Los correos los envía el programa: enseguida si está en marcha, o cuando arranque.
Sin SMTP_URL son archivos en ${join(t.deps.config.dataDir, 'correo')}
`,
  })
  await t.deps.jobs.drain()
  expect(t.outbox.map(({ to, subject }) => [to, subject])).toEqual([[correo, 'Ya tienes un lugar en «Dibujo»']])
  const [line] = await t.database.sql`SELECT detalle FROM auditoria WHERE sobre = ${person.id} AND accion = 'gestion'`
  expect(line?.detalle).toMatchObject({ hecho: 'matriculada', operador: userInfo().username })

  expect((await command('--curso', String(course.id), '--quitar', correo)).said).toBe(`${title}
${correo} (Luz Rojas): suspendida; lo que hizo en el curso se conserva
Listo: 1 matrícula suspendida.
`)
}, 120_000)

it('tells every mistake of a list and writes nothing', async () => {
  const course = await aCourse(t.deps.db)
  const foreign = await aPerson(t.deps.db, { id_cliente: 1 })
  const [good, file] = [aMail(), join(t.deps.config.dataDir, 'lista.csv')]
  writeFileSync(file, `correo;nombres;apellidos\n${good};Luz;Rojas\n${foreign.correo};Ana;Paz\n`)
  expect(await command('--curso', `marca-2/${course.clave}`, file)).toEqual({
    code: 1,
    said: `${file}:3: Con este correo no se puede matricular a un alumno de esta academia: usa otro.

Errores: 1; no se escribió nada.
`,
  })
  expect(await t.database.sql`SELECT 1 FROM usuarios WHERE correo = ${good}`).toEqual([])
  expect((await command('--curso', course.clave, '--hasta', 'mañana', good)).said).toContain(
    '--hasta: Escribe la fecha como 2026-12-31, o «nunca».',
  )
}, 120_000)

it('names the courses that exist, and those of one name', async () => {
  const course = await aCourse(t.deps.db, { nombre: 'Cerámica' })
  const other = await aCourse(t.deps.db, { id_cliente: 1 })
  await t.database.sql`UPDATE cursos SET clave = ${course.clave} WHERE id = ${other.id}`
  const unknown = await command('--curso', 'falta', aMail())
  expect([unknown.code, unknown.said]).toEqual([1, expect.stringContaining('No existe el curso «falta». Existen:\n')])
  expect(unknown.said).toContain(`${course.id}  marca-2/${course.clave}  Cerámica\n`)
  const several = await command('--curso', course.clave, aMail())
  expect(several.said).toContain(`Varias marcas tienen el curso «${course.clave}»; escribe una de estas:\n`)
  expect(several.said).toContain(`marca-1/${course.clave}`)
}, 120_000)

it.each([[['--curso', 'x']], [['--curso', 'x', '--borrar', 'luz@prueba.pe']]])(
  'prints its usage for %j',
  async (args) => {
    const answer = await command(...args)
    expect(answer.code).toBe(2)
    expect(answer.said).toContain('npm run enrol -- --curso')
  },
  60_000,
)
