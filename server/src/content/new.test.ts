import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FIRST_LANDING } from '@campus/contract/landing-words'
import { expect, it, onTestFinished } from 'vitest'
import { useApp } from '../../test/harness.ts'
import { readAcademy } from './academy.ts'
import { todayInLima } from './dates.ts'
import { loadAcademy } from './load.ts'
import { newAcademy } from './new.ts'
import { TEMPLATE } from './sample.ts'

const t = useApp()

function aFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'campus-nueva-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, name)
}

const read = (folder: string) => readAcademy(folder, { today: todayInLima() })

it('writes an academy that is checked and loaded as it is', async () => {
  const { folder, slug } = newAcademy(aFolder('taller-sol'), { correo: 'Ana@Sol.pe' })
  expect(slug).toBe('taller-sol')
  const { brands, people } = await read(folder)
  expect(brands).toMatchObject([{ slug, nombre: 'Taller sol', cursos: [{ nombre: 'Curso de ejemplo' }] }])
  expect(people).toMatchObject([
    { correo: 'docente@taller-sol.example', roles: ['docente'], marca: slug },
    { correo: 'ana@sol.pe', roles: ['plataforma'], marca: slug },
  ])
  expect(await loadAcademy(t.deps, folder)).toMatchObject({ marcas: 1, cursos: 1, personas: 2 })
  const { portada } = (await t.call('GET', '/api/portada')).body.data
  expect(portada.bloques).toEqual(FIRST_LANDING.bloques)
  const page = await t.call('GET', '/api/clientes/activos')
  expect(page.body.data).toMatchObject([{ slug, nombre: 'Taller sol' }])
})

it('takes any name, with signs that YAML knows', async () => {
  const nombre = `Arte: "Ñandú" & más # 'uno'`
  const { folder, slug } = newAcademy(aFolder('x'), { nombre })
  expect((await read(folder)).brands).toMatchObject([{ slug: 'arte-nandu-mas-uno', nombre }])
  expect(slug).toBe('arte-nandu-mas-uno')
})

it('leaves a folder that holds something, and a file, as they are', () => {
  const folder = aFolder('llena')
  mkdirSync(folder)
  const file = join(folder, 'mia.txt')
  writeFileSync(file, 'mía')
  for (const taken of [folder, file]) expect(() => newAcademy(taken, {})).toThrow(/nada se escribió/)
  expect(() => newAcademy(join(file, 'dentro'), {})).toThrow(/^No se puede escribir en .*: elige otra carpeta\.$/)
  expect(() => newAcademy(aFolder('otra'), { correo: 'ana' })).toThrow('«ana» no es un correo.')
  expect(readFileSync(file, 'utf8')).toBe('mía')
})

it('starts from a template without mistakes', async () => {
  expect((await read(TEMPLATE)).brands).toHaveLength(1)
})
