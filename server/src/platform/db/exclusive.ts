import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** Migrations that would make instances of the previous release fail or lose data, and what each changes. */
export const exclusiveIn = (folder: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, 'exclusive.json'), 'utf8'))

/** Application names of running instances. Commands, and a start that waits to migrate, have others. */
const INSTANCE_APPLICATION_NAMES = ['campus', 'campus-listen', 'campus-jobs', 'campus-trabajos']
/** For an instance that is stopping, and for what another start queries before it migrates. */
const OTHER_INSTANCES_TIMEOUT_MS = 5000
const LOOK_MS = 200

/** The message is shown to the operator. */
export class OtherInstancesRunning extends Error {}

async function countOtherInstances(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = ANY ($1)`,
    [INSTANCE_APPLICATION_NAMES],
  )
  return rows[0]?.n ?? 0
}

/** Waits until no other instance runs, if a pending migration of the folder requires it. @throws OtherInstancesRunning */
export async function waitForOtherInstances(
  client: pg.Client,
  pending: string[],
  folder: string,
  timeoutMs = OTHER_INSTANCES_TIMEOUT_MS,
): Promise<void> {
  const changes = exclusiveIn(folder)
  const exclusive = pending.filter((tag) => tag in changes)
  if (exclusive.length === 0) return
  const until = performance.now() + timeoutMs
  for (let n = await countOtherInstances(client); n > 0; n = await countOtherInstances(client)) {
    if (performance.now() > until) {
      const named = exclusive.map((tag) => `${tag} (${changes[tag]})`).join(', ')
      throw new OtherInstancesRunning(
        `Hay otra copia de Campus en marcha en esta base de datos (conexiones: ${n}) y fallaría con lo que esta versión ` +
          `cambia en ella, ${named}: detén todas las copias y vuelve a iniciar; no se cambió nada.`,
      )
    }
    await sleep(LOOK_MS)
  }
}
