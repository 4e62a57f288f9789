import { join } from 'node:path'
import { landingTexts } from '@campus/contract/landing-words'
import { PageForm, type PageKey } from '@campus/contract/pages'
import { PAGE_KEYS } from '@campus/contract/rules'
import type { z } from 'zod'
import { PLACEHOLDER_NAMES } from '../features/pages/filling.ts'
import type { PageText } from '../features/pages/pages.ts'
import type { FileText } from '../kit/documents/content-import.ts'
import type { Addresses, Assets } from './assets.ts'
import { type BrandFile, type LandingEntry, PageFile } from './format.ts'
import { checkLinks } from './markdown.ts'
import type { Checked, Reader } from './reader.ts'

const PICTURE = 4 / 3

/** Collects the pictures; the result has them as paths in the academy's folder. */
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

type Storefront = { portada?: LandingEntry; botones: z.output<typeof BrandFile>['botones']; paginas: PageContent[] }

/** Of the landing page, with the product's own words where the brand has none, and of its pages. */
export function siteTexts({ portada, botones: buttons, paginas }: Storefront, addresses: Addresses): FileText[] {
  const bloques = portada?.bloques.map((block) => ({ ...block, imagen: addresses.picture(block.imagen) }))
  const banners = [
    { imagen: addresses.picture(buttons.banner_uno), enlace: buttons.link_banner_uno ?? '' },
    { imagen: addresses.picture(buttons.banner_dos), enlace: buttons.link_banner_dos ?? '' },
  ].filter(({ imagen }) => imagen !== null)
  const botones = [
    { texto: buttons.boton_1 ?? '', enlace: buttons.link_boton_1 ?? '' },
    { texto: buttons.boton_2 ?? '', enlace: buttons.link_boton_2 ?? '' },
    { texto: buttons.boton_3 ?? '', enlace: buttons.link_boton_3 ?? '' },
  ].filter(({ texto }) => texto !== '')
  return [
    { objeto: 'portada', documento: { ...landingTexts({ ...portada, bloques }), banners, botones } },
    ...paginas.map(({ clave, ...documento }) => ({ objeto: `pagina:${clave}`, documento })),
  ]
}

export type PageContent = PageText

function readPage(reader: Reader, file: string, clave: PageKey): PageContent | null {
  const checked = reader.markdown(file, PageFile)
  if (!checked) return null
  const markdown = PageForm.shape.markdown.safeParse(checked.text)
  if (!markdown.success) checked.wrong([], markdown.error.issues.map(({ message }) => message).join(' '))
  for (const [, place = ''] of checked.text.matchAll(/\{\{\s*(.*?)\s*\}\}/g)) {
    if (!PLACEHOLDER_NAMES.includes(place))
      checked.wrong([], `no existe {{${place}}}; hay ${PLACEHOLDER_NAMES.map((name) => `{{${name}}}`).join(', ')}`)
  }
  checkLinks(checked.text, checked.wrongAt)
  return { clave, titulo: checked.value.titulo, markdown: markdown.data ?? '' }
}

/** `paginas/<clave>.md`, all optional. */
export function readPages(reader: Reader, slug: string): PageContent[] {
  const place = join(slug, 'paginas')
  const names = reader.names(place, 'files')
  const there = PAGE_KEYS.filter((clave) => names.includes(`${clave}.md`))
  return there.flatMap((clave) => readPage(reader, join(place, `${clave}.md`), clave) ?? [])
}
