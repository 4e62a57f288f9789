import { notifications } from '@mantine/notifications'
import { MutationCache, notifyManager, QueryClient } from '@tanstack/react-query'
import { ApiError } from './errors'
import { registerRetry, reportWaiting } from './network'
import { onSession, readSession } from './session'

// By default what changes is told in the next task: a second click that waits behind the first would come before the
// button is disabled, and buy, publish or send twice. Told at once, React has drawn it when the next click arrives.
notifyManager.setScheduler(queueMicrotask)

const isTemporary = (error: unknown) => !(error instanceof ApiError) || error.status >= 500 || error.status === 429

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The screen shows the failure itself. */
      handled?: boolean
      /** The text of the error catalogue, instead of the server's. */
      errorText?: string
    }
  }
}

/** One error path: what a screen does not handle is said in a notification with the server's text. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError(error, _variables, _result, mutation) {
        if (mutation.meta?.handled) return
        notifications.show({
          color: 'red',
          title: 'Error',
          message: mutation.meta?.errorText ?? error.message,
          role: 'alert',
        })
      },
    }),
    defaultOptions: {
      queries: { staleTime: 30_000, retry: (count, error) => count < 2 && isTemporary(error), networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}

let kept: QueryClient | undefined

/** Answers are kept by their address, and most addresses name nobody: what one person was told goes with them. */
function forgetWithWhoLeaves(client: QueryClient): void {
  let who = readSession()?.user.id
  onSession(() => {
    const now = readSession()?.user.id
    if (who !== undefined && now !== who) client.getQueryCache().clear()
    who = now
  })
}

/** The one client of this visit, whose state the shell shows. Browser only. */
export function sharedQueryClient(): QueryClient {
  if (kept) return kept
  const client = createQueryClient()
  const isFirst = { predicate: (query: { state: { data: unknown } }) => query.state.data === undefined }
  client.getQueryCache().subscribe(() => reportWaiting(client.isFetching(isFirst) > 0))
  registerRetry(() => void client.refetchQueries({ type: 'active' }))
  forgetWithWhoLeaves(client)
  kept = client
  return client
}
