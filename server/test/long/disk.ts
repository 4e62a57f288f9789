import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, onTestFinished, type TestContext } from 'vitest'
import { openSql } from '../sql.ts'
import { aPlace, tell, untilWritten } from './crashes.ts'
import { childrenOf, postmasterOf } from './processes.ts'
import { aFolder, untilAnswers } from './program.ts'
import { startWriters, tokensOf } from './writers.ts'

const SIZE_MB = 1400
const MB = 1_048_576

/** A small mounted disk, or why it cannot be mounted. */
function aDisk(): { folder: string } | { why: string } {
  const folder = aFolder()
  const made = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=0755`, 'tmpfs', folder], {
    encoding: 'utf8',
  })
  if (made.status !== 0) return { why: made.error?.message ?? made.stderr.trim() }
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  chmodSync(folder, 0o755)
  return { folder }
}

/** Fills up to this size, or until the disk is full. */
function fill(file: string, megabytes: number): void {
  const out = openSync(file, 'w')
  const block = Buffer.alloc(MB, 1)
  try {
    for (let i = 0; i < megabytes; i++) writeSync(out, block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(out)
  }
}

/** Each switch of the WAL file needs 16 MB. */
async function exhaust(database: string, gone: () => boolean): Promise<void> {
  for (let i = 0; i < 200 && !gone(); i++) {
    const sql = await openSql(database, { connectionTimeoutMillis: 2000 }).catch(() => undefined)
    await sql
      ?.unsafe('CREATE TABLE IF NOT EXISTS lastre (n int); INSERT INTO lastre VALUES (1)')
      .then(() => sql`SELECT pg_switch_wal()`)
      .catch(() => undefined)
    await sql?.end().catch(() => undefined)
  }
}

async function upload(url: string, token: string, shade: number): Promise<{ status: number; text: string }> {
  const background = { r: shade, g: 80, b: 120 }
  const bytes = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer()
  const body = new FormData()
  body.set('imagen', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'foto.png')
  const answer = await fetch(`${url}/api/foros/imagenes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  return { status: answer.status, text: await answer.text() }
}

const NO_ROOM = new URL('no-room.ts', import.meta.url).href

/**
 * Without a mounted disk: no-room.ts simulates ENOSPC for the files of the app. Uploads are refused cleanly, everything else
 * goes on.
 */
export async function noRoomForFiles(): Promise<void> {
  const dataDir = aFolder()
  const mark = join(dataDir, 'no-room')
  const { program, server } = await aPlace({ NODE_OPTIONS: `--import ${NO_ROOM}`, NO_ROOM: mark }, dataDir)
  const database = server.url('campus')
  const [token = ''] = await tokensOf(database, 1)
  const writers = await startWriters(program.url, database)
  const files = () => readdirSync(join(dataDir, 'archivos/imagenes')).toSorted()
  expect(await upload(program.url, token, 10)).toMatchObject({ status: 201 })
  const before = files()
  for (const [at, when] of ['statfs', 'write'].entries()) {
    writeFileSync(mark, when)
    const refused = await upload(program.url, token, 20 + at)
    expect(refused.status).toBe(507)
    expect(refused.text).toContain('No hay espacio disponible.')
    expect(files()).toEqual(before)
    expect((await fetch(`${program.url}/api/cursos`)).status).toBe(200)
  }
  await untilWritten(writers, 200)
  rmSync(mark)
  expect(await upload(program.url, token, 30)).toMatchObject({ status: 201 })
  const lost = await writers.lost(database)
  tell(
    `no room for files (a stand-in says so to the program): ` +
      `uploads refused with 507, nothing half-written, taken again with room; ${writers.acknowledged()} writes, ${lost} lost`,
  )
  expect(lost).toBe(0)
  expect(Object.keys(writers.answers.statuses)).toEqual(['200'])
}

/**
 * A full disk refuses uploads first, then writes; with space again everything recovers and nothing is lost. Skipped where no
 * disk can be mounted.
 */
export async function diskFull({ skip }: Pick<TestContext, 'skip'>): Promise<void> {
  const disk = aDisk()
  if ('why' in disk) {
    tell(`disk full: NOT TRIED, no disk could be mounted (${disk.why}); see the next`)
    return skip(disk.why)
  }
  const { program, server, dataDir } = await aPlace({}, disk.folder)
  const database = server.url('campus')
  const [token = ''] = await tokensOf(database, 1)
  const serving = childrenOf(program.child.pid)
  expect(await upload(program.url, token, 10)).toMatchObject({ status: 201 })
  fill(join(dataDir, 'lastre.1'), 550)
  const refused = await upload(program.url, token, 20)
  expect(refused.status).toBe(507)
  expect(refused.text).toContain('No hay espacio disponible.')

  const writers = await startWriters(program.url, database)
  await untilWritten(writers, 200)
  const postmaster = postmasterOf(dataDir)
  fill(join(dataDir, 'lastre.2'), SIZE_MB)
  const began = performance.now()
  await exhaust(database, () => postmasterOf(dataDir) !== postmaster)
  while ((await fetch(`${program.url}/api/cursos`)).status === 200) await sleep(50)
  const fell = performance.now() - began
  // Long enough for several failed restarts.
  await sleep(8000)
  expect((await fetch(`${program.url}/api/cursos`)).status).toBe(503)
  expect((await fetch(`${program.url}/api/salud/viva`)).status).toBe(200)
  const from = performance.now()
  rmSync(join(dataDir, 'lastre.2'))
  rmSync(join(dataDir, 'lastre.1'))
  const back = await untilAnswers(`${program.url}/api/cursos`, from)
  await untilWritten(writers, 200)
  expect(await upload(program.url, token, 30)).toMatchObject({ status: 201 })
  const lost = await writers.lost(database)
  tell(
    `disk full: PostgreSQL fell after ${Math.round(fell)} ms, served again ${Math.round(back)} ms after there was room; ` +
      `${writers.acknowledged()} acknowledged, ${lost} lost; ${JSON.stringify(writers.answers)}`,
  )
  expect(lost).toBe(0)
  expect(postmasterOf(dataDir)).not.toBe(postmaster)
  expect(writers.answers.bare503).toBe(0)
  expect(childrenOf(program.child.pid)).toEqual(serving)
}
