// Checks of `npm test` that are not tests.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openAdvisories } from './advisories.mjs'
import { ROOT } from './prepare.mjs'

export function run(node, tool, args, { cwd = ROOT, env = {}, seconds = 1200 } = {}) {
  const bin = join(ROOT, 'node_modules/.bin')
  return new Promise((resolve) => {
    const child = spawn(tool === 'node' ? node : join(bin, tool), args, {
      cwd,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env, PATH: `${bin}:${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: seconds * 1000,
    })
    let output = ''
    child.stdout.on('data', (part) => (output += part))
    child.stderr.on('data', (part) => (output += part))
    child.on('error', (error) => resolve({ code: 1, output: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output: output.trim() }))
  })
}

const command = (tool, args, options) => async (node) => {
  const { code, output } = await run(node, tool, args, options)
  return { passed: code === 0, output }
}

/** The native compiler; the library `typescript` is what scripts and dependency-cruiser read code with. */
const TSC = 'node_modules/typescript7/bin/tsc'

async function webTypes(node) {
  const made = await run(node, 'react-router', ['typegen'], { cwd: join(ROOT, 'web') })
  if (made.code !== 0) return { passed: false, output: made.output }
  const pages = await run(node, 'node', [TSC, '-p', 'web'])
  const worker = await run(node, 'node', [TSC, '-p', 'web/worker'])
  return { passed: pages.code + worker.code === 0, output: `${pages.output}${worker.output}` }
}

/** Fails when the tables differ from the migrations. */
async function migrations(node) {
  const copy = 'node_modules/.cache/migrations'
  rmSync(join(ROOT, copy), { recursive: true, force: true })
  mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true })
  cpSync(join(ROOT, 'server/migrations'), join(ROOT, copy), { recursive: true })
  const config = ['--config', 'server/drizzle.config.ts']
  const made = await run(node, 'drizzle-kit', ['generate', ...config], { env: { MIGRATIONS_OUT: `./${copy}` } })
  if (!made.output.includes('nothing to migrate')) {
    return { passed: false, output: `faltan migraciones: npm run db:generate -- --name <nombre>\n${made.output}` }
  }
  const { code, output } = await run(node, 'drizzle-kit', ['check', ...config])
  return { passed: code === 0, output }
}

/** `[{advisory, reason, until}]`: reviewed advisories, ignored until that day. */
const IGNORED = 'scripts/audit-ignore.json'

/** Skipped without a registry. */
async function audit(node) {
  const npm = process.env.npm_execpath
  if (!npm?.endsWith('.js')) return { skipped: true, note: 'NO COMPROBADO: se ejecutó sin npm' }
  const args = ['audit', '--omit=dev', '--json', '--fetch-retries=0', '--fetch-timeout=8000']
  const { output } = await run(node, 'node', [npm, ...args], { seconds: 30 })
  const [json] = /\{[\s\S]*\}/.exec(output) ?? ['{}']
  const answer = JSON.parse(json)
  if (!answer.vulnerabilities) return { skipped: true, note: 'NO COMPROBADO: sin red o sin respuesta del registro' }
  const ignored = JSON.parse(readFileSync(join(ROOT, IGNORED), 'utf8'))
  const open = openAdvisories(answer, ignored, new Date().toISOString().slice(0, 10))
  return {
    passed: open.length === 0,
    output: open.join('\n'),
    note: open.length === 0 ? undefined : `${open.length} vulnerables`,
  }
}

export const CHECKS = [
  ['tipos del servidor (tsc)', command('node', [TSC, '-p', '.'])],
  ['tipos de las páginas (tsc)', webTypes],
  ['formato y reglas (biome)', command('biome', ['ci', '--colors=off'])],
  [
    'capas (dependency-cruiser)',
    command('depcruise', ['--config', '.dependency-cruiser.mjs', 'contract/src', 'server', 'web/app', 'e2e', 'bench']),
  ],
  [
    'salas del servidor (dependency-cruiser)',
    command('depcruise', ['--config', '.dependency-cruiser-rooms.mjs', 'server/src']),
  ],
  ['clases y medidas de los estilos (CSS)', command('node', ['scripts/css-classes.ts'])],
  ['código muerto (knip)', command('knip', ['--no-progress', '--no-config-hints'])],
  ['migraciones al día', migrations],
  ['cliente de la API al día', command('node', ['scripts/api.mjs', '--check'])],
  ['peso de las páginas', command('node', ['bench/budgets.ts'])],
  ['vulnerabilidades conocidas (npm audit)', audit],
]
