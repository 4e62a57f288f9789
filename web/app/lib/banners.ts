import type { BannerSettings } from '@campus/contract/brands'
import { BANNER_MS, MAX_BANNERS } from '@campus/contract/rules'

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
