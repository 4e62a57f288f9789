import { type AnyDocument, partsOf } from '@campus/contract/documents/documents'
import type { Db } from '../../platform/db/database.ts'
import type { Kinds, Written } from './documents.ts'

export type FileText = { objeto: string; documento: AnyDocument }

/** Writes the texts of files, kind by kind in their order, as the editor does. */
export async function writeTexts(tx: Db, kinds: Kinds, texts: FileText[], brand: number): Promise<void> {
  const documents = new Map(texts.map(({ objeto, documento }) => [objeto, documento]))
  for (const [kind, some] of Map.groupBy(texts, ({ objeto }) => partsOf(objeto).kind)) {
    const rules = kinds[kind]
    if (!rules) throw new Error(`no feature writes ${kind}`)
    const targets = await rules.find(
      tx,
      brand,
      some.map(({ objeto }) => objeto),
    )
    const written = targets.flatMap((target): Written<AnyDocument>[] => {
      const documento = documents.get(target.objeto)
      return documento ? [{ target, documento, primera: false }] : []
    })
    await rules.write(tx, written, brand)
  }
}
