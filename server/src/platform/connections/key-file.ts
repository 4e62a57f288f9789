import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fail } from '../failures.ts'

/** `id`: a fingerprint, which tells one key from another and nothing of it. */
export type Key = { id: string; bytes: Buffer }

const TEXT = /^[A-Za-z0-9_-]{43}$/

/** Null where there is no file or it holds no key. */
export async function readKey(path: string): Promise<Key | null> {
  const text = (await readFile(path, 'utf8').catch(() => '')).trim()
  if (!TEXT.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  return { bytes, id: createHash('sha256').update('campus').update(bytes).digest('hex').slice(0, 16) }
}

/** Made on first use; of processes that make it at once, one's stays. @throws FALTA_LLAVE */
export async function makeKey(path: string): Promise<Key> {
  const draft = `${path}.${randomUUID()}`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    await link(draft, path).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
  } catch (cause) {
    throw fail('FALTA_LLAVE', { cause, message: `No se pudo escribir la llave en ${path}. No se guardó nada.` })
  } finally {
    await rm(draft, { force: true }).catch(() => undefined)
  }
  const key = await readKey(path)
  if (!key) throw fail('FALTA_LLAVE', { message: `Lo que hay en ${path} no es una llave. No se guardó nada.` })
  return key
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM: nonce, tag and text. `name` must be the same to open it. */
export function seal({ bytes }: Key, name: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(name))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Null where it was sealed with another key or name, or was changed. */
export function unseal({ bytes }: Key, name: string, sealed: Buffer): string | null {
  const [nonce, tag] = [sealed.subarray(0, NONCE_BYTES), sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)]
  try {
    const decipher = createDecipheriv('aes-256-gcm', bytes, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(name)).setAuthTag(tag)
    const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8')
    return text + decipher.final('utf8')
  } catch {
    return null
  }
}
