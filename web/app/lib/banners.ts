import type { BannerSettings } from '@campus/contract/brands'
import { BANNER_MS, MAX_BANNERS } from '@campus/contract/rules'
import { coursePath } from './paths'
import type { RootData } from './root-data'

export const ROTATION_MS = BANNER_MS

export const BANNER_RATIO = 1600 / 560

export type Banner = { image: string; link: string | null }

export function bannersOf(settings: BannerSettings): Banner[] {
  const pairs = [
    { image: settings.banner_uno, link: settings.link_banner_uno },
    { image: settings.banner_dos, link: settings.link_banner_dos },
  ]
  return pairs.flatMap(({ image, link }) => (image ? [{ image, link }] : [])).slice(0, MAX_BANNERS)
}

const PAGES: Record<string, string> = {
  '/calendario': 'Calendario',
  '/certificado': 'Verificar un certificado',
  '/cursos': 'Todos los cursos',
  '/miscursos': 'Mis cursos',
  '/premios': 'Ranking',
  '/referidos': 'Referidos',
  '/registro': 'Crear cuenta',
}

/** What a banner shows is known by where it leads alone. */
export function textOf(link: string | null, { brand, courses }: Pick<RootData, 'brand' | 'courses'>): string {
  const course = courses.find(({ id }) => link === coursePath(id))
  const target = course?.nombre ?? PAGES[link ?? ''] ?? URL.parse(link ?? '')?.host
  return target ? `Anuncio: ${target}` : `Anuncio de ${brand.nombre}`
}
