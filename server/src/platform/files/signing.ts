import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { secretos } from './secrets.tables.ts'

/** Constant time for secrets of equal length. */
export function isSameSecret(candidate: string, right: string): boolean {
  const [one, other] = [Buffer.from(candidate), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Created on first use and shared by all processes. */
export async function secretOf(db: Db, nombre: string): Promise<Buffer> {
  const [row] = await db
    .insert(secretos)
    .values({ nombre, valor: randomBytes(32) })
    .onConflictDoUpdate({ target: secretos.nombre, set: { nombre } })
    .returning({ valor: secretos.valor })
  if (!row) throw new Error('the signing secret is missing')
  return row.valor
}

/** For URLs that a browser opens without headers, such as a PDF in a frame. */
export async function createSigner(db: Db) {
  const secret = await secretOf(db, 'firma')
  const hmac = (path: string, vence: string) =>
    createHmac('sha256', secret).update(`${path}\n${vence}`).digest('base64url')
  return {
    /** Appends `?vence=<unix seconds>&firma=<hmac>`, valid for `seconds`. */
    sign(path: string, seconds: number): string {
      // Whole minutes, so that a browser's cache can reuse the URL.
      const vence = String(Math.ceil((Date.now() / 1000 + seconds) / 60) * 60)
      return `${path}?vence=${vence}&firma=${hmac(path, vence)}`
    },
    check(path: string, { vence = '', firma = '' }: { vence?: string; firma?: string }): boolean {
      if (!/^\d{1,12}$/.test(vence) || Number(vence) < Date.now() / 1000) return false
      return isSameSecret(firma, hmac(path, vence))
    },
  }
}

export type Signer = Awaited<ReturnType<typeof createSigner>>
