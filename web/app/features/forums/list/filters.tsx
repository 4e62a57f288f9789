import type { DetailedCourse } from '@campus/contract/learning'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../../ui/button'
import { SelectField, TextField } from '../../../ui/field'
import classes from './list.module.css'
import { TEXTS } from './texts'
import { MIN_SEARCH, type useView } from './use-view'

type FiltersProps = Pick<ReturnType<typeof useView>, 'view' | 'search' | 'everywhere' | 'show'> & {
  course: DetailedCourse | undefined
}

function ForumSelect({ view, show, course }: Pick<FiltersProps, 'view' | 'show' | 'course'>) {
  const shown = view.module ? String(view.module) : ''
  const modules = course?.modulos ?? []
  return (
    <SelectField
      id="mostrar"
      label={TEXTS.show}
      value={view.general ? 'generales' : shown}
      onChange={(event) => show(event.currentTarget.value)}
    >
      <option value="">{TEXTS.whole}</option>
      {modules.map(({ id, nombre }) => (
        <option key={id} value={id}>
          {nombre}
        </option>
      ))}
      {/* The option of a module whose course is still loading. */}
      {shown && !modules.some(({ id }) => String(id) === shown) && <option value={shown}>Un módulo</option>}
      <option value="generales">{TEXTS.general}</option>
    </SelectField>
  )
}

/** The search in every visible forum, and which forums are listed. */
export function Filters({ view, search, everywhere, show, course }: FiltersProps) {
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
          className={classes.search}
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
            label={TEXTS.search}
            placeholder={TEXTS.searchPlaceholder}
            enterKeyHint="search"
            autoComplete="off"
            maxLength={100}
            value={typed}
            error={error}
            leftSection={<IconSearch size={20} aria-hidden />}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant="light">
            Buscar
          </Button>
        </form>
      </search>
      {view.q ? (
        <SelectField
          id="buscar-en"
          label={TEXTS.searchIn}
          value={view.everywhere ? 'todos' : ''}
          onChange={(event) => everywhere(event.currentTarget.value !== '')}
        >
          <option value="">{TEXTS.thisCourse}</option>
          <option value="todos">{TEXTS.allForums}</option>
        </SelectField>
      ) : (
        <ForumSelect view={view} show={show} course={course} />
      )}
    </div>
  )
}
