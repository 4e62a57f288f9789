import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { encodeForm } from '../../../test/matrix.requests.ts'
import { untilWaiting } from '../../../test/waiting.ts'
import { type Db, lock } from '../../platform/db/database.ts'
import { shownIn } from './pictures.ts'

const t = useApp()
let picture: Buffer
let course: Awaited<ReturnType<typeof aCourse>>
let student: { id: number; token: string }

beforeAll(async () => {
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#963' } })
    .png()
    .toBuffer()
  course = await aCourse(t.deps.db)
})

beforeEach(async () => {
  const { id } = await aPerson(t.deps.db)
  await anEnrolment(t.deps.db, id, course.id)
  student = { id, token: await t.tokenOf(id) }
})

async function send(token = student.token, bytes = picture) {
  const form = await encodeForm({ form: {}, file: { name: 'imagen', bytes } })
  return t.call('POST', '/api/foros/imagenes', { token, ...form })
}

async function upload(): Promise<string> {
  const answer = await send()
  expect(answer.status).toBe(201)
  return answer.body.data.ruta
}

const filesOf = (address: string) => {
  const name = /[0-9a-f]{64}/.exec(address)?.[0] ?? ''
  return readdirSync(join(t.deps.config.dataDir, 'archivos/imagenes')).filter((file) => file.startsWith(name)).length
}

const rowsOf = async (id: number) => (await t.database.sql`SELECT * FROM imagenes_foro WHERE id_usuario = ${id}`).length

/** Runs the daily sweep as if these hours had passed. */
async function afterHours(hours: number): Promise<void> {
  await t.database.sql`UPDATE imagenes_foro SET subida_en = subida_en - make_interval(hours => ${hours}),
    revisar_en = revisar_en - make_interval(hours => ${hours})`
  await t.deps.jobs.send(t.deps.db, 'limpiar-imagenes', {})
  await t.deps.jobs.drain()
}

const shown = (address: string) => `<p>Miren:</p><img src="${address}" alt="La figura">`

async function aForum(contenido = '<p>Texto</p>'): Promise<number> {
  const body = { tipo_foro: 'curso', id_curso: course.id, titulo: 'Una figura', contenido }
  const { status, body: made } = await t.call('POST', '/api/foros', { token: student.token, body })
  expect(status).toBe(201)
  return made.data.id
}

/** Every kind of text that can reference a picture. */
const PLACES: [place: string, put: (address: string) => Promise<unknown>][] = [
  ['a forum', (address) => aForum(shown(address))],
  ['a post', async (address) => aPost(address)],
  [
    'an earlier version of a post',
    async (address) => {
      const id = await aPost(address)
      const body = { contenido: '<p>Sin figura</p>' }
      expect((await t.call('PUT', `/api/posts-foro/${id}`, { token: student.token, body })).status).toBe(200)
    },
  ],
  [
    'a draft',
    async (address) => {
      const body = { contenido: shown(address) }
      expect((await t.call('PUT', '/api/borradores/foro', { token: student.token, body })).status).toBe(200)
    },
  ],
  ['a smaller size in a post', (address) => aPost(address.replace('-1280.', '-320.'))],
  [
    'a comment',
    async (address) => {
      const id_leccion = course.modulos[0]?.lecciones[0]?.id
      const body = { id_leccion, comentario: `Está en ${address}` }
      expect((await t.call('POST', '/api/comentarios', { token: student.token, body })).status).toBe(201)
    },
  ],
]

async function aPost(address: string): Promise<number> {
  const body = { id_foro: await aForum(), contenido: shown(address) }
  const answer = await t.call('POST', '/api/posts-foro', { token: student.token, body })
  expect(answer.status).toBe(201)
  return answer.body.data.id
}

describe('a picture of a forum text', () => {
  it('without references stays two days, then is deleted with its six files', async () => {
    const address = await upload()
    await afterHours(47)
    expect([filesOf(address), await rowsOf(student.id)]).toEqual([6, 1])
    await afterHours(2)
    expect([filesOf(address), await rowsOf(student.id)]).toEqual([0, 0])
    expect((await t.call('GET', address)).status).toBe(404)
  })

  it.each(PLACES)('stays while %s references it', async (_place, put) => {
    const address = await upload()
    await put(address)
    await afterHours(49)
    expect(filesOf(address)).toBe(6)
    // It is rechecked a month later.
    await afterHours(31 * 24)
    expect([filesOf(address), await rowsOf(student.id)]).toEqual([6, 1])
  })

  it('is deleted a month after its last reference', async () => {
    const address = await upload()
    await t.call('PUT', '/api/borradores/foro', { token: student.token, body: { contenido: shown(address) } })
    await afterHours(49)
    await t.call('DELETE', '/api/borradores/foro', { token: student.token })
    await afterHours(31 * 24)
    expect(filesOf(address)).toBe(0)
  })

  it('is deleted with a post that had no replies', async () => {
    const address = await upload()
    const id = await aPost(address)
    await t.call('DELETE', `/api/posts-foro/${id}`, { token: student.token })
    await afterHours(49)
    expect(filesOf(address)).toBe(0)
  })

  it('belongs to one user: another user’s identical picture stays', async () => {
    const mine = await upload()
    const other = (await aPerson(t.deps.db)).id
    const answer = await send(await t.tokenOf(other))
    const theirs = answer.body.data.ruta
    expect(theirs).not.toBe(mine)
    await aPost(theirs)
    await afterHours(49)
    expect([filesOf(mine), filesOf(theirs)]).toEqual([0, 6])
  })

  it('leaves no row when storing fails', async () => {
    expect((await send(student.token, Buffer.from('no es una imagen'))).status).toBe(415)
    expect(await rowsOf(student.id)).toBe(0)
  })

  it.each([
    ['500 pictures', 500, 1000],
    ['100 MB', 1, 100_000_000],
  ])('is refused to a user who has %s, until some are deleted', async (_what, count, bytes) => {
    await t.database.sql`INSERT INTO imagenes_foro (id_usuario, ruta, bytes)
      SELECT ${student.id}, ${`prueba-${student.id}-`} || n, ${bytes} FROM generate_series(1, ${count}) n`
    expect(await send()).toMatchObject({
      status: 422,
      body: { errors: { imagen: ['Tus imágenes en los foros llegaron al máximo: 500, o 100 MB.'] } },
    })
    await afterHours(49)
    expect((await send()).status).toBe(201)
  })

  it('counts its stored bytes', async () => {
    const address = await upload()
    const [row] = await t.database.sql`SELECT bytes FROM imagenes_foro WHERE ruta = ${address}`
    const sizes = await Promise.all(
      [320, 640, 1280].flatMap((width) =>
        ['avif', 'webp'].map((type) =>
          t.deps.storage.size(address.replace('/api/storage/', '').replace('-1280.webp', `-${width}.${type}`)),
        ),
      ),
    )
    expect(row?.bytes).toBe(sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0))
  })
})

describe('a picture and the sweep at one moment', () => {
  const lesson = () => course.modulos[0]?.lecciones[0]?.id
  const makeDue = (address: string, hours: number) => t.database.sql`UPDATE imagenes_foro
    SET revisar_en = now() - make_interval(hours => ${hours}) WHERE ruta = ${address}`
  const answer = (id_foro: number, address: string) =>
    t.call('POST', '/api/posts-foro', { token: student.token, body: { id_foro, contenido: shown(address) } })
  async function sweep(): Promise<void> {
    await t.deps.jobs.send(t.deps.db, 'limpiar-imagenes', {})
    await t.deps.jobs.drain()
  }

  const envio = randomUUID()
  const sameSent = (tx: Db) => lock(tx, 'envio', `${student.id}:${envio}`)

  /** Each with the lock that its writing waits for. */
  const WRITING: [
    what: string,
    hold: (tx: Db, forum: number) => Promise<unknown>,
    write: (forum: number, address: string) => ReturnType<typeof t.call>,
  ][] = [
    ['a post', (tx, forum) => tx.execute(sql`SELECT 1 FROM foros WHERE id = ${forum} FOR UPDATE`), answer],
    [
      'a forum',
      sameSent,
      (_forum, address) => {
        const body = {
          tipo_foro: 'curso',
          id_curso: course.id,
          titulo: 'Otra figura',
          contenido: shown(address),
          envio,
        }
        return t.call('POST', '/api/foros', { token: student.token, body })
      },
    ],
    [
      'a draft',
      (tx) =>
        tx.execute(
          sql`INSERT INTO textos_sin_enviar (id_usuario, clave, contenido) VALUES (${student.id}, 'foro', 'x')`,
        ),
      (_forum, address) =>
        t.call('PUT', '/api/borradores/foro', { token: student.token, body: { contenido: shown(address) } }),
    ],
    [
      'a comment',
      sameSent,
      (_forum, address) => {
        const body = { id_leccion: lesson(), comentario: `Está en ${address}`, envio }
        return t.call('POST', '/api/comentarios', { token: student.token, body })
      },
    ],
  ]

  it.each(WRITING)('stays when the sweep comes while %s with it is being stored', async (_what, hold, write) => {
    const forum = await aForum()
    const address = await upload()
    await makeDue(address, 1)
    const { sent } = await t.deps.db.transaction(async (tx) => {
      await hold(tx, forum)
      const sent = write(forum, address)
      await untilWaiting(t, 1)
      await sweep()
      return { sent }
    })
    expect((await sent).status).toBeLessThan(300)
    expect([filesOf(address), await rowsOf(student.id)]).toEqual([6, 1])
  })

  it('stays when a post with it comes while the sweep is at the picture before it', async () => {
    const forum = await aForum()
    const [before, address] = [await upload(), await upload()]
    await makeDue(before, 2)
    await makeDue(address, 1)
    const { swept } = await t.deps.db.transaction(async (tx) => {
      await tx.execute(sql`SELECT 1 FROM imagenes_foro WHERE ruta = ${before} FOR UPDATE`)
      const swept = sweep()
      await untilWaiting(t, 1)
      expect((await answer(forum, address)).status).toBe(201)
      return { swept }
    })
    await swept
    expect([filesOf(before), filesOf(address)]).toEqual([0, 6])
  })

  it.each(['foros', 'posts', 'versiones', 'textos', 'comentarios'])(
    'is looked for by the index of names: %s',
    async (name) => {
      const rows = await t.database.sql`SELECT indexdef FROM pg_indexes WHERE indexname = ${`${name}_imagenes`}`
      const [, table, column] = /ON public\.(\w+) USING gin \(imagenes_en\((\w+)\)\)/.exec(rows[0]?.indexdef) ?? []
      const plan = await t.deps.db.transaction(async (tx) => {
        await tx.execute(sql`SET LOCAL enable_seqscan = off`)
        return tx.execute(sql`EXPLAIN SELECT p.nombre FROM unnest(${sql.param(['a', 'b'])}::text[]) AS p (nombre)
          WHERE ${shownIn(String(table), column)}`)
      })
      expect(JSON.stringify(plan.rows)).toContain(`${name}_imagenes`)
    },
  )
})
