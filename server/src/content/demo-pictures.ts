import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Storage } from '../platform/files/storage.ts'

/** What `storePicture` makes of the demo's pictures; `npm run demo:pictures` writes it again. */
export const DEMO_PICTURES = fileURLToPath(new URL('../../../content/demo-pictures', import.meta.url))

/** Before the demo is written, so that none of its pictures is encoded, which takes most of a minute. */
export async function storeDemoPictures(storage: Storage): Promise<void> {
  const names = readdirSync(DEMO_PICTURES)
  await Promise.all(names.map((name) => storage.write(`imagenes/${name}`, readFileSync(join(DEMO_PICTURES, name)))))
}
