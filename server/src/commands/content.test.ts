import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { anAcademy } from '../../test/academy.ts'
import { useApp } from '../../test/harness.ts'
import { readAcademy } from '../content/academy.ts'
import { loadAcademy } from '../content/load.ts'

const COMMAND = fileURLToPath(new URL('content.ts', import.meta.url))

const t = useApp()
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'campus-orden-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

const content = (...args: string[]) => contentOver(folder, ...args)

function contentOver(DATA_DIR: string, ...args: string[]) {
  const DATABASE_URL = t.deps.config.databaseUrl
  const env = { PATH: process.env.PATH, PUBLIC_URL: 'http://campus.test', DATABASE_URL, DATA_DIR }
  const { stdout, stderr, status } = spawnSync(process.execPath, [COMMAND, ...args], { env, encoding: 'utf8' })
  return { stdout, stderr: stderr.replace(/^\(.*\n/gm, ''), status }
}

it('writes, checks and loads a new academy, and says what comes next', async () => {
  const academy = join(folder, 'taller-sol')
  expect(content('new', academy).stdout).toContain('Cambia tu-correo@taller-sol.example por tu correo en personas.yaml')
  expect(content('check', academy).stdout).toBe('Sin errores: 1 marca, 1 curso.\n')
  writeFileSync(join(academy, 'taller-sol/logo-viejo.png'), '')
  expect(content('check', academy)).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^taller-sol\/logo-viejo\.png:1: nadie lee esto; aquí van marca\.yaml, /),
  })
  rmSync(join(academy, 'taller-sol/logo-viejo.png'))
  const loaded = content('load', academy)
  expect(loaded).toMatchObject({ status: 0, stderr: '' })
  const passwords = `Quien todavía no tiene contraseña la crea en http://campus.test/login?vista=recuperar. Todavía no salen correos: cada uno es un archivo en ${join(folder, 'correo')}.\n`
  expect(loaded.stdout).toBe(`Cargado: 1 marca, 1 curso, 2 personas.\n${passwords}`)
  expect(content('load', academy).stdout).toBe(`Cargado: 0 marcas, 0 cursos, 0 personas.
Ya existía y se queda como está; se cambia en el programa:
1 marca, con su portada, páginas, premios, prompts y foros:
  - taller-sol
1 curso, entero:
  - taller-sol/curso-de-ejemplo
2 personas:
  - docente@taller-sol.example
  - tu-correo@taller-sol.example
${passwords}`)
})

it('exports a brand into a new folder, and says what stays out', async () => {
  await loadAcademy(t.deps, anAcademy(), { demo: true })
  const to = join(folder, 'exportada')
  const { stdout, stderr, status } = content('export', 'prueba', to)
  expect([status, stderr]).toEqual([0, ''])
  // The command's storage is another one, without the files.
  expect(stdout).toMatch(
    /^Exportado: 1 curso, 9 textos, 0 archivos\.\nQuedó fuera:\n- 8 archivos que ya no están\nPara cargarla en otra instalación: npm run content -- load .+\n$/,
  )
  expect((await readAcademy(to, { today: '2026-11-20' })).brands.map(({ slug }) => slug)).toEqual(['prueba'])
  expect(content('export', 'otra', join(folder, 'nueva')).stderr).toMatch(/^No existe la marca «otra»\. Hay: .*prueba/)
})

it('says in one sentence what is wrong', async () => {
  expect(content('load', join(folder, 'no-hay'))).toMatchObject({
    status: 1,
    stderr: `No existe la carpeta ${join(folder, 'no-hay')}.\n`,
  })
  expect(content('check', COMMAND)).toMatchObject({ status: 1, stderr: `${COMMAND} no es una carpeta.\n` })
  for (const words of [[], ['new'], ['borrar', folder], ['load', folder, '--forzar']])
    expect(content(...words)).toMatchObject({ status: 2, stdout: '' })
})

it('keeps the details of a failure also before there are data', () => {
  const academy = join(folder, 'rota')
  content('new', academy)
  // In bytes longer than the name of any file.
  appendFileSync(
    join(academy, 'rota/marca.yaml'),
    `firma: { nombre: Ana, cargo: Dirige, imagen: ${'ñ'.repeat(150)} }\n`,
  )
  const data = join(folder, 'datos/nuevos')
  const { stderr, status } = contentOver(data, 'check', academy)
  const file = join(data, 'error-de-carga.txt')
  expect([status, stderr]).toEqual([
    1,
    `No se cargó nada: pasó algo que el programa no esperaba. Los detalles están en ${file}.\n`,
  ])
  expect(readFileSync(file, 'utf8')).toContain('ENAMETOOLONG')
})

it('keeps what the database said of something unforeseen out of the terminal', async () => {
  const academy = join(folder, 'otra')
  content('new', academy, '--nombre', 'Otra')
  await t.database.sql`ALTER TABLE categorias ADD CONSTRAINT ninguna CHECK (nombre <> 'Cursos') NOT VALID`
  const { stderr, status } = content('load', academy, '--correo', 'x@y.pe')
  const file = join(folder, 'error-de-carga.txt')
  expect([status, stderr]).toEqual([
    1,
    `No se cargó nada: pasó algo que el programa no esperaba. Los detalles están en ${file}.\n`,
  ])
  expect(readFileSync(file, 'utf8')).toContain('ninguna')
  expect(await t.database.sql`SELECT 1 FROM clientes WHERE slug = 'otra'`).toEqual([])
})
