import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useBrand } from './brand'
import { withBrand } from './redirect'
import { useSession } from './session'

/** A course, a category and a certificate show in their own brand to everyone (docs/product/brands.md 1.3). */
const OF_ITS_BRAND = /^\/(?:detallecurso\/|cursos\/\d|certificado\/)/

/** Reloads another brand's page in the student's (docs/product/brands.md 2.2); only once, because host names win. */
export function useBrandRedirect(target?: string): boolean {
  const brand = useBrand()
  const own = useSession()?.user.id_cliente
  const location = useLocation()
  const path = target ?? location.pathname + location.search + location.hash
  const tried = new URLSearchParams(location.search).get('marca') === String(own)
  const stays = tried || (target === undefined && OF_ITS_BRAND.test(location.pathname))
  const leaving = own !== undefined && own !== brand.id && !stays
  // The theme belongs to the document, so only a reload changes it.
  useEffect(() => {
    if (leaving) window.location.replace(withBrand(path, own))
  }, [leaving, path, own])
  return leaving
}
