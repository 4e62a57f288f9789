import { ActionIcon } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type FocusEvent, useEffect, useId, useRef, useState } from 'react'
import classes from './search-box.module.css'
import { optionId, Suggestions } from './suggestions'
import { T } from './texts'
import { useSearch } from './use-search'

const FIELDS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"])'

/** Whether a slash means the search box: not while something else is being written or a dialog is open. */
function isCall({ key, target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return false
  if (target instanceof Element && target.closest(FIELDS)) return false
  return document.querySelector('[aria-modal="true"], dialog[open]') === null
}

/** The search box of whoever is logged in: a field, on phones behind an icon (campus.md sections 2 and 5). */
export default function SearchBox({ usuario }: { usuario: number }) {
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  const [wide, setWide] = useState(false)
  const search = useSearch(usuario)

  const open = () => {
    setWide(true)
    // The field can take the focus only once it is shown.
    requestAnimationFrame(() => field.current?.focus())
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
  // The slash is heard wherever the focus is.
  useEffect(() => {
    const call = (event: KeyboardEvent) => {
      if (!isCall(event)) return
      event.preventDefault()
      setWide(true)
      requestAnimationFrame(() => field.current?.focus())
    }
    document.addEventListener('keydown', call)
    return () => document.removeEventListener('keydown', call)
  }, [])

  return (
    <search className={classes.search} data-wide={wide || undefined} onBlur={onBlur}>
      <ActionIcon
        className={classes.icon}
        size={44}
        radius="xl"
        variant="subtle"
        color="gray"
        aria-label={T.open}
        onClick={open}
      >
        <IconSearch size={24} stroke={1.7} />
      </ActionIcon>
      <div className={classes.field}>
        <IconSearch size={20} stroke={1.7} aria-hidden className={classes.glass} />
        <input
          ref={field}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={T.placeholder}
          role="combobox"
          aria-label={T.label}
          aria-keyshortcuts="/"
          aria-autocomplete="list"
          aria-expanded={search.shown && search.matches.length > 0}
          aria-controls={search.shown ? list : undefined}
          aria-activedescendant={search.shown && search.matches.length > 0 ? optionId(list, search.active) : undefined}
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
            matches={search.matches}
            active={search.active}
            state={search.state}
            onRetry={search.retry}
            onChoose={leave}
            onPoint={search.point}
          />
        )}
      </div>
      <ActionIcon
        className={classes.close}
        size={44}
        radius="xl"
        variant="subtle"
        color="gray"
        aria-label={T.close}
        onClick={leave}
      >
        <IconX size={22} stroke={1.7} />
      </ActionIcon>
    </search>
  )
}
