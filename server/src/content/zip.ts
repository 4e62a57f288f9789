import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Storage } from '../platform/files/storage.ts'
import type { ExportedFile } from './export-placed.ts'

/** Beyond it the format has no room for sizes and places. */
const MAX_BYTES = 4_000_000_000

async function* bytesOf(file: ExportedFile, storage: Storage): AsyncGenerator<Uint8Array> {
  if ('text' in file) yield Buffer.from(file.text)
  else yield* (await storage.open(file.key))?.stream ?? []
}

/** The files as a ZIP, one after the other: nothing is read before it is requested. */
export async function* zipOf(files: AsyncIterable<ExportedFile>, storage: Storage): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  let total = 0
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    total += chunk.length
    if (total > MAX_BYTES) throw new Error('the export is too large for a ZIP')
    made.push(chunk)
  })
  for await (const file of files) {
    // Pictures and documents are compressed already.
    const entry = 'text' in file ? new ZipDeflate(file.path) : new ZipPassThrough(file.path)
    zip.add(entry)
    for await (const chunk of bytesOf(file, storage)) {
      entry.push(chunk)
      yield* made.splice(0)
    }
    entry.push(new Uint8Array(0), true)
    yield* made.splice(0)
  }
  zip.end()
  yield* made.splice(0)
}
