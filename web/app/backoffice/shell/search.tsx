import { IconSearch } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { useWindowEvent } from '../../lib/events'
import { Late } from '../../ui/late'
import { besideMantine, Mantine } from './late-mantine'
import classes from './shell.module.css'

const load = besideMantine(() => import('./search-dialog'))
const SearchDialog = lazy(load)
const preload = () => void load().catch(() => undefined)

const WRITTEN = 'input, textarea, select, [contenteditable="true"]'

/** *Buscar en la gestión*, also by Ctrl+K and the slash of the campus. */
export function Search() {
  const [opened, setOpened] = useState(false)
  const open = () => setOpened(true)
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    const isWriting = target instanceof Element && target.closest(WRITTEN)
    const isCtrlK = (ctrlKey || metaKey) && key.toLowerCase() === 'k'
    if (!isCtrlK && (key !== '/' || ctrlKey || metaKey || altKey || isWriting)) return
    event.preventDefault()
    open()
  })
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
        <kbd className={classes.keys} aria-hidden>
          Ctrl K
        </kbd>
      </button>
      {opened && (
        <Late>
          <Mantine>
            <SearchDialog onClose={() => setOpened(false)} />
          </Mantine>
        </Late>
      )}
    </>
  )
}
