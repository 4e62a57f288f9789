import type { Category } from '@campus/contract/catalogue'
import { IconAdjustmentsHorizontal, IconChevronDown, IconSearch } from '@tabler/icons-react'
import { type ReactNode, type Ref, useEffect, useEffectEvent, useRef } from 'react'
import { useAnswer } from '../../../lib/answer'
import { useBrand } from '../../../lib/brand'
import { Button } from '../../../ui/button'
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
      <label htmlFor={name}>{label}</label>
      <span className={classes.box}>
        <select
          ref={select}
          id={name}
          name={name}
          aria-label={label}
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

const SHEET = 'filtros'

/** A GET form, so that it works without JavaScript; below 1024 px one button holds the filters. */
export function Filters({ typed, onType, field, refinement, onRefine, list, value, onChoose }: FiltersProps) {
  const set = [value, refinement.nivel, refinement.precio].filter((chosen) => chosen !== undefined).length
  return (
    <search>
      <form
        method="get"
        action="/cursos"
        className={classes.filters}
        onSubmit={(event) => {
          event.preventDefault()
          // The results are already shown: closes the sheet, and the keyboard of a phone.
          const { activeElement } = document
          document.getElementById(SHEET)?.hidePopover()
          if (activeElement instanceof HTMLInputElement) activeElement.blur()
        }}
      >
        <div className={classes.box}>
          <label htmlFor="buscar" className="visually-hidden">
            {TEXTS.searchLabel}
          </label>
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
        </div>
        <Button
          variant="default"
          className={classes.open}
          popoverTarget={SHEET}
          leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden />}
        >
          {TEXTS.filter(set)}
        </Button>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a part of the line */}
        <div id={SHEET} popover="auto" role="group" aria-label={TEXTS.filters} className={classes.sheet}>
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
          <Button type="submit" size="lg" className={classes.submit}>
            {TEXTS.submit}
          </Button>
        </div>
      </form>
    </search>
  )
}
