import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { aCourse, aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { storePicture } from '../../kit/pictures/pictures.ts'
import { FORMS_UNDER_WAY } from '../../platform/http/forms.ts'

const t = useApp()

const SIZES = [320, 640, 1280].flatMap((width) => ['avif', 'webp'].map((type) => `-${width}.${type}`))

let photo: Buffer
let other: Buffer
const aPhoto = (background: string) =>
  sharp({ create: { width: 400, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer()
beforeAll(async () => {
  photo = await aPhoto('#36c')
  other = await aPhoto('#c63')
})

async function student(values = {}) {
  const person = await aPerson(t.deps.db, values)
  return { id: person.id, token: await t.tokenOf(person.id) }
}
type Student = Awaited<ReturnType<typeof student>>

async function save({ id, token }: Student, fields: Record<string, string>, bytes?: Buffer) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ _method: 'PUT', ...fields })) form.append(name, value)
  if (bytes) form.append('foto_perfil', new Blob([new Uint8Array(bytes)]), 'foto.jpg')
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  return t.call('POST', `/api/usuarios/${id}`, { token, headers, body: Buffer.from(await encoded.arrayBuffer()) })
}

/** Uploads a photo and returns its URL. */
async function put(person: Student, bytes = photo): Promise<string> {
  const answer = await save(person, {}, bytes)
  expect(answer.status).toBe(200)
  return answer.body.data.foto_perfil
}

/** How many of a picture's six files are served. */
async function served(address: string): Promise<number> {
  const stem = address.replace('-1280.webp', '')
  const answers = await Promise.all(SIZES.map((size) => t.call('GET', stem + size)))
  return answers.filter(({ status }) => status === 200).length
}

const drop = ({ id, token }: Student) =>
  t.call('DELETE', `/api/usuarios/${id}`, { token, body: { password: PASSWORD } })

/** The photo files on disk. */
const files = () => {
  try {
    return readdirSync(join(t.deps.config.dataDir, 'archivos/fotos'))
  } catch {
    return []
  }
}

/** Makes delayed jobs due. */
const later = () => t.database.sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'created'`

describe('a user’s photo', () => {
  it('has its own URL, even when two users send the same picture', async () => {
    const [one, two] = [await student(), await student()]
    const [mine, theirs] = [await put(one), await put(two)]
    expect(mine).toMatch(/^\/api\/storage\/fotos\/[0-9a-f]{64}-1280\.webp$/)
    expect(theirs).not.toBe(mine)
    expect(await put(one)).not.toBe(mine)
    await drop(two)
    await t.deps.jobs.drain()
    expect(await served(theirs)).toBe(0)
  })

  it('is deleted in every size when it is replaced, and the new one stays', async () => {
    const person = await student()
    const before = await put(person)
    expect(await served(before)).toBe(6)
    const now = await put(person, other)
    await later()
    await t.deps.jobs.drain()
    expect([await served(before), await served(now)]).toEqual([0, 6])
  })

  it('is removed on request only', async () => {
    const person = await student()
    const mine = await put(person)
    const kept = await save(person, { ciudad: 'Cusco', quitar_foto: '' })
    expect(kept.body.data.foto_perfil).toBe(mine)
    const taken = await save(person, { quitar_foto: '1' })
    expect([taken.status, taken.body.message, taken.body.data.foto_perfil]).toEqual([200, 'Usuario Actualizado', null])
    await t.deps.jobs.drain()
    expect(await served(mine)).toBe(0)
    const [row] = await t.database.sql`SELECT detalle FROM auditoria
      WHERE accion = 'perfil_cambiado' AND id_usuario = ${person.id} ORDER BY id DESC LIMIT 1`
    expect(row?.detalle).toEqual({ campos: ['foto_perfil'] })
    expect((await save(person, { quitar_foto: '1' })).status).toBe(200)
  })

  it('is deleted with the account, and not before the commit', async () => {
    const person = await student()
    const mine = await put(person)
    const refused = await t.call('DELETE', `/api/usuarios/${person.id}`, {
      token: person.token,
      body: { password: 'no-es-esta' },
    })
    expect(refused.body.errors.password).toEqual(['La contraseña no es correcta.'])
    await t.deps.jobs.drain()
    expect(await served(mine)).toBe(6)
    expect((await drop(person)).status).toBe(200)
    await t.deps.jobs.drain()
    expect(await served(mine)).toBe(0)
    expect(files().filter((name) => mine.includes(name.slice(0, 64)))).toEqual([])
  })

  it('without an owner is deleted within ten minutes when the process dies before the row is written', async () => {
    const person = await student()
    await t.database.sql.unsafe(`CREATE FUNCTION se_cae() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE 'se cae'; END $$;
      CREATE TRIGGER se_cae BEFORE UPDATE OF foto_perfil ON usuarios FOR EACH ROW WHEN (NEW.id = ${person.id})
      EXECUTE FUNCTION se_cae()`)
    const before = files().length
    const answer = await save(person, {}, photo)
    await t.database.sql.unsafe('DROP TRIGGER se_cae ON usuarios')
    expect(answer.status).toBe(500)
    expect(files()).toHaveLength(before + 6)
    await t.deps.jobs.drain()
    expect(files()).toHaveLength(before + 6)
    await later()
    await t.deps.jobs.drain()
    expect(files()).toHaveLength(before)
  })

  it('is one in the end when ten are sent at once', async () => {
    const person = await student()
    const before = files().length
    const answers = await Promise.all(Array.from({ length: 10 }, () => save(person, {}, photo)))
    // One user's forms wait in a bounded queue (platform/http/forms.ts).
    const saved = answers.filter(({ status }) => status === 200)
    expect(saved.length).toBeGreaterThanOrEqual(FORMS_UNDER_WAY.person)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10 - saved.length)
    await later()
    await t.deps.jobs.drain()
    // An answer tells the photo that the profile has by then, which may be a later one's.
    const addresses = [...new Set(saved.map(({ body }) => body.data.foto_perfil as string))]
    const shown = await Promise.all(addresses.map(served))
    expect(shown.filter((sizes) => sizes > 0)).toEqual([6])
    expect(files()).toHaveLength(before + 6)
  })

  it('is not written into an account deleted meanwhile', async () => {
    const person = await student()
    const before = files().length
    const [saved, dropped] = await Promise.all([save(person, { telefono: '999 111 222' }, photo), drop(person)])
    expect([dropped.status, [200, 401].includes(saved.status)]).toEqual([200, true])
    await later()
    await t.deps.jobs.drain()
    const [row] = await t.database.sql`SELECT telefono, foto_perfil FROM usuarios WHERE id = ${person.id}`
    expect(row).toEqual({ telefono: null, foto_perfil: null })
    expect(files()).toHaveLength(before)
  })
})

describe('an older photo, named after its content', () => {
  it('is served until it is replaced, and stays while another user has the same', async () => {
    const key = await storePicture(t.deps.storage, await aPhoto('#0a0'), { ratio: 1 })
    const foto_perfil = `/api/storage/${key}`
    const [one, two] = [await student({ foto_perfil }), await student({ foto_perfil })]
    await put(one)
    await t.deps.jobs.drain()
    expect(await served(foto_perfil)).toBe(6)
    await drop(two)
    await t.deps.jobs.drain()
    expect(await served(foto_perfil)).toBe(0)
  })

  it('stays when the academy’s content shows it', async () => {
    const key = await storePicture(t.deps.storage, await aPhoto('#00a'), { ratio: 1 })
    const foto_perfil = `/api/storage/${key}`
    const course = await aCourse(t.deps.db)
    await t.database.sql`UPDATE cursos SET imagen = ${foto_perfil} WHERE id = ${course.id}`
    const person = await student({ foto_perfil })
    await drop(person)
    await t.deps.jobs.drain()
    expect(await served(foto_perfil)).toBe(6)
  })
})
