import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { LaunchOptions } from '@playwright/test'

const run = promisify(execFile)
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/campus', import.meta.url))
const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

async function works(path: string, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  try {
    return /\d+\.\d+\.\d+/.test((await run(path, ['--version', '--no-sandbox'], { env, timeout: 20_000 })).stdout)
  } catch {
    return false
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** The same fonts on every machine, even on one without fonts. */
const fontConfig = (folder: string) => `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>\n`

/** Unpacks npm's Chromium once; renamed at the end, so that a half-unpacked browser is never started. */
async function unpacked(): Promise<string> {
  const manifest = new URL(import.meta.resolve('@sparticuz/chromium')).pathname.replace(/build\/.*$/, 'package.json')
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string }
  const folder = join(CACHE, `chromium-${version}`)
  if (await exists(join(folder, 'chromium'))) return folder
  await mkdir(CACHE, { recursive: true })
  const draft = await mkdtemp(join(CACHE, 'chromium-nuevo-'))
  const { default: chromium, inflate } = await import('@sparticuz/chromium')
  const before = process.env.TMPDIR
  // The package unpacks into os.tmpdir(), which it reads at each call.
  process.env.TMPDIR = draft
  try {
    await chromium.executablePath()
    await inflate(manifest.replace('package.json', 'bin/al2023.tar.br'))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  await writeFile(join(draft, 'fonts', 'fonts.conf'), fontConfig(folder))
  // Another process may have been quicker.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }))
  return folder
}

/**
 * The system's Chromium, otherwise npm's headless one with its shared libraries. Works as root. @throws Error when no
 * browser runs
 */
export async function chromiumOptions(): Promise<LaunchOptions> {
  const args = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--force-color-profile=srgb']
  // Without a locale Chromium cannot write «ñ» in a file name and names every download "download".
  const base = { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>
  for (const executablePath of SYSTEM)
    if ((await exists(executablePath)) && (await works(executablePath))) return { executablePath, args, env: base }
  const folder = await unpacked()
  const executablePath = join(folder, 'chromium')
  const plain = { ...base, FONTCONFIG_PATH: join(folder, 'fonts') }
  const withLibraries = { ...plain, LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
  for (const env of [plain, withLibraries]) if (await works(executablePath, env)) return { executablePath, args, env }
  throw new Error('No Chromium runs on this machine: install one as /usr/bin/chromium.')
}
