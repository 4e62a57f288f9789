import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { exportFolder } from '../src/content/export-folder.ts'
import { loadAcademy } from '../src/content/load.ts'
import type { Parts } from '../src/platform/http/http.ts'
import type { TestApp } from './harness.ts'

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'exportada-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Exports a brand and loads its folder into another database, or the same. */
export async function carry(from: TestApp, to: Pick<Parts, 'db' | 'storage'>, slug: string) {
  const folder = aFolder()
  const exported = await exportFolder(from.deps, slug, folder)
  const loaded = await loadAcademy(to, folder)
  return { folder, exported, loaded }
}
