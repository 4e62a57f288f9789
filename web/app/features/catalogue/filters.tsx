import type { Category } from '@campus/contract/catalogue'
import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useBrand } from '../../platform/brand'
import { useAsked } from '../../platform/use-asked'
import classes from './filters.module.css'
import { T } from './texts'

/** The categories that came with the page; where they could not be read, the browser asks for them itself. */
export function useCategories(loaded: Category[] | null) {
  const marca = String(useBrand().id)
  const asked = useAsked(loaded === null ? marca : null, async () => {
    // Almost nobody needs it: the calls' library comes then.
    const { client } = await import('../../platform/client')
    const { data } = await client.GET('/api/categorias/activas', { params: { query: { marca } } })
    return data?.data ?? null
  })
  return {
    categories: loaded ?? (asked.state === 'answered' ? asked.data : null),
    failed: loaded === null && asked.state === 'failed',
    retry: asked.retry,
  }
}

type CategorySelectProps = {
  list: ReturnType<typeof useCategories>
  value: number | undefined
  onChoose: (category: number | undefined) => void
}

function CategorySelect({ list, value, onChoose }: CategorySelectProps) {
  return (
    <div className={classes.category}>
      <label htmlFor="categoria" className={classes.label}>
        {T.categoryLabel}
      </label>
      <span className={classes.box}>
        <select
          id="categoria"
          name="categoria"
          // Uncontrolled without its options: it shows what it has.
          value={list.categories ? (value ?? '') : ''}
          onChange={(event) => onChoose(event.target.value ? Number(event.target.value) : undefined)}
          aria-describedby={list.failed ? 'categorias-error' : undefined}
        >
          <option value="">{T.all}</option>
          {list.categories?.map(({ id, nombre }) => (
            <option key={id} value={id}>
              {nombre}
            </option>
          ))}
        </select>
        <IconChevronDown size={20} aria-hidden className={classes.arrow} />
      </span>
      {list.failed && (
        <p id="categorias-error" className={classes.error} role="alert">
          {T.categoriesError}{' '}
          <button type="button" onClick={list.retry}>
            Reintentar
          </button>
        </p>
      )}
    </div>
  )
}

type FiltersProps = CategorySelectProps & {
  typed: string
  onType: (text: string) => void
  field: Ref<HTMLInputElement>
}

/** Search and category: a plain GET form, so that it works without JavaScript; with it, the list follows each key. */
export function Filters({ typed, onType, field, ...category }: FiltersProps) {
  return (
    <search>
      <form
        method="get"
        action="/cursos"
        className={classes.filters}
        onSubmit={(event) => {
          event.preventDefault()
          // The list is there already: the keyboard of a phone makes way for it.
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        }}
      >
        <div className={classes.text}>
          <label htmlFor="buscar" className={classes.label}>
            {T.searchLabel}
          </label>
          <span className={classes.box}>
            <IconSearch size={20} aria-hidden className={classes.glass} />
            <input
              ref={field}
              id="buscar"
              name="buscar"
              type="search"
              enterKeyHint="search"
              placeholder={T.searchPlaceholder}
              value={typed}
              onChange={(event) => onType(event.target.value)}
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
            />
          </span>
        </div>
        <CategorySelect {...category} />
        <noscript>
          <button type="submit" className={classes.submit}>
            {T.submit}
          </button>
        </noscript>
      </form>
    </search>
  )
}
