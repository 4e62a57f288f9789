import { expect, it } from 'vitest'
import { anAcademy, type Changes } from '../../test/academy.ts'
import { useApp } from '../../test/harness.ts'
import { readAcademy } from './academy.ts'
import { loadAcademy } from './load.ts'
import { ContentError } from './reader.ts'

const t = useApp()
const PRIZES = 'prueba/premios.yaml'
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60"/></svg>'

const prizes = (...entries: string[]) => `premios:\n${entries.map((entry) => `  - ${entry}\n`).join('')}`
const GOLD = '{ puesto: 1, premio: Tableta, imagen: premios/oro.svg }'
const FOURTH = '{ puesto: 4, premio: Vale }'

const load = (changes: Changes, demo = true) =>
  loadAcademy(t.deps, anAcademy(changes), { demo, password: demo ? 'Campus-2026' : undefined })

async function mistakesOf(text: string, demo = true): Promise<string> {
  const read = readAcademy(anAcademy({ [PRIZES]: text }), { today: '2026-11-20', demo })
  return read.then(
    () => '',
    (error: unknown) => (error instanceof ContentError ? error.message : String(error)),
  )
}

it('prizes are those of the file', async () => {
  const picture = { 'prueba/premios/oro.svg': PICTURE }
  await load({ [PRIZES]: prizes(GOLD, FOURTH), ...picture })
  const listed = async () => (await t.call('GET', '/api/premios?marca=3')).body.data
  const [gold, fourth] = await listed()
  expect([gold, fourth]).toMatchObject([
    { premio: 'Tableta', puesto: 1 },
    { premio: 'Vale', puesto: 4, imagen: null },
  ])
  expect(gold.imagen).toMatch(/^\/api\/storage\/imagenes\/.*\.webp$/)
})

it.each([
  [
    prizes('{ puesto: 5, premio: X }'),
    `${PRIZES}:2: premios n.º 1, puesto: debe ser el primer puesto que lo gana: 1, 2, 3, 4, 11 o 51`,
  ],
  [prizes(GOLD), `${PRIZES}:2: no existe el archivo «prueba/premios/oro.svg»`],
  ['demostracion:\n  - { correo: nadie@x.pe, foro: 1 }\n', `${PRIZES}:2: la marca prueba no tiene a «nadie@x.pe»`],
  ['ganadores: []\n', `${PRIZES}:1: no existe la clave «ganadores»`],
])('%s is a mistake', async (text, reason) => expect(await mistakesOf(text)).toContain(reason))

it('only the demo takes points from files', async () => {
  const text = 'demostracion:\n  - { correo: alumna@prueba.pe, foro: 1 }\n'
  expect(await mistakesOf(text, false)).toContain('los puntos solo se cargan en la academia de demostración')
})
