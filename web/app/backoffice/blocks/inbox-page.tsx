import { NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Icon } from '@tabler/icons-react'
import { Fragment, type ReactNode, useRef } from 'react'
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { PAGE_PARAM, Pager, usePage } from '../../ui/pager'
import { Inbox, type InboxItem } from './inbox'
import { nextItem } from './waiting'

export const INBOX_PAGE = 50

/** The addresses of an inbox and its items; `estado` is left out where it is the first one. */
export const inboxHref = (path: string, page: number, estado?: string | null) => (id?: number | string) => {
  const query = new URLSearchParams({ ...(estado && { estado }), ...(page > 1 && { [PAGE_PARAM]: String(page) }) })
  return `${path}${id ? `/${id}` : ''}${query.size > 0 ? `?${query}` : ''}`
}

/** The item after the chosen one, also when this one just left the list. */
function useNextItem<Id>(ids: readonly Id[], chosen: Id): Id | null {
  const before = useRef<readonly Id[]>([])
  const next = nextItem(before.current, ids, chosen)
  if (ids.includes(chosen)) before.current = ids
  return next
}

type InboxState<Value extends string> = { value: Value; label: string }
export type InboxStates<Value extends string> = readonly [InboxState<Value>, ...InboxState<Value>[]]

/** The state in the address, otherwise the first. */
export function useInboxState<Value extends string>(states: InboxStates<Value>): Value {
  const [query] = useSearchParams()
  const [first] = states
  return states.find(({ value }) => value === query.get('estado'))?.value ?? first.value
}

type Query<Data> = {
  data: Data | undefined
  error: unknown
  isPending: boolean
  isFetching: boolean
  refetch: () => unknown
}
type Page<Row> = { data: { data: Row[]; total: number; current_page: number; last_page: number } }

const DONE = 'Todo al día. No hay nada por atender.'

export const INBOX_SKELETON = (
  <Stack gap="sm">
    <Skeleton height={72} />
    <Skeleton height={72} />
    <Skeleton height={72} />
  </Stack>
)

type InboxScreenProps<Data> = {
  title: string
  lead?: string | undefined
  action?: ReactNode
  /** What narrows the list. */
  filters?: ReactNode
  chosen: string | undefined
  query: Query<Data>
  errorTitle: string
  /** The address of the first item; undefined without one. */
  first: (data: Data) => string | undefined
  /** `alone`: a phone that shows the chosen item. */
  children: (data: Data, alone: boolean) => ReactNode
}

/** Around an inbox: with nothing chosen its first item opens; phones show the list or the item, and nothing above that. */
export function InboxScreen<Data>(props: InboxScreenProps<Data>) {
  const { title, lead, action, filters, chosen, query, errorTitle, first, children } = props
  const narrow = useMediaQuery('(width < 64em)', undefined, { getInitialValueInEffect: false }) ?? false
  const alone = narrow && chosen !== undefined
  const opens = !narrow && chosen === undefined
  // What is being read again may have left the list.
  const settled = opens && query.isFetching ? { ...query, data: undefined, isPending: true } : query
  return (
    <>
      {alone ? <PageHead title={title} hidden /> : <PageHead title={title} lead={lead} action={action} />}
      {!alone && filters}
      <Loaded query={settled} skeleton={INBOX_SKELETON} errorTitle={errorTitle}>
        {(data) => {
          const to = opens && first(data)
          return to ? <Navigate to={to} replace /> : children(data, alone)
        }}
      </Loaded>
    </>
  )
}

type InboxPageProps<Row> = {
  title: string
  lead?: string
  /** The other pages of its head. */
  tabs?: ReactNode
  /** Names the list and its pages for screen readers: *Mensajes*. */
  label: string
  /** The screen's address; the chosen item's name follows. */
  path: string
  /** Narrows it to a state; `none` is said when there is nothing in another than the first. */
  filter?: { states: InboxStates<string>; estado: string; none: string }
  query: Query<Page<Row>>
  errorTitle: string
  /** Of an empty list. */
  icon: Icon
  item: (row: Row) => InboxItem
  /** The chosen item; without a row the list does not hold it. */
  children: (row: Row | undefined, id: string, next: string | null) => ReactNode
}

type RowsProps<Row> = Pick<InboxPageProps<Row>, 'label' | 'item' | 'children'> & {
  rows: readonly Row[]
  chosen: string | undefined
  href: (id?: number | string) => string
  foot: ReactNode
}

function InboxRows<Row>({ label, rows, chosen, href, foot, item, children }: RowsProps<Row>) {
  const items = rows.map(item)
  const ids = items.map(({ id }) => String(id))
  const next = useNextItem(ids, chosen ?? '')
  const row = rows[ids.indexOf(chosen ?? '')]
  return (
    <Inbox label={label} items={items} selected={chosen} href={href} foot={foot}>
      {chosen && <Fragment key={chosen}>{children(row, chosen, next && href(next))}</Fragment>}
    </Inbox>
  )
}

/** An inbox in all its faces. */
export function InboxPage<Row>(props: InboxPageProps<Row>) {
  const { title, lead, tabs, label, path, filter, query, errorTitle, icon, item, children } = props
  const navigate = useNavigate()
  const { id, numero } = useParams()
  const chosen = id ?? numero
  const page = usePage()
  const stateOf = (estado?: string) => (estado === filter?.states[0].value ? null : estado)
  const narrowed = filter && stateOf(filter.estado)
  const href = inboxHref(path, page, narrowed)
  return (
    <InboxScreen
      title={title}
      lead={lead}
      filters={tabs}
      action={
        filter && (
          <NativeSelect
            aria-label="Estado"
            data={[...filter.states]}
            value={filter.estado}
            onChange={(event) => navigate(inboxHref(path, 1, stateOf(event.currentTarget.value))())}
          />
        )
      }
      chosen={chosen}
      query={query}
      errorTitle={errorTitle}
      first={({ data: { data } }) => data[0] && href(item(data[0]).id)}
    >
      {({ data }, alone) =>
        data.total === 0 && !chosen ? (
          <EmptyState icon={icon} color="teal" title={narrowed ? filter.none : DONE} />
        ) : (
          <>
            <InboxRows
              label={label}
              rows={data.data}
              chosen={chosen}
              href={href}
              foot={
                filter &&
                data.data.length === 0 && (
                  <Text c="dimmed" p="md">
                    {filter.none}
                  </Text>
                )
              }
              item={item}
            >
              {children}
            </InboxRows>
            {!alone && (
              <Pager
                path={path}
                page={data.current_page}
                last={data.last_page}
                label={`Páginas de ${label.toLowerCase()}`}
              />
            )}
          </>
        )
      }
    </InboxScreen>
  )
}
