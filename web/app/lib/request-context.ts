import { createContext } from 'react-router'
import type { IslandFiles } from './waiting-scripts'

/** What the server passes to a page; see server/src/platform/pages. */
export type PageRequest = {
  brand: number
  nonce: string
  fetch: (request: Request) => Promise<Response>
  failed: (error: unknown) => void
  styles: ReadonlyMap<string, string>
  islands: IslandFiles
}

export const requestContext = createContext<PageRequest>()
