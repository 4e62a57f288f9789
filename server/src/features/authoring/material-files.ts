import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { cutText } from '@campus/contract/shorten'
import { cleanLine } from '@campus/contract/texts'
import type { MultipartFile } from '@fastify/multipart'
import { fileTypeFromFile } from 'file-type'
import { fail } from '../../platform/failures.ts'
import type { Storage } from '../../platform/files/storage.ts'
import { withTemporary } from '../../platform/files/temporary.ts'

export type Uploaded = { ruta: string; nombre: string; formato: string; tamano: number }

/**
 * Streams one file through the disk to the storage, under its hash; the type comes from its bytes.
 * @throws DEMASIADO_GRANDE, SIN_ESPACIO
 */
export async function storeMaterial(
  storage: Storage,
  dataDir: string,
  { file, filename }: MultipartFile,
): Promise<Uploaded> {
  await storage.checkRoom()
  return withTemporary(dataDir, async (folder) => {
    const path = join(folder, 'archivo')
    const hash = createHash('sha256')
    let tamano = 0
    file.on('data', (chunk: Buffer) => {
      hash.update(chunk)
      tamano += chunk.length
    })
    await pipeline(file, createWriteStream(path))
    if (file.truncated) throw fail('DEMASIADO_GRANDE')
    const named = extname(filename).slice(1).toLowerCase()
    const extension = /^[a-z0-9]{2,5}$/.test(named) ? named : 'bin'
    const formato = (await fileTypeFromFile(path))?.mime ?? 'application/octet-stream'
    const ruta = `materiales/${hash.digest('hex')}.${extension}`
    if ((await storage.size(ruta)) !== tamano) await storage.write(ruta, createReadStream(path))
    return { ruta, nombre: cutText(cleanLine(filename), 200), formato, tamano }
  })
}
