import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { ensureDatabase, startEmbeddedPostgres } from '../../src/platform/embedded-postgres/embedded.ts'
import { freePort } from '../free-port.ts'
import { aFolder, ROOT, untilAnswers } from './program.ts'

type Run = { code: number; said: string }

/** A machine that runs `compose.yaml`. Commands name places as the image has them: /academia, /datos, /respaldos. */
export type Machine = {
  how: string
  url: string
  /** What the program printed. */
  log: () => string
  up: () => Promise<void>
  stop: () => Promise<void>
  /** Runs a command where the program runs, or would. */
  run: (command: string) => Promise<Run>
  backUp: () => Promise<string[]>
  /** Another database and other files; the backups stay. */
  lose: () => Promise<void>
}

type Options = { cwd: string; env?: NodeJS.ProcessEnv; uid?: number; gid?: number }

function begin(command: string, args: string[], options: Options) {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stdout.on('data', (part) => (said += part))
  child.stderr.on('data', (part) => (said += part))
  const over = once(child, 'close').then(([code]): Run => ({ code: Number(code), said }))
  return { child, over, said: () => said }
}

export function hasDocker(): boolean {
  const works = (...words: string[]) => spawnSync('docker', words, { stdio: 'ignore' }).status === 0
  return works('compose', 'version') && works('info')
}

export async function dockerMachine(academy: string): Promise<Machine> {
  const folder = join(aFolder(), 'campus-instalacion')
  const left = /\/(?:\.git|node_modules|data|web\/build)$/
  cpSync(ROOT, folder, { recursive: true, filter: (path) => !left.test(path) })
  cpSync(academy, join(folder, 'academia'), { recursive: true })
  const port = await freePort()
  const url = `http://localhost:${port}`
  writeFileSync(join(folder, '.env'), `PUBLIC_URL=${url}\nDB_PASSWORD=prueba\nPORT=${port}\nBACKUP_HOUR=0\n`)
  const compose = async (...words: string[]): Promise<Run> => {
    const { said, code } = await begin('docker', ['compose', ...words], { cwd: folder }).over
    return { said, code }
  }
  const must = async (...words: string[]): Promise<string> => {
    const { said, code } = await compose(...words)
    if (code !== 0) throw new Error(`docker compose ${words.join(' ')}: ${said.slice(-3000)}`)
    return said
  }
  onTestFinished(() => compose('down', '--volumes', '--rmi', 'local').then(() => undefined))
  let log = ''
  let running = false
  return {
    how: 'docker compose',
    url,
    log: () => log,
    async up() {
      await must('up', '--detach', '--build', '--wait', 'app')
      log = await must('logs', '--no-log-prefix', 'app')
      running = true
    },
    async stop() {
      await must('stop', 'app', 'backup')
      running = false
    },
    run: (command) => compose(...(running ? ['exec', '-T'] : ['run', '--rm', '-T']), 'app', ...command.split(' ')),
    async backUp() {
      await must('up', '--detach', 'backup')
      for (;;) {
        const listed = await must('exec', '-T', 'backup', 'ls', '/respaldos')
        const made = listed.split('\n').filter((name) => name.endsWith('.tar'))
        if (made.length > 0) return made
        await sleep(1000)
      }
    },
    async lose() {
      await must('down')
      for (const volume of ['datos', 'base']) {
        const { code, said } = await begin('docker', ['volume', 'rm', `campus-instalacion_${volume}`], { cwd: folder })
          .over
        if (code !== 0) throw new Error(said)
      }
    },
  }
}

/** The image's environment and command, as its Dockerfile says. */
function imageOf(): { env: Record<string, string>; command: string[] } {
  const text = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  const env = (/^ENV (.+)$/m.exec(text)?.[1] ?? '').split(' ').map((pair) => pair.split('=') as [string, string])
  return { env: Object.fromEntries(env), command: JSON.parse(/^CMD (\[.+\])$/m.exec(text)?.[1] ?? '[]') }
}

type Service = { environment: Record<string, string>; command?: string[] }

/** A service of compose.yaml, with the defaults of its variables. */
function serviceOf(name: string): Service {
  const text = readFileSync(join(ROOT, 'compose.yaml'), 'utf8').replaceAll(/\$\{\w+(?::-(\w*)|[^}]*)\}/g, '$1')
  return (parse(text.replaceAll('$$', '$'), { merge: true }) as { services: Record<string, Service> }).services[
    name
  ] as Service
}

/** Neither the owner of the program's files nor root, like the image's `node`. */
const NODE = process.getuid?.() === 0 ? { uid: 1000, gid: 1000 } : {}

function foldersIn(folder: string): Record<string, string> {
  chmodSync(folder, 0o755)
  const made = ['datos', 'otros-datos', 'respaldos', 'tmp'].map((name) => {
    const path = join(folder, name)
    mkdirSync(path)
    if (NODE.uid !== undefined) chownSync(path, NODE.uid, NODE.gid)
    return [name, path] as const
  })
  return Object.fromEntries(made)
}

/** Runs the loop of the backup service until it sleeps, because there is nothing more to do; the shell tells what it does. */
async function untilSleeping(shell: string, script: string, options: Options): Promise<void> {
  const service = begin(shell, ['-xc', script], options)
  await new Promise<void>((resolve) => {
    service.child.stderr.on('data', () => /^\+ sleep/m.test(service.said()) && resolve())
    service.child.on('exit', () => resolve())
  })
  service.child.kill('SIGTERM')
}

/** Folders and databases of a machine, as the image's commands find them. */
async function bareGround(academy: string) {
  const { datos = '', 'otros-datos': others = '', respaldos = '', tmp = '' } = foldersIn(aFolder())
  const postgres = aFolder()
  chmodSync(postgres, 0o755)
  // In production settings.
  const server = await startEmbeddedPostgres({ dataDir: postgres })
  onTestFinished(() => server.stop())
  for (const name of ['campus', 'otra']) await ensureDatabase(server, name)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { env, command } = imageOf()
  let [data, database] = [datos, 'campus']
  const placed = (text: string) =>
    text.replaceAll('/academia', academy).replaceAll('/datos', data).replaceAll('/respaldos', respaldos)
  const optionsOf = (service: string, more: Record<string, string> = {}): Options => ({
    cwd: ROOT,
    ...NODE,
    env: {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: tmp,
      TMPDIR: tmp,
      ...env,
      ...serviceOf(service).environment,
      DATA_DIR: placed(env.DATA_DIR ?? ''),
      DATABASE_URL: server.url(database),
      PUBLIC_URL: url,
      PORT: String(port),
      ...more,
    },
  })
  const lose = async () => {
    ;[data, database] = [others, 'otra']
  }
  return { url, command, respaldos, placed, optionsOf, lose }
}

/** The commands of `Dockerfile` and `compose.yaml` without a container, beside a PostgreSQL. */
export async function bareMachine(academy: string): Promise<Machine> {
  const { url, command: image, respaldos, placed, optionsOf, lose } = await bareGround(academy)
  let app: ReturnType<typeof begin> | undefined
  const stop = async () => {
    app?.child.kill('SIGTERM')
    const { code = 0, said = '' } = (await app?.over) ?? {}
    app = undefined
    if (code !== 0) throw new Error(said.slice(-3000))
  }
  onTestFinished(stop)
  return {
    how: 'the same commands without Docker',
    url,
    log: () => app?.said() ?? '',
    async up() {
      const [node = '', ...args] = image
      app = begin(node, args, optionsOf('app'))
      const { child } = app
      await untilAnswers(`${url}/api/salud`, performance.now(), 120, () => child.exitCode === null, 200).catch(
        (error) => {
          throw new Error(app?.said().slice(-3000), { cause: error })
        },
      )
    },
    stop,
    run(command) {
      const [node = '', ...args] = placed(command).split(' ')
      return begin(node, args, optionsOf('app')).over
    },
    async backUp() {
      const [shell = '', , script = ''] = serviceOf('backup').command ?? []
      // Twice, as after a restart.
      for (let round = 0; round < 2; round++)
        await untilSleeping(shell, placed(script), optionsOf('backup', { BACKUP_HOUR: '0' }))
      return readdirSync(respaldos)
    },
    lose,
  }
}
