import type { Category } from '@campus/contract/catalogue'
import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { type ReactNode, type Ref, useEffect, useEffectEvent, useRef } from 'react'
import { useAnswer } from '../../../lib/answer'
import { useBrand } from '../../../lib/brand'
import { cataloguePath } from '../../../lib/paths'
import { Link } from '../../../lib/way'
import { LEVELS, ORDERS, PRICES, type Refinement } from './filter-courses'
import classes from './filters.module.css'
import { TEXTS } from './texts'

/** From the loader, or fetched when the server could not load them. */
export function useCategories(loaded: Category[] | null) {
  const marca = String(useBrand().id)
  const { answer, failed, retry } = useAnswer(loaded ? null : marca, (client) =>
    client.GET('/api/categorias/activas', { params: { query: { marca } } }),
  )
  return { categories: loaded ?? answer ?? null, failed, retry }
}

type ChoiceProps = {
  name: string
  label: string
  /** The option without a value. */
  all: string
  choices: readonly { key: string | number; label: string }[]
  value: string | number | undefined
  onChoose: (chosen: string | undefined) => void
  error?: ReactNode
}

function Choice({ name, label, all, choices, value, onChoose, error }: ChoiceProps) {
  const select = useRef<HTMLSelectElement>(null)
  const chooseEarly = useEffectEvent(() => {
    const chosen = select.current?.value ?? ''
    if (chosen !== String(value ?? '')) onChoose(chosen || undefined)
  })
  // Chosen before hydration.
  useEffect(() => chooseEarly(), [])
  return (
    <div className={classes.choice}>
      <label htmlFor={name} className={classes.label}>
        {label}
      </label>
      <span className={classes.box}>
        <select
          ref={select}
          id={name}
          name={name}
          value={value ?? ''}
          onChange={(event) => onChoose(event.target.value || undefined)}
          aria-describedby={error ? `${name}-error` : undefined}
        >
          <option value="">{all}</option>
          {choices.map((choice) => (
            <option key={choice.key} value={choice.key}>
              {choice.label}
            </option>
          ))}
        </select>
        <IconChevronDown size={20} aria-hidden className={classes.arrow} />
      </span>
      {error && (
        <p id={`${name}-error`} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

const REFINEMENTS = [
  { name: 'nivel', label: TEXTS.levelLabel, all: TEXTS.allLevels, choices: LEVELS },
  { name: 'precio', label: TEXTS.priceLabel, all: TEXTS.allPrices, choices: PRICES },
  { name: 'orden', label: TEXTS.orderLabel, all: TEXTS.recommended, choices: ORDERS },
] as const

type ChipsProps = { categories: Category[] | null; value: number | undefined; search: string; refinement: Refinement }

/** The categories in sight, as links that keep the other filters. */
export function CategoryChips({ categories, value, search, refinement }: ChipsProps) {
  const all = [{ id: undefined, nombre: TEXTS.all }, ...(categories ?? [])]
  return (
    <nav aria-label={TEXTS.categories}>
      <ul className={classes.chips}>
        {all.map(({ id, nombre }) => (
          <li key={nombre}>
            <Link
              to={cataloguePath(id, search, refinement)}
              preventScrollReset
              aria-current={id === value ? 'page' : undefined}
            >
              {nombre}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type FiltersProps = {
  list: ReturnType<typeof useCategories>
  value: number | undefined
  onChoose: (category: number | undefined) => void
  refinement: Refinement
  onRefine: (change: Refinement) => void
  typed: string
  onType: (text: string) => void
  field: Ref<HTMLInputElement>
}

/** A GET form, so that it works without JavaScript. */
export function Filters({ typed, onType, field, refinement, onRefine, list, value, onChoose }: FiltersProps) {
  return (
    <search>
      <form
        method="get"
        action="/cursos"
        className={classes.filters}
        onSubmit={(event) => {
          event.preventDefault()
          // The results are already shown: closes the keyboard of a phone.
          if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
        }}
      >
        <div className={classes.text}>
          <label htmlFor="buscar" className={classes.label}>
            {TEXTS.searchLabel}
          </label>
          <span className={classes.box}>
            <IconSearch size={20} aria-hidden className={classes.glass} />
            <input
              ref={field}
              id="buscar"
              name="buscar"
              type="search"
              enterKeyHint="search"
              placeholder={TEXTS.searchPlaceholder}
              value={typed}
              onChange={(event) => onType(event.target.value)}
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
            />
          </span>
        </div>
        <Choice
          name="categoria"
          label={TEXTS.categoryLabel}
          all={TEXTS.all}
          choices={(list.categories ?? []).map(({ id, nombre }) => ({ key: id, label: nombre }))}
          value={list.categories ? value : undefined}
          onChoose={(id) => onChoose(id ? Number(id) : undefined)}
          error={
            list.failed && (
              <span>
                {TEXTS.categoriesError}{' '}
                <button type="button" onClick={list.retry}>
                  Reintentar
                </button>
              </span>
            )
          }
        />
        {REFINEMENTS.map((choice) => (
          <Choice
            key={choice.name}
            {...choice}
            value={refinement[choice.name]}
            onChoose={(chosen) => onRefine({ [choice.name]: chosen })}
          />
        ))}
        <noscript>
          <button type="submit" className={classes.submit}>
            {TEXTS.submit}
          </button>
        </noscript>
      </form>
    </search>
  )
}
