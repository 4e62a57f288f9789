import { foldText, plainSigns } from '@campus/contract/folding'
import { isPrintable } from '@campus/contract/printable'
import { isFound, rootOf } from '@campus/contract/roots'
import { beforeAll, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { PLURALS, withoutAccents } from '../../../test/plurals.ts'

const t = useApp()

let token: string
let foro: number
/** The post of each text. */
const posts = new Map<string, number>()

/** Every letter that certificates print. */
const CERTIFICATE_LETTERS = Array.from({ length: 0x1eff }, (_, point) => String.fromCodePoint(point)).filter(
  (letter) => /\p{L}/u.test(letter) && isPrintable(letter),
)

const BESIDE = ['José jirafón'.normalize('NFD'), 'Dvořák', 'el caso', 'sobre este y antes']

beforeAll(async () => {
  token = await t.tokenOf((await aPerson(t.deps.db)).id)
  const body = { titulo: 'Palabras', contenido: '<p>Una</p>', tipo_foro: 'general' }
  foro = (await t.call('POST', '/api/foros', { token, body })).body.data.id
  for (const text of [...PLURALS.flat(), ...BESIDE]) {
    const { rows } = await t.database.pool.query(
      `INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto) SELECT id, id_usuario, '<p>' || $2 || '</p>', $2 FROM foros WHERE id = $1 RETURNING id`,
      [foro, text],
    )
    posts.set(text, rows[0].id)
  }
})

type Hit = { id: number; extracto: string; raices: string[]; formas: string[] }

async function search(q: string): Promise<Hit[]> {
  const answer = await t.call('GET', `/api/posts-foro/buscar?per_page=100&q=${encodeURIComponent(q)}`, { token })
  expect([q, answer.status]).toEqual([q, 200])
  return answer.body.data.data
}

it.each(PLURALS)('%s and %s find each other, with and without accents, and mark both', async (singular, plural) => {
  for (const q of new Set([
    singular,
    plural,
    withoutAccents(singular),
    plural.normalize('NFD'),
    withoutAccents(plural),
  ])) {
    const hits = await search(q)
    for (const text of [singular, plural]) {
      const hit = hits.find(({ id }) => id === posts.get(text))
      expect([q, text, hit && isFound(text, hit)]).toEqual([q, text, true])
    }
  }
})

it.each([
  ['evaluac', 'evaluaciones'],
  ['exámen', 'exámenes'],
  ['luc', 'luces'],
  ['jirafón', BESIDE[0]],
  ['jirafon', BESIDE[0]],
  ['JIRAFÓN'.normalize('NFD'), BESIDE[0]],
  ['dvorak', 'Dvořák'],
  ['este caso', 'el caso'],
])('«%s» finds «%s»', async (q, text = '') => {
  expect((await search(q)).map(({ id }) => id)).toContain(posts.get(text))
})

it.each([
  ['sobra', BESIDE[3]],
  ['clave', 'clase'],
  ['lucha', 'luces'],
  ['internet', 'intereses'],
])('«%s» does not find «%s»', async (q, text = '') => {
  expect((await search(q)).map(({ id }) => id)).not.toContain(posts.get(text))
})

it('a person whose name has accents of their own is offered under each part of it', async () => {
  const name = { nombres: 'José'.normalize('NFD'), apellidos: 'Nuñez Pérez'.normalize('NFD') }
  const { id } = await aPerson(t.deps.db, name)
  await t.database.pool.query(
    `INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto) VALUES ($1, $2, '<p>Yo</p>', 'Yo')`,
    [foro, id],
  )
  for (const q of ['José', 'Nuñez', 'nunez', 'Pérez', 'Pérez'.normalize('NFD'), 'jose nunez']) {
    const { body } = await t.call('GET', `/api/foros/${foro}/participantes?q=${encodeURIComponent(q)}`, { token })
    expect([q, body.data.map((person: { id: number }) => person.id)]).toEqual([q, [id]])
  }
})

it('a person is offered however the apostrophe of their name is typed', async () => {
  const { id } = await aPerson(t.deps.db, { nombres: 'Rosa', apellidos: 'Sant’Anna' })
  await t.database.pool.query(
    `INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto) VALUES ($1, $2, '<p>Yo</p>', 'Yo')`,
    [foro, id],
  )
  for (const q of ["Sant'Anna", 'sant´anna', 'rosa sant‘an']) {
    const { body } = await t.call('GET', `/api/foros/${foro}/participantes?q=${encodeURIComponent(q)}`, { token })
    expect([q, body.data.map((person: { id: number }) => person.id)]).toEqual([q, [id]])
  }
})

it.each([
  ['Nguyễn Thị', 'Ánh', ['Nguyễn', 'nguyen', 'THỊ', 'anh']],
  ['Андрей', 'Королёв', ['Андрей', 'королев', 'КОРОЛЁВ']],
  ['Γιώργος', 'Παπαδόπουλος', ['Γιώργος', 'παπαδόπουλος']],
  ['अनिता', 'शर्मा', ['अनिता', 'शर्मा', 'अनिता शर्मा']],
  ['민수', '김', ['민수', '김 민수']],
  ['がく', 'さくら', ['がく', 'さくら']],
  ['آمنة', 'العربي', ['آمنة', 'العربي']],
])(
  '%s %s is found by the staff as written, and without the accents of Latin and Cyrillic',
  async (nombres, apellidos, typed) => {
    const person = await aPerson(t.deps.db, { nombres, apellidos, roles: ['docente'] })
    const staff = await t.tokenOf((await aPerson(t.deps.db, { roles: ['marca'] })).id)
    for (const q of typed) {
      const { status, body } = await t.call('GET', `/api/gestion/equipo?q=${encodeURIComponent(q)}`, { token: staff })
      expect([q, status, body.data?.data?.map(({ id }: { id: number }) => id)]).toEqual([q, 200, [person.id]])
    }
  },
)

it('the database and the contract have the same form of each sign', async () => {
  const signs = Array.from({ length: 0xfffe - 0x20 }, (_, at) => String.fromCharCode(at + 0x20)).filter((sign) =>
    sign.isWellFormed(),
  )
  const { rows } = await t.database.pool.query('SELECT w, signos(w) AS forma FROM unnest($1::text[]) w', [signs])
  expect(rows.filter(({ w, forma }) => forma !== plainSigns(w))).toEqual([])
  expect(rows.filter(({ w, forma }) => forma !== w).length).toBeGreaterThan(30)
})

it('the database and the contract fold words alike', async () => {
  const words = [
    ...PLURALS.flat(),
    ...BESIDE,
    'ES',
    'eses',
    'ñandúes',
    'Łódź',
    'AÇAÍ',
    'cafés',
    'Ýa',
    'zzz',
    'haz',
    'Nguyễn',
    'Ánh',
    'Андрей',
    'КОРОЛЁВ',
    ...CERTIFICATE_LETTERS,
    'Sant’Anna',
    'O´Higgins',
    'co–crear',
    'e'.repeat(40),
  ]
  const { rows } = await t.database.pool.query(
    'SELECT w, sin_acentos(w) AS plana, raiz(sin_acentos(w)) AS raiz FROM unnest($1::text[]) w',
    [words.flatMap((word) => [word, word.normalize('NFD')])],
  )
  expect(rows.map(({ plana, raiz }) => [plana, raiz])).toEqual(rows.map(({ w }) => [foldText(w), rootOf(foldText(w))]))
})

it('words of a text that would be costly to read take no longer', async () => {
  const texts = ['\u0301\u0327'.repeat(20_000), `${'e'.repeat(40_000)}x`, 'a_'.repeat(20_000), 'ệй '.repeat(20_000)]
  await t.database.pool.query(`SET statement_timeout = '2s'`)
  for (const text of texts) await t.database.pool.query('SELECT palabras($1)', [text])
})
