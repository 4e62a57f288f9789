import { join } from 'node:path'
import type { Config } from '../config.ts'
import { localStorage, type Storage } from './storage.ts'

/** @throws ConfigError when the bucket cannot be used */
export async function openStorage({ dataDir, bucket }: Config): Promise<Storage> {
  if (!bucket) return localStorage(join(dataDir, 'archivos'))
  const { bucketStorage } = await import('./bucket.ts')
  return bucketStorage(bucket)
}
