import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useBrand } from '../../platform/brand'
import { addToCart, readCart } from '../../platform/cart'
import { cartQuery } from '../../platform/cart-check'

const ID = /^[1-9][0-9]{0,9}$/

/**
 * `?agregar=7`, from a course page that runs without JavaScript: puts the course in and takes the address back, so that a
 * reload or a shared link does not put it in again; one that is there already is left alone.
 */
export function useAddFromAddress() {
  const brand = useBrand()
  const [query, setQuery] = useSearchParams()
  const asked = query.get('agregar')
  const valid = asked !== null && ID.test(asked)
  const id = Number(asked)
  const found = useQuery({
    ...cartQuery({ brand: brand.id, user: undefined, ids: [id], code: '' }),
    // Apart from the cart's own answers, which know who asks.
    queryKey: ['agregar', brand.id, id],
    enabled: valid,
  })
  const answer = found.data
  useEffect(() => {
    if (asked === null || (valid && !answer)) return
    const [course] = answer?.cursos ?? []
    if (course && !readCart().some((item) => item.id === course.id)) {
      const { comprado: _, ...item } = course
      addToCart(item)
    }
    if (!course)
      notifications.show({
        color: 'orange',
        message: `Ese curso no está disponible en ${brand.nombre}.`,
        role: 'status',
      })
    setQuery(
      (now) => {
        now.delete('agregar')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }, [asked, valid, answer, brand, setQuery])
  return { pending: asked !== null && !found.error, error: valid ? found.error : null, retry: found.refetch }
}
