import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { LateMenu, type MenuButton } from '../../../ui/late-menu'
import type { FilterProps } from './filter-menu'
import classes from './list.module.css'
import { TEXTS } from './texts'
import { MIN_SEARCH } from './use-view'

const loadMenu = () => import('./filter-menu')
const FilterMenu = lazy(loadMenu)

function Filter(props: FilterProps) {
  const { q, order, general, part, everywhere } = props.state.view
  const isPart = general || part > 0
  const set = (q ? [props.inCourse ? everywhere : isPart] : [order, isPart]).filter(Boolean).length
  const button: MenuButton = (own) => (
    <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden />} {...own}>
      {set > 0 ? `${TEXTS.filter} (${set})` : TEXTS.filter}
    </Button>
  )
  return (
    <LateMenu button={button} load={loadMenu}>
      <FilterMenu {...props} button={button} />
    </LateMenu>
  )
}

/** The search, and the one button beside it. */
export function Filters(props: FilterProps) {
  const { view, search } = props.state
  const [typed, setTyped] = useState(view.q)
  const [seen, setSeen] = useState(view.q)
  const [error, setError] = useState<string | null>(null)
  // Back or a link changed the search in the address.
  if (view.q !== seen) {
    setSeen(view.q)
    setTyped(view.q)
  }
  return (
    <div className={classes.filters}>
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const length = typed.trim().length
            const short = length > 0 && length < MIN_SEARCH
            setError(short ? TEXTS.searchShort : null)
            if (!short) search(typed)
          }}
        >
          <TextField
            id="buscar-foros"
            type="search"
            aria-label={TEXTS.search}
            placeholder={TEXTS.searchPlaceholder}
            enterKeyHint="search"
            autoComplete="off"
            maxLength={100}
            value={typed}
            error={error}
            leftSection={<IconSearch size={20} aria-hidden />}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </form>
      </search>
      <Filter {...props} />
    </div>
  )
}
