import { createContext } from 'react-router'

/** What the server tells a page of its request; see `server/src/platform/pages.ts`. */
export type PageRequest = {
  brand: number
  nonce: string
  fetch: (request: Request) => Promise<Response>
  /** Writes to the log what a page could not be rendered for. */
  failed: (error: unknown) => void
}

/** Set by the server for each rendering. */
export const requestContext = createContext<PageRequest>()
