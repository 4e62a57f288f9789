import { readFileSync, writeFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { expect, it } from 'vitest'
import { aPerson } from './builders.ts'
import { freePort } from './free-port.ts'
import { useApp } from './harness.ts'
import { startProgram } from './long/program.ts'
import { encodeForm } from './matrix.requests.ts'

const t = useApp()

/** The rises of all pictures together: 340 MB one after the other, 530 MB or more two at once; one alone may vary by 50. */
const MOST = 440
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

const WIDE = [6000, 4000] as const
const SMALL = [3200, 2500] as const

/** What holds the most when decoded: all rows of a turned one, all passes of an interlaced one, long rows. */
const PICTURES: [name: string, make: () => Promise<Sharp>][] = [
  ['JPEG 24 MP lying', async () => (await soft(...WIDE)).jpeg({ quality: 60 }).withMetadata({ orientation: 6 })],
  [
    'PNG interlaced 16 bits 8 MP',
    async () => (await soft(...SMALL, 4)).toColourspace('rgb16').png({ progressive: true }),
  ],
  ['PNG strip 12,000 wide', async () => (await soft(12_000, 2000, 4)).png()],
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
  for (const [name, make] of PICTURES) {
    const bytes = await (await make()).toBuffer()
    expect(bytes.length, name).toBeLessThan(5_000_000)
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
    const before = peakOf(pid)
    // Distinct bytes, because identical files are stored once.
    const copies = tokens.map((token, n) => upload(Buffer.concat([bytes, Buffer.from(` ${n}`)]), token))
    rises.push([name, [...new Set(await Promise.all(copies))], Math.round(peakOf(pid) - before)])
  }
  for (const [name, statuses] of rises) {
    // A request that waits too long gets 503.
    expect([name, statuses.filter((came) => came !== 503)]).toEqual([name, [201]])
  }
  const rise = rises.reduce((sum, [, , megabytes]) => sum + megabytes, 0)
  expect(rise, JSON.stringify(rises)).toBeLessThan(MOST)
}, 300_000)
