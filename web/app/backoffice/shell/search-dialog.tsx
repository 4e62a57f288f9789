import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { type Icon, IconBooks, IconLifebuoy, IconReceipt, IconSchool, IconSearch, IconUser } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDebounced } from '../../lib/debounced'
import { nameMatcher } from '../../lib/text-search'
import { Layer } from '../../ui/layer'
import { useRows } from '../blocks/use-rows'
import { SCREENS } from './screens'
import classes from './search-dialog.module.css'
import { isAllowed, screenPath, useStaff } from './staff'

const SEARCH_DELAY_MS = 200
const MIN_LETTERS = 2

type Hit = { path: string; label: string; text: string; icon: Icon }

function useScreens(typed: string): Hit[] {
  const staff = useStaff()
  const fits = nameMatcher(typed)
  return SCREENS.flatMap((screen) =>
    screen.entry && isAllowed(staff, screen.permission) && fits(screen.entry.label)
      ? [
          {
            path: screenPath(screen.path),
            label: screen.entry.label,
            text: screen.section.label,
            icon: screen.section.icon,
          },
        ]
      : [],
  )
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

/** What the server finds, of the kinds that have a screen. */
function useFound(typed: string): { hits: Hit[]; failed: boolean } {
  const asked = useDebounced(typed.trim(), SEARCH_DELAY_MS)
  const staff = useStaff()
  const { data, isError } = useRows(
    '/api/gestion/buscar',
    { query: { q: asked } },
    { enabled: asked.length >= MIN_LETTERS },
  )
  if (typed.trim().length < MIN_LETTERS) return { hits: [], failed: false }
  const shown = (name: string) =>
    SCREENS.some(({ path, permission }) => path.split('/:')[0] === name && isAllowed(staff, permission))
  const hits = (data?.data ?? []).flatMap(({ tipo, clave, titulo, detalle }) => {
    const { screen, icon, path } = KINDS[tipo]
    return shown(screen) ? [{ path: path(screen, clave), label: titulo, text: detalle, icon }] : []
  })
  return { hits, failed: isError }
}

function Option({ hit: { path, label, text, icon: Drawing } }: { hit: Hit }) {
  return (
    <Combobox.Option value={path} className={classes.option}>
      <Drawing size={18} stroke={1.7} aria-hidden />
      <span className={classes.label}>{label}</span>
      <span className={classes.text}>{text}</span>
    </Combobox.Option>
  )
}

const Nothing = ({ children }: { children: ReactNode }) => <Combobox.Empty>{children}</Combobox.Empty>

export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  // Its list is never closed alone.
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose })
  const screens = useScreens(typed)
  const found = useFound(typed)
  const total = screens.length + found.hits.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first match is chosen whenever the list changes
  useEffect(() => {
    combobox.selectFirstOption()
  }, [typed, total])
  const open = (path: string) => {
    onClose()
    void navigate(path)
  }
  return (
    <Layer label="Buscar en la gestión" className={classes.dialog} onClose={onClose}>
      <Combobox store={combobox} onOptionSubmit={open} withinPortal={false}>
        <Combobox.EventsTarget>
          <TextInput
            data-autofocus
            aria-label="Buscar en la gestión"
            placeholder="Busca cursos, personas, órdenes o pantallas"
            leftSection={<IconSearch size={18} aria-hidden />}
            classNames={{ input: classes.field }}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Combobox.EventsTarget>
        <Combobox.Options tabIndex={0} className={classes.options} aria-label="Resultados">
          {screens.length > 0 && (
            <Combobox.Group label="Pantallas">
              {screens.map((hit) => (
                <Option key={hit.path} hit={hit} />
              ))}
            </Combobox.Group>
          )}
          {found.hits.length > 0 && (
            <Combobox.Group label="En la academia">
              {found.hits.map((hit) => (
                <Option key={hit.path} hit={hit} />
              ))}
            </Combobox.Group>
          )}
          {found.failed && <Nothing>No pudimos buscar. Revisa tu conexión y vuelve a intentarlo.</Nothing>}
          {total === 0 && !found.failed && <Nothing>{`Nada coincide con «${typed}».`}</Nothing>}
        </Combobox.Options>
      </Combobox>
    </Layer>
  )
}
