import { Kbd } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy } from 'react'
import { Late } from '../../ui/late'
import classes from './shell.module.css'

const load = () => import('./search-dialog')
const SearchDialog = lazy(load)
const preload = () => void load().catch(() => undefined)

/** *Buscar en la gestión*, also by Ctrl+K and the slash of the campus. */
export function Search() {
  const [opened, { open, close }] = useDisclosure(false)
  useHotkeys([['mod+K', open]], [])
  useHotkeys([['/', open]])
  return (
    <>
      <button
        type="button"
        className={classes.search}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      >
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <span className={classes.searchWords}>Buscar en la gestión</span>
        <span className={classes.keys} aria-hidden>
          <Kbd size="xs">Ctrl K</Kbd>
        </span>
      </button>
      {opened && (
        <Late>
          <SearchDialog onClose={close} />
        </Late>
      )}
    </>
  )
}
