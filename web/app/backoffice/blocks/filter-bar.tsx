import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal, IconFilterOff, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useLinkPress } from '../../lib/link-press'
import classes from './filter-bar.module.css'
import type { ListState } from './list-state'

type Narrowing = {
  key: string
  /** The other value that it sets. */
  also?: string
  /** With others, out of sight until it is wanted or chosen. */
  folds?: boolean
}
/** `all` is its first choice, such as *Todas las acciones*; an option with `also` is one of the other value. */
type ChoiceFilter = Narrowing & {
  label: string
  all: string
  options: readonly { value: string; label: string; also?: boolean }[]
}
/** Any other field, such as a day. */
export type FieldFilter = Narrowing & { field: (value: string, set: (value: string) => void) => ReactNode }
export type Filter = ChoiceFilter | FieldFilter

const SEARCH_DELAY_MS = 300

function SearchField({ label, state }: { label: string; state: ListState }) {
  const given = state.value('q')
  const [typed, setTyped] = useState(given)
  const { pathname } = useLocation()
  const { state: leaving } = useNavigation()
  // What was pressed during the pause opens: writing the address would stop it.
  const send = useDebouncedCallback((q: string) => {
    if (leaving === 'idle' && window.location.pathname === pathname) state.set({ q: q.trim() })
  }, SEARCH_DELAY_MS)
  useLinkPress(send.cancel)
  // Back, and *Quitar los filtros*.
  useEffect(() => setTyped((last) => (last.trim() === given ? last : given)), [given])
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        send(event.currentTarget.value)
      }}
    />
  )
}

function ChoiceField({ filter, state }: { filter: ChoiceFilter; state: ListState }) {
  const { key, also = key, label, all, options } = filter
  const value = state.value(key) || state.value(also)
  const choose = (next: string) => {
    const other = options.some((one) => one.value === next && one.also)
    state.set({ [key]: '', [also]: '', [other ? also : key]: next })
  }
  return (
    <NativeSelect
      aria-label={label}
      className={classes.filter}
      data-set={value !== '' || undefined}
      data={[{ value: '', label: all }, ...options.map((one) => ({ value: one.value, label: one.label }))]}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}

function FilterField({ filter, state }: { filter: Filter; state: ListState }) {
  const { key } = filter
  if (!('field' in filter)) return <ChoiceField filter={filter} state={state} />
  return filter.field(state.value(key), (next) => state.set({ [key]: next }))
}

type FilterBarProps = {
  filters: readonly Filter[]
  search?: string | undefined
  state: ListState
  children?: ReactNode
}

export const NARROW = '(width < 48em)'
/** More of them would push the list off a phone's first screen. */
const MOST_SHOWN = 2

/** Everything that narrows a list; `children` come after the filters. What folds is behind a button: on phones, many of them. */
export function FilterBar({ filters, search, state, children }: FilterBarProps) {
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false
  const [opened, { toggle }] = useDisclosure(false)
  const isSet = ({ key, also = key }: Filter) => state.value(key) !== '' || state.value(also) !== ''
  const all = narrow && filters.length + (children ? 1 : 0) > MOST_SHOWN
  const rest = filters.filter(({ folds }) => all || folds)
  const folded = rest.length > 1 ? rest : []
  const shown = filters.filter((one) => !folded.includes(one))
  const set = all ? folded.filter(isSet).length : 0
  const fields = (some: readonly Filter[]) =>
    some.map((one) => <FilterField key={one.key} filter={one} state={state} />)
  return (
    <search className={classes.tools} data-folds={all || undefined}>
      {search && <SearchField label={search} state={state} />}
      {fields(shown)}
      {folded.length > 0 && (
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
          aria-expanded={opened}
          onClick={toggle}
        >
          {set > 0 ? `Filtrar (${set})` : 'Filtrar'}
        </Button>
      )}
      {fields(folded.filter((one) => opened || (!all && isSet(one))))}
      {(!all || opened) && children}
      {state.filtered && (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconFilterOff size={16} aria-hidden />}
          onClick={state.clear}
        >
          Quitar los filtros
        </Button>
      )}
    </search>
  )
}
