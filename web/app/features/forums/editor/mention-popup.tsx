import type { Mentionable } from '@campus/contract/forums'
import { cutText } from '@campus/contract/shorten'
import { keepPreviousData } from '@tanstack/react-query'
import type { Editor } from '@tiptap/react'
import { type RefObject, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { api } from '../../../lib/api'
import { Avatar } from '../../../ui/avatar'
import type { Mentioning, MentionList } from './mention-list'
import classes from './rich-editor.module.css'
import { TEXTS } from './texts'

const WIDTH = 280
const nameOf = ({ nombres, apellidos }: Mentionable) => `${nombres} ${apellidos}`

/** Below the caret, inside the editor's width. */
function placeOf(rect: DOMRect | null, frame: HTMLElement | null) {
  if (!rect || !frame) return { left: 0, top: 0 }
  const around = frame.getBoundingClientRect()
  const left = Math.max(0, Math.min(rect.left - around.left, around.width - WIDTH))
  return { left, top: rect.bottom - around.top + 4 }
}

type ListProps = {
  editor: Editor
  list: MentionList
  now: Mentioning
  people: Mentionable[]
  frame: HTMLElement | null
}

function People({ editor, list, now, people, frame }: ListProps) {
  const id = useId()
  const [at, setAt] = useState(0)
  const chosen = people[Math.min(at, people.length - 1)]
  const choose = (person: Mentionable) => now.choose({ id: String(person.id), label: nameOf(person) })
  useEffect(() => {
    list.keys.current = (event) => {
      if (event.key === 'Escape') {
        // Closes the list, not the dialog around the editor.
        event.stopPropagation()
        list.close()
        return true
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step) setAt((before) => (before + step + people.length) % Math.max(1, people.length))
      else if ((event.key === 'Enter' || event.key === 'Tab') && chosen) choose(chosen)
      else return false
      return true
    }
  })
  useEffect(() => {
    const { dom } = editor.view
    dom.setAttribute('aria-controls', id)
    // The dialog around the editor listens to Escape before the editor does.
    dom.setAttribute('data-mantine-stop-propagation', 'true')
    if (chosen) dom.setAttribute('aria-activedescendant', `${id}-${chosen.id}`)
    return () => {
      list.keys.current = null
      dom.removeAttribute('aria-controls')
      dom.removeAttribute('data-mantine-stop-propagation')
      dom.removeAttribute('aria-activedescendant')
    }
  }, [editor, id, chosen, list])
  return (
    <div className={classes.people} style={{ width: WIDTH, ...placeOf(now.rect, frame) }}>
      <span role="status" className={people.length > 0 ? 'visually-hidden' : classes.noMatch}>
        {people.length > 0 ? TEXTS.people : TEXTS.noPeople}
      </span>
      <div id={id} role="listbox" aria-label={TEXTS.people}>
        {people.map((person) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the caret stays in the text, whose keys move through the list (aria-activedescendant)
          <div
            key={person.id}
            id={`${id}-${person.id}`}
            role="option"
            aria-selected={person === chosen}
            className={classes.person}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(person)}
          >
            <Avatar nombres={person.nombres} apellidos={person.apellidos} imagen={person.foto_perfil} size={32} />
            <span>{nameOf(person)}</span>
          </div>
        ))}
      </div>
    </div>
  )
}

type PopupProps = { editor: Editor; list: MentionList; idForo: number; frame: RefObject<HTMLElement | null> }

/** People of the forum whose name matches the text after an @. */
export function MentionPopup({ editor, list, idForo, frame }: PopupProps) {
  const now = useSyncExternalStore(list.subscribe, list.snapshot)
  const q = cutText(now?.query ?? '', 60)
  const query = api.useQuery(
    'get',
    '/api/foros/{id}/participantes',
    { params: { path: { id: String(idForo) }, query: { q } } },
    { enabled: now !== null, placeholderData: keepPreviousData },
  )
  if (!now || !query.data) return null
  return <People key={q} editor={editor} list={list} now={now} people={query.data.data} frame={frame.current} />
}
