import { readFileSync, writeFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { expect, it } from 'vitest'
import { aPerson } from './builders.ts'
import { freePort } from './free-port.ts'
import { useApp } from './harness.ts'
import { startProgram } from './long/program.ts'
import { encodeForm } from './matrix.requests.ts'

const t = useApp()

/** Memory limit of ten concurrent uploads. */
const MOST = 150
const AT_ONCE = 10

/** Large when decoded, small as a file: gradients for JPEG, blocks for lossless formats. */
async function soft(width: number, height: number, channels: 3 | 4 = 3): Promise<Sharp> {
  const [w, h] = [Math.ceil(width / 40), Math.ceil(height / 40)]
  const seed = Buffer.from(Array.from({ length: w * h * channels }, (_, n) => (n * 7919) % 251))
  const data = await sharp(seed, { raw: { width: w, height: h, channels } })
    .resize(width, height, { kernel: channels === 4 ? 'nearest' : 'linear', fit: 'fill' })
    .raw()
    .toBuffer()
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
}

/** A small picture padded to the upload limit. */
async function padded(bytes: number): Promise<Buffer> {
  const picture = await (await soft(1400, 1000)).jpeg().toBuffer()
  return Buffer.concat([picture, Buffer.alloc(bytes - picture.length)])
}

const WIDE = [6000, 4000] as const
const SMALL = [3200, 2500] as const

/** The worst accepted of each kind, then refused ones. */
const PICTURES: [name: string, status: number, make: () => Promise<Sharp> | Promise<Buffer>][] = [
  ['JPEG 24 MP lying', 201, async () => (await soft(...WIDE)).jpeg({ quality: 60 }).withMetadata({ orientation: 6 })],
  [
    'JPEG progressive CMYK 8 MP',
    201,
    async () => (await soft(...SMALL)).toColourspace('cmyk').jpeg({ progressive: true, quality: 50 }),
  ],
  [
    'PNG interlaced 16 bits 8 MP',
    201,
    async () => (await soft(...SMALL, 4)).toColourspace('rgb16').png({ progressive: true }),
  ],
  ['PNG strip 12,000 wide', 201, async () => (await soft(12_000, 2000, 4)).png()],
  ['JPEG of 4.8 MB', 201, () => padded(4_800_000)],
  ['WebP lossless 8 MP', 201, async () => (await soft(...SMALL, 4)).webp({ lossless: true, effort: 0 })],
  ['GIF 8 MP', 201, async () => (await soft(...SMALL, 4)).gif({ effort: 1 })],
  ['JPEG progressive 24 MP', 415, async () => (await soft(...WIDE)).jpeg({ quality: 60, progressive: true })],
  ['WebP 24 MP', 415, async () => (await soft(...WIDE, 4)).webp({ lossless: true, effort: 0 })],
  ['GIF 24 MP', 415, async () => (await soft(...WIDE, 4)).gif({ effort: 1, colours: 16 })],
  ['AVIF 8 MP', 415, async () => (await soft(...SMALL)).avif({ quality: 40, effort: 0 })],
  ['TIFF', 415, async () => (await soft(...SMALL, 4)).tiff({ compression: 'deflate' })],
]

const peakOf = (pid: number) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

it('ten concurrent uploads of the worst pictures do not exhaust the memory', async () => {
  const port = await freePort()
  const program = startProgram({
    port,
    env: { DATABASE_URL: t.deps.config.databaseUrl ?? '', DATA_DIR: t.deps.config.dataDir },
  })
  await program.ready()
  const pid = program.child.pid ?? 0
  const tokens = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => t.tokenOf((await aPerson(t.deps.db)).id)),
  )
  const upload = async (bytes: Buffer, token: string) => {
    const { headers, body } = await encodeForm({ form: {}, file: { name: 'imagen', bytes } })
    const answer = await fetch(`${program.url}/api/foros/imagenes`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: new Uint8Array(body),
    })
    await answer.arrayBuffer()
    return answer.status
  }
  // Memory loaded by the first picture stays.
  expect(await upload(await (await soft(1400, 1000)).png().toBuffer(), tokens[0] ?? '')).toBe(201)
  const rises: [name: string, statuses: number[], megabytes: number][] = []
  for (const [name, , make] of PICTURES) {
    const made = await make()
    const bytes = Buffer.isBuffer(made) ? made : await made.toBuffer()
    expect(bytes.length, name).toBeLessThan(5_000_000)
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
    const before = peakOf(pid)
    // Distinct bytes, because identical files are stored once.
    const copies = tokens.map((token, n) => upload(Buffer.concat([bytes, Buffer.from(` ${n}`)]), token))
    rises.push([name, [...new Set(await Promise.all(copies))], Math.round(peakOf(pid) - before)])
  }
  for (const [n, [name, status]] of PICTURES.entries()) {
    // A request that waits too long gets 503.
    expect([name, rises[n]?.[1].filter((came) => came !== 503)]).toEqual([name, [status]])
    expect(rises[n]?.[2], name).toBeLessThan(MOST)
  }
}, 300_000)
