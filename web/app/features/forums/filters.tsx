import type { DetailedCourse } from '@campus/contract/learning'
import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './list.module.css'
import { ListBox } from './list-box'
import { T } from './texts'
import { SHORTEST_SEARCH, type useView } from './view'

type FiltersProps = Pick<ReturnType<typeof useView>, 'view' | 'search' | 'everywhere' | 'show'> & {
  course: DetailedCourse | undefined
}

/** Which forums are listed. */
function Places({ view, show, course }: Pick<FiltersProps, 'view' | 'show' | 'course'>) {
  const shown = view.module ? String(view.module) : ''
  const modules = course?.modulos ?? []
  return (
    <ListBox
      label={T.show}
      value={view.general ? 'generales' : shown}
      onChange={(event) => show(event.currentTarget.value)}
    >
      <option value="">{T.whole}</option>
      {modules.map(({ id, nombre }) => (
        <option key={id} value={id}>
          {nombre}
        </option>
      ))}
      {/* An address of a module that is not known yet keeps its place. */}
      {shown && !modules.some(({ id }) => String(id) === shown) && <option value={shown}>Un módulo</option>}
      <option value="generales">{T.general}</option>
    </ListBox>
  )
}

/** Search in every forum that one may read, and which forums are listed or searched. */
export function Filters({ view, search, everywhere, show, course }: FiltersProps) {
  const [typed, setTyped] = useState(view.q)
  const [seen, setSeen] = useState(view.q)
  const [wrong, setWrong] = useState<string | null>(null)
  // Another address (Back, a link) says what is searched now; the field keeps the focus.
  if (view.q !== seen) {
    setSeen(view.q)
    setTyped(view.q)
  }
  return (
    <div className={classes.filters}>
      <search>
        <form
          className={classes.search}
          onSubmit={(event) => {
            event.preventDefault()
            const length = typed.trim().length
            const short = length > 0 && length < SHORTEST_SEARCH
            setWrong(short ? T.searchShort : null)
            if (!short) search(typed)
          }}
        >
          <TextInput
            type="search"
            label={T.search}
            placeholder={T.searchPlaceholder}
            enterKeyHint="search"
            autoComplete="off"
            maxLength={100}
            value={typed}
            error={wrong}
            leftSection={<IconSearch size={20} aria-hidden />}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant="light">
            Buscar
          </Button>
        </form>
      </search>
      {view.q ? (
        <ListBox
          label={T.searchIn}
          value={view.everywhere ? 'todos' : ''}
          onChange={(event) => everywhere(event.currentTarget.value !== '')}
        >
          <option value="">{T.thisCourse}</option>
          <option value="todos">{T.allForums}</option>
        </ListBox>
      ) : (
        <Places view={view} show={show} course={course} />
      )}
    </div>
  )
}
