import { MutationCache, notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError, failureText, OfflineError } from './errors'
import { onServerBack } from './network'
import { emptyOfflineCopies } from './offline'
import { retryDelay } from './retry'
import { onSession, readSession } from './session'
import { toast } from './toasts'

// The default scheduler waits for the next task, where a queued second click would buy or send twice.
notifyManager.setScheduler(queueMicrotask)

const isTemporary = (error: unknown) => {
  // Offline, the error is shown at once; queries refetch on reconnect.
  if (error instanceof OfflineError) return navigator.onLine
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      handled?: boolean
      errorText?: string
    }
  }
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError(error, _variables, _result, mutation) {
        if (mutation.meta?.handled) return
        toast(mutation.meta?.errorText ?? failureText(error), { color: 'red', title: 'Error' })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => count < 2 && isTemporary(error),
        retryDelay,
        networkMode: 'always',
        refetchOnReconnect: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}

let client: QueryClient | undefined

/** One for all parts of a page. The server asks nothing by it, so that its own is a new one each time. */
function browserQueries(): QueryClient {
  if (typeof window === 'undefined') return createQueryClient()
  if (!client) {
    client = createQueryClient()
    clearOnNewPerson(client)
    onServerBack(() => client?.refetchQueries({ type: 'active' }))
  }
  return client
}

/** Most query keys contain no user id, so a new user must start with an empty cache. */
function clearOnNewPerson(client: QueryClient): void {
  let person = readSession()?.user.id
  onSession(() => {
    const now = readSession()?.user.id
    if (person !== undefined && now !== person) {
      client.removeQueries({ type: 'inactive' })
      for (const query of client.getQueryCache().getAll()) query.reset()
      // Deferred until the previous user's screens are unmounted.
      setTimeout(() => client.refetchQueries({ type: 'active', stale: true }))
      emptyOfflineCopies()
    }
    person = now
  })
}

/** For parts that ask the API by `useQuery`. All of them share one cache. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={browserQueries()}>{children}</QueryClientProvider>
}
