// npm run demo:pictures: encodes the demo's pictures into content/demo-pictures, after one of them was changed.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readAcademy } from '../server/src/content/academy.ts'
import { todayInLima } from '../server/src/content/dates.ts'
import { DEMO_FOLDER } from '../server/src/content/demo-accounts.ts'
import { DEMO_PICTURES } from '../server/src/content/demo-pictures.ts'
import { localStorage } from '../server/src/platform/files/storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'campus-pictures-'))
const { assets } = await readAcademy(DEMO_FOLDER, { today: todayInLima(), demo: true })
await assets.store(localStorage(folder))
rmSync(DEMO_PICTURES, { recursive: true, force: true })
cpSync(join(folder, 'imagenes'), DEMO_PICTURES, { recursive: true })
rmSync(folder, { recursive: true })
