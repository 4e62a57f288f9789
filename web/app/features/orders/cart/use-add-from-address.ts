import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useBrand } from '../../../lib/brand'
import { isId } from '../../../lib/paths'
import { toast } from '../../../lib/toasts'
import { addToCart, readCart } from '../orders'
import { cartQuery } from './cart-check'

/**
 * `?agregar=7` comes from a course page without JavaScript; the parameter is removed, so that a reload does not add it
 * again.
 */
export function useAddFromAddress() {
  const brand = useBrand()
  const [query, setQuery] = useSearchParams()
  const requested = query.get('agregar')
  const valid = requested !== null && isId(requested)
  const id = Number(requested)
  const lookup = useQuery({
    ...cartQuery({ brand: brand.id, user: undefined, ids: [id], code: '', coupon: '' }),
    // A key of its own: this answer ignores the session.
    queryKey: ['agregar', brand.id, id],
    enabled: valid,
  })
  const answer = lookup.data
  useEffect(() => {
    if (requested === null || (valid && !answer)) return
    const [course] = answer?.cursos ?? []
    if (course && !readCart().some((item) => item.id === course.id)) {
      const { comprado: _, certificado: __, ...item } = course
      addToCart(item)
    }
    if (!course) toast(`Ese curso no está disponible en ${brand.nombre}.`, { color: 'yellow' })
    setQuery(
      (now) => {
        now.delete('agregar')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }, [requested, valid, answer, brand, setQuery])
  return { pending: requested !== null && !lookup.error, error: valid ? lookup.error : null, retry: lookup.refetch }
}
