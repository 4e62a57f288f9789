import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { chromiumOptions } from './chromium.ts'

/** A browser that other programs reach through a debugging port; `close` deletes its profile. */
export type Profile = { context: BrowserContext; close: () => Promise<void> }

export async function openProfile(port: number): Promise<Profile> {
  const folder = await mkdtemp(join(tmpdir(), 'campus-perfil-'))
  const { args = [], ...options } = await chromiumOptions()
  const context = await chromium.launchPersistentContext(folder, {
    ...options,
    args: [...args, `--remote-debugging-port=${port}`],
    viewport: { width: 412, height: 823 },
    locale: 'es-PE',
  })
  const close = async () => {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { context, close }
}
