import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { anAcademy } from '../academy.ts'
import { tell } from './crashes.ts'
import { bareMachine, dockerMachine, hasDocker, type Machine } from './machines.ts'
import { ROOT } from './program.ts'

/** Students come with the demo alone. */
const PEOPLE = `docentes:
  - { correo: profe@prueba.pe, marca: prueba, nombres: Rosa, apellidos: Huamán }
administradores:
  - { correo: admin@prueba.pe, marca: prueba, nombres: Ana, apellidos: Loayza }
`
const DOCS = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')

/** Runs a command that docs/operations.md names, up to its last word. */
async function run(machine: Machine, command: string, last = ''): Promise<string> {
  expect(DOCS.includes(command), `docs/operations.md names ${command}`).toBe(true)
  const { code, said } = await machine.run(`${command}${last}`)
  expect(code, said).toBe(0)
  return said
}

async function brandsOf({ url }: Machine): Promise<{ nombre: string; logo: string }[]> {
  const answer = await fetch(`${url}/api/clientes/activos`)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: { nombre: string; logo: string }[] }).data
}

async function expectPages(machine: Machine): Promise<void> {
  const [brand] = await brandsOf(machine)
  expect((await fetch(`${machine.url}${brand?.logo}`)).status).toBe(200)
  const page = await fetch(`${machine.url}/`, { headers: { accept: 'text/html' } })
  expect(page.status, machine.log().slice(-3000)).toBe(200)
  expect(await page.text()).toContain('Academia de Prueba')
}

/** First start, first content, the backup of the day, a machine that is lost, and the restore on another one. */
export async function installation(): Promise<void> {
  const academy = anAcademy({ 'personas.yaml': PEOPLE, 'prueba/marca.yaml': ['id: 3', 'id: 2'] })
  chmodSync(academy, 0o755)
  const machine = await (hasDocker() ? dockerMachine(academy) : bareMachine(academy))
  await machine.up()
  expect(machine.log()).toContain(`${machine.url}/empezar#`)
  expect(await run(machine, 'node server/src/commands/content.ts check /academia')).toMatch(/^Sin errores: 1 marcas/)
  expect(await run(machine, 'node server/src/commands/content.ts load /academia')).toMatch(/^Cargado: 1 marcas/)
  await expectPages(machine)
  const brands = await brandsOf(machine)
  expect(await run(machine, 'node server/src/commands/jobs.ts list')).toContain('0 tareas abandonadas')

  const made = await machine.backUp()
  expect(made).toEqual([expect.stringMatching(/^campus-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.tar$/)])
  await machine.stop()
  await machine.lose()
  expect(await run(machine, 'node server/src/commands/backup.ts restore /respaldos/', made[0])).toMatch(
    /^Restaurado y comprobado: \d+ filas, [1-9]\d* archivos, /,
  )
  await machine.up()
  expect(machine.log()).not.toContain('/empezar#')
  expect(await brandsOf(machine)).toEqual(brands)
  await expectPages(machine)
  tell(`installed, loaded, backed up and restored elsewhere by ${machine.how}`)
}
