import { IconSearch } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { isCall, isSearchCall } from '../../lib/early-keys'
import { useWindowEvent } from '../../lib/events'
import { Late } from '../../ui/late'
import classes from './shell.module.css'

const load = () => import('./search-dialog')
const SearchDialog = lazy(load)
const KeysDialog = lazy(() => import('./keys-dialog'))
const preload = () => void load().catch(() => undefined)

function calledBy(event: KeyboardEvent): 'search' | 'keys' | null {
  const { key, ctrlKey, metaKey, target, defaultPrevented } = event
  // Also in fields, but not in an editor, which makes a link by it.
  const inEditor = target instanceof HTMLElement && target.isContentEditable
  if ((ctrlKey || metaKey) && key.toLowerCase() === 'k' && !defaultPrevented && !inEditor) return 'search'
  if (isSearchCall(event)) return 'search'
  return isCall('?', event) ? 'keys' : null
}

/** *Buscar en la gestión*, also by Ctrl+K and the slash of the campus; a question mark shows all keys. */
export function Search() {
  const [shown, setShown] = useState<'search' | 'keys' | null>(null)
  useWindowEvent('keydown', (event) => {
    const called = calledBy(event)
    if (!called) return
    event.preventDefault()
    setShown(called)
  })
  const close = () => setShown(null)
  return (
    <>
      <button
        type="button"
        className={classes.search}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setShown('search')}
      >
        <IconSearch size={18} stroke={1.7} aria-hidden />
        <span className={classes.searchWords}>Buscar en la gestión</span>
        <kbd className={classes.keys} aria-hidden>
          Ctrl K
        </kbd>
      </button>
      <Late>
        {shown === 'search' && <SearchDialog onClose={close} onKeys={() => setShown('keys')} />}
        {shown === 'keys' && <KeysDialog onClose={close} />}
      </Late>
    </>
  )
}
