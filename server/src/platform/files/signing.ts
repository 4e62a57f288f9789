import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { secretos } from './secrets.tables.ts'

/** Signs addresses that a browser opens without a header, such as a PDF in a frame. */
export type Signer = {
  /** `?vence=<unix seconds>&firma=<hmac>` for a path, good for `seconds`. */
  sign: (path: string, seconds: number) => string
  check: (path: string, query: { vence?: string; firma?: string }) => boolean
}

/** Compares without telling by its time how much was right. */
export function isSameSecret(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** A secret by name, created on first use; all processes share it. */
export async function secretOf(db: Db, nombre: string): Promise<Buffer> {
  await db
    .insert(secretos)
    .values({ nombre, valor: randomBytes(32) })
    .onConflictDoNothing()
  const [row] = await db.select({ valor: secretos.valor }).from(secretos).where(eq(secretos.nombre, nombre))
  if (!row) throw new Error('the signing secret is missing')
  return row.valor
}

export async function createSigner(db: Db): Promise<Signer> {
  const secret = await secretOf(db, 'firma')
  const hmac = (path: string, vence: string) =>
    createHmac('sha256', secret).update(`${path}\n${vence}`).digest('base64url')
  return {
    sign(path, seconds) {
      // Rounded up to whole minutes, so that a browser's cache can reuse the URL.
      const vence = String(Math.ceil((Date.now() / 1000 + seconds) / 60) * 60)
      return `${path}?vence=${vence}&firma=${hmac(path, vence)}`
    },
    check(path, { vence = '', firma = '' }) {
      if (!/^\d{1,12}$/.test(vence) || Number(vence) < Date.now() / 1000) return false
      return isSameSecret(firma, hmac(path, vence))
    },
  }
}
