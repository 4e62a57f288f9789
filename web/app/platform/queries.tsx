import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createQueryClient, sharedQueryClient } from './query'
import { Themed } from './themed'

/**
 * What stands inside may ask the API with hooks (`api.useQuery`) and use Mantine's components. Pages that the server renders
 * whole live outside and do not carry the libraries. One cache for the whole visit; while a page is rendered on the server,
 * one of its own.
 */
export function Queries({ children }: { children: ReactNode }) {
  const [client] = useState(() => (typeof window === 'undefined' ? createQueryClient() : sharedQueryClient()))
  return (
    <Themed>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </Themed>
  )
}
