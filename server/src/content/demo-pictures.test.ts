import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, it, onTestFinished } from 'vitest'
import { localStorage, nameOf } from '../platform/files/storage.ts'
import { readAcademy } from './academy.ts'
import { todayInLima } from './dates.ts'
import { DEMO_FOLDER } from './demo-accounts.ts'
import { DEMO_PICTURES, storeDemoPictures } from './demo-pictures.ts'

const OUTDATED = 'a picture of the demo changed: npm run demo:pictures'

it('every picture of the demo is ready in its sizes, so that loading encodes none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'campus-pictures-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const storage = localStorage(folder)
  const stored = () => readdirSync(join(folder, 'imagenes')).sort()
  const { assets } = await readAcademy(DEMO_FOLDER, { today: todayInLima(), demo: true })
  await storeDemoPictures(storage)
  const ready = stored()
  await assets.store(storage)
  expect(stored(), OUTDATED).toEqual(ready)
})

it('no other picture is ready, and each has the format and at most the width of its name', async () => {
  const originals = globSync(`${DEMO_FOLDER}/**/*.{svg,png,webp}`).map((file) => nameOf(readFileSync(file)))
  for (const name of readdirSync(DEMO_PICTURES)) {
    const [, original = '', width, extension = ''] = /^(\w{64})-(\d+)\.(\w+)$/.exec(name) ?? []
    expect(originals, `${name}: ${OUTDATED}`).toContain(original)
    const shown = await sharp(join(DEMO_PICTURES, name)).metadata()
    expect([name, extension === 'avif' ? 'heif' : extension]).toEqual([name, shown.format])
    expect(shown.width, name).toBeLessThanOrEqual(Number(width))
  }
})
