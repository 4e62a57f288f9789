import { NativeSelect, Skeleton, Stack } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { PAGE_PARAM, Pager } from '../../ui/pager'
import { nextItem } from './waiting'

export const INBOX_PAGE = 50

/** The addresses of an inbox and its items; `estado` is left out where it is the first one. */
export const inboxHref = (path: string, page: number, estado?: string | null) => (id?: number | string) => {
  const query = new URLSearchParams({ ...(estado && { estado }), ...(page > 1 && { [PAGE_PARAM]: String(page) }) })
  return `${path}${id ? `/${id}` : ''}${query.size > 0 ? `?${query}` : ''}`
}

/** The item after the chosen one, also when this one just left the list. */
export function useNextItem<Id>(ids: readonly Id[], chosen: Id): Id | null {
  const before = useRef<readonly Id[]>([])
  const next = nextItem(before.current, ids, chosen)
  if (ids.includes(chosen)) before.current = ids
  return next
}

export type InboxState<Value extends string> = { value: Value; label: string }

/** The state in the address, otherwise the first. */
export function useInboxState<Value extends string>(
  states: readonly [InboxState<Value>, ...InboxState<Value>[]],
): Value {
  const [query] = useSearchParams()
  const [first] = states
  return states.find(({ value }) => value === query.get('estado'))?.value ?? first.value
}

type Page<Row> = { data: { data: Row[]; total: number; current_page: number; last_page: number } }

type InboxPageProps<Row> = {
  title: string
  lead?: string
  states: readonly InboxState<string>[]
  estado: string
  query: { data: Page<Row> | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
  errorTitle: string
  /** Instead of an empty list. */
  empty: ReactNode
  /** Shows an empty list too, beside the item that just left it. */
  chosen: boolean
  /** Names the pages for screen readers. */
  pages: string
  children: (rows: Row[]) => ReactNode
}

/** An inbox that is narrowed to a state, in all its faces. */
export function InboxPage<Row>(props: InboxPageProps<Row>) {
  const { title, lead, states, estado, query, errorTitle, empty, chosen, pages, children } = props
  const [, setQuery] = useSearchParams()
  return (
    <>
      <PageHead
        title={title}
        lead={lead}
        action={
          <NativeSelect
            aria-label="Estado"
            data={[...states]}
            value={estado}
            onChange={(event) => setQuery({ estado: event.currentTarget.value })}
          />
        }
      />
      <Loaded
        query={query}
        skeleton={
          <Stack gap="sm">
            <Skeleton height={72} />
            <Skeleton height={72} />
            <Skeleton height={72} />
          </Stack>
        }
        errorTitle={errorTitle}
      >
        {({ data }) =>
          data.total === 0 && !chosen ? (
            empty
          ) : (
            <>
              {children(data.data)}
              <Pager page={data.current_page} last={data.last_page} label={pages} />
            </>
          )
        }
      </Loaded>
    </>
  )
}
