import type { StaffHit } from '@campus/contract/inbox'
import { shortNumber } from '@campus/contract/order-rules'
import {
  type Icon,
  IconBolt,
  IconBooks,
  IconLifebuoy,
  IconReceipt,
  IconSchool,
  IconSearch,
  IconUser,
} from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import { useDebounced } from '../../lib/debounced'
import { count, formatMoney } from '../../lib/format'
import { optionAfter } from '../../lib/option-keys'
import { nameMatcher } from '../../lib/text-search'
import { Layer } from '../../ui/layer'
import { useRows } from '../blocks/use-rows'
import { OrderTag } from '../orders/order-tag'
import { salePath } from '../sales/paths'
import { SCREENS } from './screens'
import classes from './search-dialog.module.css'
import { isAllowed, screenPath, useStaff } from './staff'
import { VERBS } from './verbs'

const SEARCH_DELAY_MS = 200
const MIN_LETTERS = 2

type Hit = { path: string; label: string; icon: Icon; text?: string; side?: ReactNode }

/** Shows the keys, on any screen. */
const KEYS = { path: '', label: 'Ver los atajos de teclado', words: 'ayuda', permission: null }

/** What the person may begin, and the screens, by their names. */
function useOwn(typed: string): [verbs: Hit[], screens: Hit[]] {
  const staff = useStaff()
  const fits = nameMatcher(typed)
  const verbs = [...VERBS, KEYS].filter(
    ({ label, words, permission }) => isAllowed(staff, permission) && fits(`${label} ${words}`),
  )
  const screens = SCREENS.flatMap(({ path, permission, entry, section: { icon } }) =>
    entry && isAllowed(staff, permission) && fits(entry.label)
      ? [{ label: entry.label, icon, path: screenPath(path) }]
      : [],
  )
  return [verbs.map((verb) => ({ ...verb, icon: IconBolt })), screens]
}

const opened = (screen: string, clave: string) => `/gestion/${screen}/${clave}`

/** The screen that opens a hit, and where in it. */
const KINDS = {
  curso: { screen: 'cursos', icon: IconBooks, path: opened },
  persona: { screen: 'alumnos', icon: IconSchool, path: opened },
  miembro: {
    screen: 'equipo',
    icon: IconUser,
    path: (screen: string, mail: string) => `/gestion/${screen}?q=${encodeURIComponent(mail)}`,
  },
  ticket: { screen: 'soporte', icon: IconLifebuoy, path: opened },
  orden: { screen: 'ordenes', icon: IconReceipt, path: opened },
}

/** An order is known by its number. */
function faceOf({ clave, titulo, detalle, orden }: StaffHit) {
  if (!orden) return { label: titulo, text: detalle }
  const side = (
    <>
      <OrderTag estado={orden.estado} />
      <span>{formatMoney(orden.total)}</span>
    </>
  )
  return { label: `${shortNumber(clave)} · ${titulo}`, text: detalle, side }
}

/** What the server finds, of the kinds that have a screen. */
function useFound(typed: string): { hits: Hit[]; failed?: boolean; waiting?: boolean } {
  const wanted = typed.trim()
  const asked = useDebounced(wanted, SEARCH_DELAY_MS)
  const staff = useStaff()
  const { data, isError, isFetching } = useRows(
    '/api/gestion/buscar',
    { query: { q: asked } },
    { enabled: asked.length >= MIN_LETTERS },
  )
  if (wanted.length < MIN_LETTERS) return { hits: [] }
  const shown = (name: string) =>
    SCREENS.some(({ path, permission }) => path.split('/:')[0] === name && isAllowed(staff, permission))
  const hits = (data?.data ?? []).flatMap((found) => {
    const { screen, icon, path } = KINDS[found.tipo]
    if (shown(screen)) return [{ path: path(screen, found.clave), icon, ...faceOf(found) }]
    // Who may not open a student's file may sell to them.
    return found.tipo === 'persona' ? [{ path: salePath({ persona: found.clave }), icon, ...faceOf(found) }] : []
  })
  return { hits, failed: isError, waiting: asked !== wanted || isFetching }
}

type OptionProps = { hit: Hit; id: string; active: boolean; onChoose: (hit: Hit) => void; onPoint: () => void }

function Option({ hit, id, active, onChoose, onPoint }: OptionProps) {
  const { path, label, text, side, icon: Drawing } = hit
  return (
    <Link
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      to={path}
      className={classes.option}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        if (path === KEYS.path) event.preventDefault()
        onChoose(hit)
      }}
      onPointerMove={onPoint}
    >
      <Drawing size={18} stroke={1.7} aria-hidden />
      <span className={classes.words}>
        <span>{label}</span>
        {text && <span className={classes.text}>{text}</span>}
      </span>
      {side && <span className={classes.side}>{side}</span>}
    </Link>
  )
}

/** People, courses, orders and screens, and what can be begun: a field with its options (APG combobox). */
export default function SearchDialog({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const list = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [verbs, screens] = useOwn(typed)
  const found = useFound(typed)
  const groups = { Hacer: verbs, 'Ir a': screens, 'En la academia': found.hits }
  const hits = Object.values(groups).flat()
  const option = () => document.getElementById(`${list}-${active}`)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another is active
  useEffect(() => {
    option()?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const press = (event: KeyboardEvent) => {
    const ends: Record<string, number> = { Home: 0, End: hits.length - 1 }
    const next = ends[event.key] ?? optionAfter(event.key, active, hits.length)
    if (next !== undefined) setActive(next)
    else if (event.key === 'Enter') option()?.click()
    else return
    event.preventDefault()
  }
  const nothing = hits.length === 0 && !found.waiting && `Nada coincide con «${typed}».`
  const said = found.failed ? 'No pudimos buscar. Revisa tu conexión y vuelve a intentarlo.' : nothing
  const draw = (hit: Hit) => {
    const place = hits.indexOf(hit)
    return (
      <Option
        key={place}
        hit={hit}
        id={`${list}-${place}`}
        active={place === active}
        onChoose={({ path }) => (path === KEYS.path ? onKeys() : onClose())}
        onPoint={() => setActive(place)}
      />
    )
  }
  return (
    <Layer label="Buscar en la gestión" className={classes.dialog} onClose={onClose}>
      <div className={classes.field}>
        <IconSearch size={18} aria-hidden />
        <input
          data-autofocus
          role="combobox"
          aria-label="Buscar en la gestión"
          aria-autocomplete="list"
          aria-expanded={hits.length > 0}
          aria-controls={list}
          aria-activedescendant={hits[active] && `${list}-${active}`}
          placeholder="Busca o escribe qué quieres hacer"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setActive(0)
          }}
          onKeyDown={press}
        />
      </div>
      <div id={list} role="listbox" aria-label="Resultados" className={classes.options}>
        {Object.entries(groups).map(([name, own]) =>
          own.length === 0 ? null : (
            // biome-ignore lint/a11y/useSemanticElements: a group of a listbox's options
            <div key={name} role="group" aria-label={name}>
              <p aria-hidden className={classes.heading}>
                {name}
              </p>
              {own.map(draw)}
            </div>
          ),
        )}
      </div>
      <p role="status" className={said ? classes.said : 'visually-hidden'}>
        {said || count(hits.length, 'resultado', 'resultados')}
      </p>
    </Layer>
  )
}
