import type { Brand } from '@campus/contract/brands'
import { isRouteErrorResponse, useRouteError, useRouteLoaderData } from 'react-router'

/** The root loader's data, the same for every visitor. */
export type RootData = {
  brand: Brand
  brands: Brand[]
  /** The shades of its two colours, as tokens.css names them. */
  colors: string
  /** For the footer. */
  courses: { id: number; nombre: string }[]
  /** For the menus; null when they could not be read. */
  categories: { id: number; nombre: string }[] | null
}

export const useSeveralBrands = (): boolean => useRoot().brands.length > 1

/** What the root loader throws on an installation without brands: every page then shows how to open the first. */
const isEmptyCampus = (thrown: unknown): thrown is { data: RootData } =>
  isRouteErrorResponse(thrown) && thrown.data?.brands?.length === 0

export function useRootIfLoaded(): RootData | undefined {
  const data = useRouteLoaderData<RootData>('root')
  const thrown = useRouteError()
  return data ?? (isEmptyCampus(thrown) ? thrown.data : undefined)
}

export function useRoot(): RootData {
  const data = useRootIfLoaded()
  if (!data) throw new Error('the root has no data')
  return data
}
