import { expect, it } from 'vitest'
import { anAcademy, type Changes } from '../../test/academy.ts'
import { readAcademy } from './academy.ts'

const PLACE = 'prueba/cursos/minimo'
const COURSE = `${PLACE}/curso.md`
const LESSON = `${PLACE}/01-inicio/01-primera.md`
const EXAM = `${PLACE}/01-inicio/examen.yaml`
const PAGE = 'prueba/paginas/reembolsos.md'
const FORUMS = 'prueba/foros.yaml'

const mistakesOf = (changes: Changes) =>
  readAcademy(anAcademy(changes), { today: '2026-11-20', demo: true }).then(
    () => [],
    (error: Error) => error.message.split('\n'),
  )

const dead = (address: string) => `el enlace «${address}» no se abriría: empieza con https://, /, #, mailto: o tel:`
const forum = (text: string) =>
  `foros:\n  - { tipo: general, autor: admin@prueba.pe, titulo: Uno, contenido: ${JSON.stringify(text)} }\n`

it.each([
  ['a lesson', { [LESSON]: ['Mira el video.', 'Mira.\n\nUna línea y\n[SUNAT](http://www.sunat.gob.pe).'] }, LESSON, 30],
  ['a bare address', { [LESSON]: ['Mira el video.', 'En http://www.sunat.gob.pe está.'] }, LESSON, 27],
  ['a table', { [LESSON]: ['Mira el video.', '| a |\n|---|\n| b |\n| [x](http://www.sunat.gob.pe) |'] }, LESSON, 30],
  ['a list', { [LESSON]: ['Mira el video.', '- uno\n- dos\n- http://www.sunat.gob.pe'] }, LESSON, 29],
  ['a material', { [LESSON]: ['Una *idea*.', '[Una](http://www.sunat.gob.pe)'] }, LESSON, 16],
  ['a description', { [COURSE]: ['Texto con', '[Texto](http://www.sunat.gob.pe) con'] }, COURSE, 19],
  ['instructions', { [EXAM]: ['intentos: 3', 'instrucciones: Lee http://www.sunat.gob.pe'] }, EXAM, 3],
  ['a page', { [PAGE]: '---\ntitulo: Uno\n---\n\nVe a http://www.sunat.gob.pe\n' }, PAGE, 5],
  ['a forum', { [FORUMS]: forum('Ve a http://www.sunat.gob.pe') }, FORUMS, 2],
] satisfies [string, Changes, string, number][])(
  'reports a link by http with its line: %s',
  async (_what, changes, file, line) => {
    expect(await mistakesOf(changes)).toEqual([`${file}:${line}: ${dead('http://www.sunat.gob.pe')}`])
  },
)

it.each(['ftp://a.pe/x', '02-segunda.md', '../otro.md', 'www.sunat.gob.pe', '//a.pe', ''])(
  'reports a link to «%s»',
  async (address) => {
    expect(await mistakesOf({ [LESSON]: ['Mira el video.', `[Mira](${address})`] })).toEqual([
      `${LESSON}:27: ${dead(address)}`,
    ])
  },
)

it.each(['http://a.pe/foto.png', 'foto.png', 'archivos/foto.png'])('reports a picture of «%s»', async (address) => {
  expect(await mistakesOf({ [LESSON]: ['Mira el video.', `Mira\n![Una foto](${address})`] })).toEqual([
    `${LESSON}:28: la imagen «${address}» no se vería: su dirección empieza con https:// o /`,
  ])
})

it('reports a check that could not be asked with its line', async () => {
  const check = (indent: string) =>
    `${indent}\`\`\`pregunta\n${indent}¿Sí?\n${indent}- [ ] A\n${indent}- [ ] B\n${indent}\`\`\``
  expect(
    await mistakesOf({ [LESSON]: ['Mira el video.', `Mira.\n\n${check('')}\n\n- uno\n\n${check('  ')}`] }),
  ).toEqual([
    `${LESSON}:29: «¿Sí?»: marca la opción correcta.`,
    `${LESSON}:37: La pregunta va entre párrafos, no dentro de una lista o una cita.`,
  ])
})

it('takes https, the campus, places of the page, mails and telephones, and what is no link', async () => {
  const text = `[a](https://a.pe) [b](/cursos) [c](#final) [d](mailto:a@b.pe) [e](tel:+5115550100) a@b.pe https://a.pe
\`http://a.pe\` www.a.pe ![f](https://a.pe/f.png)

    http://en-codigo.pe`
  expect(
    await mistakesOf({ [LESSON]: ['Mira el video.', text], [FORUMS]: forum('![x](logo.svg) [y](/foros)') }),
  ).toEqual([])
})

it.each([
  ['a playlist', 'embed/videoseries?list=PLabc', 'no es la dirección de un video de youtube'],
  ['a channel', 'embed/live_stream?channel=UCabc', 'no es la dirección de un video de youtube'],
  [
    'a second that cannot be read',
    'watch?v=aqz-KE-bpKQ&t=1:35',
    'el momento en que empieza se escribe como t=95 o t=1m35s',
  ],
  ['an end', 'embed/aqz-KE-bpKQ?start=5&end=95', 'el video se ve hasta su final: quita «end» de la dirección'],
])('reports a video of %s', async (_what, address, reason) => {
  expect(await mistakesOf({ [LESSON]: ['watch?v=aqz-KE-bpKQ', address] })).toEqual([
    `${LESSON}:6: videos n.º 1, enlace: ${reason}`,
  ])
})
