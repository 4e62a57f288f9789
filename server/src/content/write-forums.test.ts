import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { anAcademy, type Changes } from '../../test/academy.ts'
import { useApp } from '../../test/harness.ts'
import { readAcademy } from './academy.ts'
import { loadAcademy } from './load.ts'
import { ContentError } from './reader.ts'

const t = useApp()
const FORUMS = 'prueba/foros.yaml'
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><rect width="80" height="60"/></svg>'

const forum = (lines: string[], replies: string[] = []) =>
  `foros:\n  - fijado: false\n${[
    ...lines,
    ...(replies.length > 0 ? ['respuestas:', ...replies.map((r) => `  ${r}`)] : []),
  ]
    .map((line) => `    ${line}\n`)
    .join('')}`
const OF_COURSE = ['tipo: curso', 'curso: minimo', 'titulo: Una duda', 'autor: estudiante@prueba.pe', 'hace: 10d']
const TEXT = 'contenido: "Mira ![la curva](foros/curva.svg), @[profe@prueba.pe] <b>x</b>"'
const THREAD = [
  '- { autor: profe@prueba.pe, tras: 1d, gusta: 2, texto: Así., solucion: true, respuestas: [',
  '    { autor: estudiante@prueba.pe, tras: 2h, texto: ¡Gracias!, respuestas: [{ autor: profe@prueba.pe, tras: 5m, texto: De nada. }] } ] }',
  '- { autor: estudiante@prueba.pe, tras: 2h, texto: Sigo. }',
]
const files = (text: string): Changes => ({ [FORUMS]: text, 'prueba/foros/curva.svg': PICTURE })
const load = (text: string) => loadAcademy(t.deps, anAcademy(files(text)), { demo: true, password: 'Campus-2026' })

async function mistakesOf(text: string, demo = true): Promise<string> {
  return readAcademy(anAcademy(files(text)), { today: '2026-11-20', demo }).then(
    () => '',
    (error: unknown) => (error instanceof ContentError ? error.message : String(error)),
  )
}

async function tokenOf(correo: string): Promise<string> {
  const [row] = (await t.deps.db.execute<{ id: number }>(sql`SELECT id FROM usuarios WHERE correo = ${correo}`)).rows
  return t.tokenOf(row?.id ?? 0)
}

it('forums are loaded with threads in order of time', async () => {
  await load(forum([...OF_COURSE, TEXT, 'vistas: 7'], THREAD))
  const token = await tokenOf('estudiante@prueba.pe')
  const [one] = (await t.call('GET', '/api/foros', { token })).body.data.data
  expect(one).toMatchObject({ titulo: 'Una duda', tipo_foro: 'curso', total_posts: 4, vistas: 7, resuelto: true })
  expect(Date.now() - Date.parse(one.fecha_creacion)).toBeCloseTo(10 * 86_400_000, -6)
  const { contenido } = (await t.call('GET', `/api/foros/${one.id}`, { token })).body.data
  expect(contenido).toMatch(
    /<img src="\/api\/storage\/imagenes\/[^"]+\.webp" alt="la curva" width="80" height="60" \/>/,
  )
  expect(contenido).toMatch(/<span data-mencion="\d+">@Rosa Huamán<\/span> &lt;b&gt;x&lt;\/b&gt;/)
  const [later, answer] = (await t.call('GET', `/api/posts-foro?id_foro=${one.id}`, { token })).body.data.data
  expect(later).toMatchObject({ contenido: '<p>Sigo.</p>', likes: 0 })
  expect(answer).toMatchObject({ likes: 2, es_solucion: true, replies_restantes: 0 })
  expect(answer.replies[0]).toMatchObject({
    contenido: '<p>¡Gracias!</p>',
    replies: [{ contenido: '<p>De nada.</p>' }],
  })
})

const reply = (fields: string) => forum([...OF_COURSE, TEXT], [`- { texto: Hola., ${fields} }`])

it.each([
  [forum([...OF_COURSE.with(1, 'curso: otro'), TEXT]), `${FORUMS}:4: la marca prueba no tiene el curso «otro»`],
  [
    forum([...OF_COURSE.with(0, 'tipo: general'), TEXT]),
    `${FORUMS}:4: foros n.º 1, curso: lo llevan los foros de curso y de módulo`,
  ],
  [forum([...OF_COURSE, 'modulo: 01-inicio', TEXT]), `${FORUMS}:8: foros n.º 1, modulo: lo llevan los foros de módulo`],
  [
    forum([...OF_COURSE.with(0, 'tipo: modulo'), 'modulo: 09-fin', TEXT]),
    `${FORUMS}:8: el curso minimo no tiene el módulo «09-fin»`,
  ],
  [
    forum([...OF_COURSE.with(3, 'autor: nadie@x.pe'), TEXT]),
    `${FORUMS}:6: «nadie@x.pe» no puede escribir en este foro`,
  ],
  [forum([...OF_COURSE, 'contenido: "@[nadie@x.pe]"']), `${FORUMS}:8: «nadie@x.pe» no puede leer este foro`],
  [forum([...OF_COURSE, 'contenido: "![x](no.svg)"']), `${FORUMS}:8: no existe el archivo «prueba/no.svg»`],
  [
    forum([...OF_COURSE.with(4, 'hace: ayer'), TEXT]),
    `${FORUMS}:7: foros n.º 1, hace: se escribe como 12d, 3h, 45m o 1d 4h`,
  ],
  [reply('autor: profe@prueba.pe, tras: 11d'), `${FORUMS}:10: caería en el futuro`],
  [reply('autor: profe@prueba.pe, tras: 1d, gusta: 9'), `${FORUMS}:10: solo 2 personas más pueden leer este foro`],
  [
    forum([...OF_COURSE, TEXT], ['- &a { texto: Hola., autor: profe@prueba.pe, tras: 1h, solucion: true }', '- *a']),
    `${FORUMS}:9: un foro tiene una sola solución`,
  ],
])('%s is a mistake', async (text, reason) => expect(await mistakesOf(text)).toContain(reason))

it('academies can load forums, only the demo also replies', async () => {
  const mistakes = await mistakesOf(forum([...OF_COURSE, TEXT], THREAD), false)
  expect(mistakes).toContain('las respuestas y las vistas solo se cargan en la academia de demostración')
  expect(mistakes).toContain('lo abre alguien del equipo')
})
