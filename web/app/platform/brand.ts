import type { Brand } from '@campus/contract/brands'
import { useRouteLoaderData } from 'react-router'
import type { BrandColors } from './theme'

/** What the document knows of its brand; rendered on the server. */
export type RootData = {
  brand: Brand
  brands: Brand[]
  colors: BrandColors
  /** A few of the brand's courses, for the footer. */
  courses: { id: number; nombre: string }[]
}

/** The brand of this visit. */
export function useBrand(): Brand {
  return useRoot().brand
}

/** The root's data: the brand, all brands and the colours. */
export function useRoot(): RootData {
  const data = useRouteLoaderData<RootData>('root')
  if (!data) throw new Error('the root has no data')
  return data
}
