import { Button, Checkbox, Group, NativeSelect, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconSearchOff } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import type { Choosing } from './choosing'
import { formatCounted } from './counted'
import { type Filter, FilterBar, NARROW } from './filter-bar'
import classes from './list.module.css'
import { type ListState, nextSort, parseSort } from './list-state'
import { RowsSkeleton } from './rows-skeleton'

export type Column<Row> = {
  key: string
  label: string
  /** Null where the row has none. */
  cell: (row: Row) => ReactNode
  /** Keeps its words in one line. */
  steady?: boolean
  /** The server sorts by `key`. */
  sorts?: boolean
  align?: 'right'
}

export type ListConfig<Row> = {
  /** Names the table for screen readers. */
  label: string
  /** The first column names the row and carries its link. */
  columns: readonly Column<Row>[]
  /** On phones, instead of a line for each column. */
  card?: { name: (row: Row) => ReactNode; rest: (row: Row) => ReactNode }
  id: (row: Row) => number | string
  /** Null for a row that leads nowhere. */
  href?: (row: Row) => string | null
  /** Instead of a link: opens the row in place. */
  onOpen?: (row: Row) => void
  filters?: readonly Filter[]
  /** The placeholder of the search; without one there is none. */
  search?: string
  sort: string
  /** Rows with a number as id can be chosen, while choosing is on. */
  choosing?: Choosing
  /** Above the rows. */
  above?: (total: number) => ReactNode
  empty: ReactNode
  errorTitle: string
}

type Page<Row> = { data: { data: Row[]; total: number; siguiente: string | null } }
type PageQuery<Row> = {
  data: Page<Row> | undefined
  error: unknown
  isPending: boolean
  isPlaceholderData?: boolean
  refetch: () => unknown
}

function SortSelect<Row>({ config, state }: { config: ListConfig<Row>; state: ListState }) {
  const data = config.columns
    .filter(({ sorts }) => sorts)
    .flatMap(({ key, label }) => [
      { value: key, label: `${label} ↑` },
      { value: `-${key}`, label: `${label} ↓` },
    ])
  const value = state.value('orden') || config.sort
  return (
    <NativeSelect
      aria-label="Ordenar por"
      data={data}
      value={value}
      onChange={(event) => state.set({ orden: event.currentTarget.value })}
    />
  )
}

function Tools<Row>({ config, state, cards }: { config: ListConfig<Row>; state: ListState; cards: boolean }) {
  const { filters = [], search } = config
  if (!search && filters.length === 0 && !cards) return null
  return (
    <FilterBar filters={filters} search={search} state={state}>
      {cards && config.columns.some(({ sorts }) => sorts) && <SortSelect config={config} state={state} />}
    </FilterBar>
  )
}

function Heading<Row>({ column, config, state }: { column: Column<Row>; config: ListConfig<Row>; state: ListState }) {
  const sort = parseSort(state.value('orden'), config.sort)
  const sorted = sort.column === column.key
  const Arrow = sort.descending ? IconArrowDown : IconArrowUp
  const direction = sort.descending ? 'descending' : 'ascending'
  return (
    <Table.Th aria-sort={sorted ? direction : undefined} data-align={column.align}>
      {column.sorts ? (
        <button type="button" className={classes.sort} onClick={() => state.set({ orden: nextSort(sort, column.key) })}>
          <span>{column.label}</span>
          {sorted && <Arrow size={14} aria-hidden />}
        </button>
      ) : (
        column.label
      )}
    </Table.Th>
  )
}

/** The row's name; its link covers the row. */
function RowName<Row>({ row, config, card }: { row: Row; config: ListConfig<Row>; card?: boolean }) {
  const [first] = config.columns
  const name = card && config.card ? config.card.name(row) : first?.cell(row)
  const { href, onOpen, choosing } = config
  const id = Number(config.id(row))
  if (choosing?.chosen)
    return (
      <Checkbox
        className={classes.pick}
        label={name}
        checked={choosing.chosen.has(id)}
        onChange={(event) => choosing.toggle([id], event.currentTarget.checked)}
      />
    )
  const address = href?.(row)
  if (address)
    return (
      <Link to={address} className={classes.open} data-row>
        {name}
      </Link>
    )
  if (onOpen)
    return (
      <button type="button" className={classes.open} data-row onClick={() => onOpen(row)}>
        {name}
      </button>
    )
  return name
}

function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || !(event.target instanceof HTMLElement) || event.target.dataset.row === undefined) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const next = rows[rows.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

type RowsProps<Row> = { rows: Row[]; config: ListConfig<Row>; state: ListState }

function Rows<Row>({ rows, config, state }: RowsProps<Row>) {
  const [, ...others] = config.columns
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by keyboard
    <section className={classes.frame} aria-label={`Tabla: ${config.label}`} tabIndex={0}>
      <Table aria-label={config.label} verticalSpacing={0} horizontalSpacing="md" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {config.columns.map((column) => (
              <Heading key={column.key} column={column} config={config} state={state} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onKeyDown={moveBetweenRows}>
          {rows.map((row) => (
            <Table.Tr key={config.id(row)} className={classes.row}>
              <Table.Td className={classes.name}>
                <RowName row={row} config={config} />
              </Table.Td>
              {others.map(({ key, cell, align, steady }) => (
                <Table.Td key={key} data-align={align} data-steady={steady || undefined}>
                  {cell(row) ?? <span className={classes.none}>–</span>}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

function Facts<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <dl className={classes.facts}>
      {columns.map(({ key, label, cell }) => {
        const value = cell(row)
        if (value === null) return null
        return (
          <div key={key} className={classes.fact}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        )
      })}
    </dl>
  )
}

function Cards<Row>({ rows, config }: Omit<RowsProps<Row>, 'state'>) {
  const [, ...others] = config.columns
  return (
    <ul className={classes.cards} aria-label={config.label} onKeyDown={moveBetweenRows}>
      {rows.map((row) => (
        <li key={config.id(row)} className={classes.card}>
          <div className={classes.cardName}>
            <RowName row={row} config={config} card />
          </div>
          {config.card ? config.card.rest(row) : <Facts row={row} columns={others} />}
        </li>
      ))}
    </ul>
  )
}

/** Never `disabled`, so that it keeps the keyboard's focus at the last page. */
function PageButton({ children, onPress }: { children: string; onPress: (() => void) | false }) {
  return (
    <Button
      variant="default"
      aria-disabled={!onPress || undefined}
      data-disabled={!onPress || undefined}
      onClick={onPress || undefined}
    >
      {children}
    </Button>
  )
}

function Foot<Row>({ page, state }: { page: Page<Row>; state: ListState }) {
  const { total, siguiente } = page.data
  const { hasEarlier, earlier, later } = state
  return (
    <Group justify="space-between" className={classes.foot}>
      <Text c="dimmed" role="status">
        {`${formatCounted(total)} ${total === 1 ? 'resultado' : 'resultados'}`}
      </Text>
      {(hasEarlier || siguiente) && (
        <Group gap="xs">
          <PageButton onPress={hasEarlier && earlier}>Anteriores</PageButton>
          <PageButton onPress={siguiente !== null && (() => later(siguiente))}>Siguientes</PageButton>
        </Group>
      )}
    </Group>
  )
}

type StaffListProps<Row> = { config: ListConfig<Row>; state: ListState; query: PageQuery<Row> }

/** A list under /gestion: a table, on phones cards; everything that is chosen is in the address. */
export function StaffList<Row>({ config, state, query }: StaffListProps<Row>) {
  const cards = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false
  return (
    <div ref={state.top} className={classes.list}>
      <Tools config={config} state={state} cards={cards} />
      <Loaded query={query} skeleton={<RowsSkeleton />} errorTitle={config.errorTitle}>
        {(page) => {
          const rows = page.data.data
          if (rows.length === 0)
            return state.filtered ? (
              <EmptyState icon={IconSearchOff} color="gray" title="Nada coincide con estos filtros." />
            ) : (
              config.empty
            )
          return (
            <div data-stale={query.isPlaceholderData || undefined} className={classes.page}>
              {config.above?.(page.data.total)}
              {cards ? <Cards rows={rows} config={config} /> : <Rows rows={rows} config={config} state={state} />}
              <Foot page={page} state={state} />
            </div>
          )
        }}
      </Loaded>
    </div>
  )
}
