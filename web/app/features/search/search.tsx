import { IconSearch, IconX } from '@tabler/icons-react'
import { type FocusEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isSearchCall, takeEarlyKeys } from '../../lib/early-keys'
import { IconButton } from '../../ui/icon-button'
import classes from './search-box.module.css'
import { optionId, Suggestions } from './suggestions'
import { TEXTS } from './texts'
import { useSearch } from './use-search'

/** A field; on phones it opens from an icon (docs/product/learning.md 8). */
export default function SearchBox({ usuario }: { usuario: number }) {
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  const [wide, setWide] = useState(false)
  const search = useSearch(usuario)

  const open = () => {
    // A hidden field cannot take the focus, and a later focus would lose the next key.
    flushSync(() => setWide(true))
    field.current?.focus()
  }
  const leave = () => {
    search.leave()
    setWide(false)
    field.current?.blur()
  }
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    search.close()
    if (search.typed === '') setWide(false)
  }
  // The shortcut works wherever the focus is.
  useEffect(() => {
    const call = (event: KeyboardEvent) => {
      if (!isSearchCall(event)) return
      event.preventDefault()
      flushSync(() => setWide(true))
      field.current?.focus()
    }
    document.addEventListener('keydown', call)
    return () => document.removeEventListener('keydown', call)
  }, [])
  // What was typed before this part arrived.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    const early = takeEarlyKeys()
    if (early === null) return
    setWide(true)
    if (early !== '') search.type(early)
  }, [])
  useLayoutEffect(() => {
    if (wide) field.current?.focus()
  }, [wide])

  return (
    <search className={classes.search} data-wide={wide || undefined} onBlur={onBlur}>
      <IconButton className={classes.icon} aria-label={TEXTS.open} onClick={open}>
        <IconSearch size={24} stroke={1.7} />
      </IconButton>
      <div className={classes.field}>
        <IconSearch size={20} stroke={1.7} aria-hidden className={classes.glass} />
        <input
          ref={field}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={TEXTS.placeholder}
          role="combobox"
          aria-label={TEXTS.label}
          aria-keyshortcuts="/"
          aria-autocomplete="list"
          aria-expanded={search.shown && search.matches.length > 0}
          aria-controls={search.shown ? list : undefined}
          aria-activedescendant={
            search.shown && search.matches[search.active] ? optionId(list, search.active) : undefined
          }
          value={search.typed}
          onFocus={search.begin}
          onChange={(event) => search.type(event.currentTarget.value)}
          onKeyDown={(event) => search.press(event) && leave()}
        />
        <span className={classes.slash} aria-hidden="true">
          /
        </span>
        {search.shown && (
          <Suggestions
            list={list}
            typed={search.typed}
            empty={search.empty}
            matches={search.matches}
            active={search.active}
            state={search.state}
            onRetry={search.retry}
            onChoose={leave}
            onPoint={search.point}
          />
        )}
      </div>
      <IconButton className={classes.close} aria-label={TEXTS.close} onClick={leave}>
        <IconX size={22} stroke={1.7} />
      </IconButton>
    </search>
  )
}
