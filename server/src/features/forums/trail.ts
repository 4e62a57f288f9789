import type { AuditEntry } from '@campus/contract/audit'
import type { Db } from '../../platform/db/database.ts'
import { audit } from '../audit/audit.ts'

const KEPT_CHARACTERS = 200

/**
 * The beginning of what somebody wrote, by which a reader of the trail knows it again: without the mails and the numbers of
 * telephones and documents that people write into their texts, for the trail cannot be changed afterwards.
 */
export function excerptOf(texto: string): string {
  const bare = texto.replace(/(?<!\S)[^\s@]+@\S+/g, '[correo]').replace(/\+?\d(?:[ .-]?\d){6,}/g, '[número]')
  return [...bare].slice(0, KEPT_CHARACTERS).join('')
}

/** What was taken from the forums: whose it was, what it said and where it stood. */
type Taken = { objeto: string; autor: number; texto: string; detalle: AuditEntry['detalle'] }

/** Keeps in the trail what somebody took away who did not write it. One's own is one's own to delete, and is not told of. */
export async function auditTaken(tx: Db, by: number, { objeto, autor, texto, detalle }: Taken): Promise<void> {
  if (autor === by) return
  await audit(tx, 'contenido_retirado', { sobre: autor, objeto, detalle: { ...detalle, texto: excerptOf(texto) } })
}
