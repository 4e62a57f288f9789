import { expect, it } from 'vitest'
import { carry } from '../../test/carrying.ts'
import { contentRows } from '../../test/content-rows.ts'
import { useApp } from '../../test/harness.ts'
import { DEMO_FOLDER, DEMO_PASSWORD } from './demo-accounts.ts'
import { loadAcademy } from './load.ts'

/** Encoding the demo's pictures takes its time. */
const LONG = 240_000

const here = useApp()
const elsewhere = useApp()

it(
  'the demo is the same in another database after an export of each brand',
  async () => {
    await loadAcademy(here.deps, DEMO_FOLDER, { demo: true, password: DEMO_PASSWORD })
    for (const slug of ['qhapaq', 'aula-viva', 'cumbre']) {
      const { exported, loaded } = await carry(here, { ...elsewhere.deps, storage: here.deps.storage }, slug)
      expect([slug, exported.fuera, loaded.marcas]).toEqual([slug, [], 1])
      const before = await contentRows(here, slug)
      const after = await contentRows(elsewhere, slug)
      for (const [table, rows] of Object.entries(before.tables)) {
        expect([table, rows.length > 0]).toEqual([table, true])
        expect(after.tables[table], `${slug}: ${table}`).toEqual(rows)
      }
      // The storage is the same, so the pictures are as well.
      expect(after.pictures).toEqual(before.pictures)
    }
  },
  LONG,
)
