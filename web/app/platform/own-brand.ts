import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useBrand } from './brand'
import { withBrand } from './redirect'
import { useSession } from './session'

/**
 * After login the brand is the student's (contract section 3): a page of another brand is loaded anew in theirs.
 * True while it is being left. A host name that belongs to a brand wins, so it is tried only once.
 */
export function useOwnBrand(target?: string): boolean {
  const brand = useBrand()
  const own = useSession()?.user.id_cliente
  const location = useLocation()
  const here = target ?? location.pathname + location.search + location.hash
  const tried = new URLSearchParams(location.search).get('marca') === String(own)
  const leaving = own !== undefined && own !== brand.id && !tried
  // The theme belongs to the document, which only a new page changes.
  useEffect(() => {
    if (leaving) window.location.replace(withBrand(here, own))
  }, [leaving, here, own])
  return leaving
}
