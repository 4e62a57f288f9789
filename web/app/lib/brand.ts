import type { Brand } from '@campus/contract/brands'
import { createContext, use } from 'react'

export const BrandContext = createContext<Brand | undefined>(undefined)

export function useBrand(): Brand {
  const brand = use(BrandContext)
  if (!brand) throw new Error('the brand is unknown')
  return brand
}
