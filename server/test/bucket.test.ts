import sharp from 'sharp'
import { expect, it } from 'vitest'
import { materiales } from '../src/features/catalogue/catalogue.tables.ts'
import { readConfig } from '../src/platform/config.ts'
import { openStorage } from '../src/platform/files/open-storage.ts'
import { aCourse, anEnrolment, aPerson } from './builders.ts'
import { freePort } from './free-port.ts'
import { useApp } from './harness.ts'
import { asking } from './long/asking.ts'
import { aFolder, startProgram } from './long/program.ts'
import { anS3 } from './s3.ts'

const t = useApp()

/** An instance with its own data folder, as on another machine. */
async function aCopy(storageUrl: string) {
  const env = { DATABASE_URL: t.deps.config.databaseUrl ?? '', DATA_DIR: aFolder(), STORAGE_URL: storageUrl }
  const program = startProgram({ port: await freePort(), env })
  await program.ready()
  return program
}

async function aPicture(shade: number): Promise<Blob> {
  const create = { width: 64, height: 64, channels: 3 as const, background: { r: shade, g: 80, b: 120 } }
  return new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())], { type: 'image/png' })
}

function formOf(field: string, picture: Blob, more: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) form.set(name, value)
  form.set(field, picture, 'foto.png')
  return form
}

const statusOf = async (url: string) => (await fetch(url, { headers: { connection: 'close' } })).status

it('two machines on one database and one bucket serve and delete each other’s files', async () => {
  const s3 = await anS3()
  const [one, two] = await Promise.all([aCopy(s3.url()), aCopy(s3.url())])
  const person = await aPerson(t.deps.db)
  const token = await t.tokenOf(person.id)

  const upload = await asking(one.url, token)('POST', '/foros/imagenes', formOf('imagen', await aPicture(10)), 201)
  const there = await fetch(`${two.url}${upload.data.ruta}`)
  expect([there.status, there.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect((await sharp(Buffer.from(await there.arrayBuffer())).metadata()).width).toBe(64)
  const headers = { 'if-none-match': there.headers.get('etag') ?? '' }
  expect((await fetch(`${two.url}${upload.data.ruta}`, { headers })).status).toBe(304)

  const saved = await asking(two.url, token)(
    'POST',
    `/usuarios/${person.id}`,
    formOf('foto_perfil', await aPicture(20), { _method: 'PUT' }),
  )
  const photo = saved.data.foto_perfil
  expect(await statusOf(one.url + photo)).toBe(200)
  await asking(one.url, token)(
    'POST',
    `/usuarios/${person.id}`,
    formOf('foto_perfil', await aPicture(30), { _method: 'PUT' }),
  )
  // A job deletes the previous photo.
  await expect.poll(() => statusOf(two.url + photo), { timeout: 30_000 }).toBe(404)
}, 180_000)

it('an instance killed amid uploads loses none that it acknowledged, and the other takes the rest', async () => {
  const s3 = await anS3()
  const [one, two] = await Promise.all([aCopy(s3.url()), aCopy(s3.url())])
  const people = await Promise.all(Array.from({ length: 4 }, () => aPerson(t.deps.db)))
  const acknowledged = { one: [] as string[], two: [] as string[] }
  let cutOff = 0

  async function uploadAll(id: number, first: number): Promise<void> {
    const token = await t.tokenOf(id)
    const send = async (url: string, shade: number): Promise<string> =>
      (await asking(url, token)('POST', '/foros/imagenes', formOf('imagen', await aPicture(shade)), 201)).data.ruta
    for (let shade = first; shade < first + 10; shade++) {
      try {
        acknowledged.one.push(await send(one.url, shade))
        if (acknowledged.one.length === 12) one.child.kill('SIGKILL')
      } catch {
        cutOff++
        acknowledged.two.push(await send(two.url, shade))
      }
    }
  }
  await Promise.all(people.map(({ id }, n) => uploadAll(id, n * 50)))

  expect(cutOff).toBeGreaterThan(0)
  expect(acknowledged.one.length + acknowledged.two.length).toBe(40)
  expect(acknowledged.one.length).toBeGreaterThanOrEqual(12)
  for (const path of [...acknowledged.one, ...acknowledged.two]) {
    const file = await fetch(two.url + path)
    expect([path, file.status]).toEqual([path, 200])
    expect((await sharp(Buffer.from(await file.arrayBuffer())).metadata()).width).toBe(64)
  }
}, 180_000)

it('a file of a material comes from the bucket by its signed URL only, whole and by ranges', async () => {
  const s3 = await anS3()
  const copy = await aCopy(s3.url())
  const storage = await openStorage(readConfig({ STORAGE_URL: s3.url() }))
  const course = await aCourse(t.deps.db)
  const id_leccion = course.modulos[0]?.lecciones[0]?.id ?? 0
  const bytes = Buffer.alloc(5_000_000, '0123456789')
  const ruta = await storage.put('materiales', bytes, 'mp4')
  await t.deps.db.insert(materiales).values({ id_leccion, tipo: 'Otro', nombre: 'Vídeo', ruta, orden: 1 })
  const student = await aPerson(t.deps.db)
  await anEnrolment(t.deps.db, student.id, course.id)
  const ask = asking(copy.url, await t.tokenOf(student.id))
  const { data } = await ask('GET', `/materiales/leccion/${id_leccion}`)
  const address = `${copy.url}${data[0].ruta}`

  const whole = await fetch(address)
  expect([whole.status, whole.headers.get('content-length')]).toEqual([200, '5000000'])
  expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true)
  const part = await fetch(address, { headers: { range: 'bytes=4000003-4000006' } })
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 4000003-4000006/5000000'])
  expect(await part.text()).toBe('3456')
  expect((await fetch(address, { headers: { range: 'bytes=5000000-' } })).status).toBe(416)
  expect(await statusOf(address.replace(/firma=./, (first) => (first === 'firma=_' ? 'firma=-' : 'firma=_')))).toBe(404)
}, 180_000)

it('while the bucket is unavailable files are refused with a text, the rest works and nothing is lost', async () => {
  const s3 = await anS3()
  const copy = await aCopy(s3.url())
  const person = await aPerson(t.deps.db)
  const ask = asking(copy.url, await t.tokenOf(person.id))
  const change = async (shade: number) => formOf('foto_perfil', await aPicture(shade), { _method: 'PUT' })
  const saved = await ask('POST', `/usuarios/${person.id}`, await change(10))
  const photo = `${copy.url}${saved.data.foto_perfil}`
  await s3.stop()

  const mensaje = 'No podemos acceder a los archivos en este momento. Inténtalo en unos segundos.'
  const refused = await fetch(photo)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refused.json()).toMatchObject({ mensaje, code: 'NO_DISPONIBLE' })
  expect(await ask('POST', `/usuarios/${person.id}`, await change(20), 503)).toMatchObject({ mensaje })
  expect(await ask('POST', '/foros/imagenes', formOf('imagen', await aPicture(30)), 503)).toMatchObject({ mensaje })
  expect(await statusOf(`${copy.url}/api/salud`)).toBe(200)
  expect((await ask('GET', `/usuarios/${person.id}`)).data.foto_perfil).toBe(saved.data.foto_perfil)
  expect(copy.log()).toContain('ECONNREFUSED')
  // An instance that starts meanwhile serves all but files.
  const late = await aCopy(s3.url())
  expect(late.log()).toMatch(/STORAGE_URL: el bucket «campus» de \S+ no responde \(ECONNREFUSED\)/)

  await s3.start()
  for (const { url } of [copy, late]) expect(await statusOf(url + saved.data.foto_perfil)).toBe(200)
  await ask('POST', '/foros/imagenes', formOf('imagen', await aPicture(30)), 201)
}, 180_000)

it('does not start with a missing bucket, and names the variable', async () => {
  const s3 = await anS3()
  const env = { DATABASE_URL: t.deps.config.databaseUrl ?? '', DATA_DIR: aFolder(), STORAGE_URL: s3.url('ajeno') }
  const program = startProgram({ port: await freePort(), env })
  await expect(program.ready()).rejects.toThrow('it does not start')
  expect(program.log()).toMatch(
    /^\s*Campus no pudo arrancar\.\nSTORAGE_URL: no se puede usar el bucket «ajeno» de \S+ \(NoSuchBucket\)\s*$/,
  )
}, 60_000)
