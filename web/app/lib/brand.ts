import type { Brand } from '@campus/contract/brands'
import { useRouteLoaderData } from 'react-router'
import type { BrandColors } from './theme'

/** The root loader's data, the same for everyone. */
export type RootData = {
  brand: Brand
  brands: Brand[]
  colors: BrandColors
  /** For the footer. */
  courses: { id: number; nombre: string }[]
}

export function useBrand(): Brand {
  return useRoot().brand
}

export function useRoot(): RootData {
  const data = useRouteLoaderData<RootData>('root')
  if (!data) throw new Error('the root has no data')
  return data
}
