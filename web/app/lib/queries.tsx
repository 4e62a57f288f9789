import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { browserQueries } from './query'

/** For parts that ask the API by `useQuery`. All of them share one cache. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={browserQueries()}>{children}</QueryClientProvider>
}
