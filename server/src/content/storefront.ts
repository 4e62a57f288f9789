import { join } from 'node:path'
import type { Landing } from '@campus/contract/brands'
import { PageForm, type PageKey } from '@campus/contract/pages'
import { PAGE_KEYS } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { PLACE_NAMES } from '../features/pages/filling.ts'
import { paginas } from '../features/pages/pages.tables.ts'
import type { Db } from '../platform/db/database.ts'
import type { Addresses, Assets } from './assets.ts'
import { namesIn } from './course.ts'
import { type LandingEntry, PageFile } from './format.ts'
import type { Checked, Reader } from './reader.ts'

const PICTURE = 4 / 3

/** Notes the pictures of the landing's blocks; answers the words with the pictures as paths in the academy's folder. */
export async function checkLanding(
  { value, wrong }: Checked<{ portada?: LandingEntry }>,
  assets: Assets,
  slug: string,
): Promise<LandingEntry | undefined> {
  const { portada } = value
  if (!portada) return undefined
  const bloques: LandingEntry['bloques'] = []
  for (const [at, block] of portada.bloques.entries()) {
    const imagen = block.imagen && join(slug, block.imagen)
    const reason = imagen ? await assets.picture(imagen, PICTURE) : null
    if (reason) wrong(['portada', 'bloques', at, 'imagen'], reason)
    bloques.push({ ...block, imagen })
  }
  return { ...portada, bloques }
}

/** The landing's words as the database has them, each picture by its address; a brand without any has the product's. */
export function storedLanding(portada: LandingEntry | undefined, addresses: Addresses): Partial<Landing> {
  if (!portada) return {}
  const bloques = portada.bloques.map((block) => ({ ...block, imagen: addresses.picture(block.imagen) }))
  return { ...portada, bloques, valoracion: portada.valoracion ?? null }
}

/** A written page as its file has it. */
export type PageContent = { clave: PageKey; titulo: string; markdown: string }

function readPage(reader: Reader, file: string, clave: PageKey): PageContent | null {
  const checked = reader.markdown(file, PageFile)
  if (!checked) return null
  const markdown = PageForm.shape.markdown.safeParse(checked.text)
  if (!markdown.success) checked.wrong([], markdown.error.issues.map(({ message }) => message).join(' '))
  for (const [, place = ''] of checked.text.matchAll(/\{\{\s*(.*?)\s*\}\}/g)) {
    if (!PLACE_NAMES.includes(place))
      checked.wrong([], `no existe {{${place}}}; hay ${PLACE_NAMES.map((name) => `{{${name}}}`).join(', ')}`)
  }
  return { clave, titulo: checked.value.titulo, markdown: markdown.data ?? '' }
}

/** Reads a brand's written pages, `paginas/<clave>.md`, none of which need be there. */
export function readPages(folder: string, reader: Reader, slug: string): PageContent[] {
  const place = join(slug, 'paginas')
  const names = namesIn(join(folder, place), 'files')
  const known = PAGE_KEYS.map((clave) => `${clave}.md`)
  for (const name of names) {
    if (!known.some((file) => file === name))
      reader.wrong(join(place, name), 1, `nadie lee este archivo; se esperaba ${known.join(', ')}`)
  }
  const there = PAGE_KEYS.filter((clave) => names.includes(`${clave}.md`))
  return there.flatMap((clave) => readPage(reader, join(place, `${clave}.md`), clave) ?? [])
}

/**
 * Writes a brand's pages. One that the files do not have stays as it is: its administrator may have written it in the
 * program. The day of a page that says the same does not move.
 */
export async function writePages(tx: Db, id_cliente: number, pages: PageContent[]): Promise<void> {
  if (pages.length === 0) return
  await tx
    .insert(paginas)
    .values(pages.map((page) => ({ id_cliente, ...page })))
    .onConflictDoUpdate({
      target: [paginas.id_cliente, paginas.clave],
      set: { titulo: sql`excluded.titulo`, markdown: sql`excluded.markdown`, actualizado_en: sql`now()` },
      setWhere: sql`(${paginas.titulo}, ${paginas.markdown}) IS DISTINCT FROM (excluded.titulo, excluded.markdown)`,
    })
}
