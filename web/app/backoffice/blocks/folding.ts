import { useCallbackRef } from '@mantine/hooks'
import { useState } from 'react'
import { tabStore } from '../../lib/storage'
import { type OrderGroup, whereIs } from './arrange'

/** A list with more rows begins folded: a cheap phone takes seconds to draw hundreds. */
const MOST_ROWS = 80

const STORE = 'campus-grupos-abiertos'

const remembered = () => new Set((tabStore.getItem(STORE) ?? '').split(' '))

const isLong = (groups: readonly OrderGroup[]) => groups.reduce((sum, { rows }) => sum + rows.length, 0) > MOST_ROWS

/** The groups that begin folded: of a long list those with rows that were not opened in this tab before. */
function foldedAtFirst(groups: readonly OrderGroup[]): ReadonlySet<string> {
  const opened = remembered()
  const folded = isLong(groups) ? groups.filter(({ id, rows }) => rows.length > 0 && !opened.has(id)) : []
  return new Set(folded.map(({ id }) => id))
}

/** Which groups of a list are open; `long` is a list that began folded. */
export function useFolding(groups: readonly OrderGroup[]) {
  const [long] = useState(() => isLong(groups))
  const [folded, setFolded] = useState(() => foldedAtFirst(groups))
  const change = useCallbackRef((next: ReadonlySet<string>) => {
    const opened = remembered()
    for (const { id } of groups) next.has(id) ? opened.delete(id) : opened.add(id)
    tabStore.setItem(STORE, [...opened].join(' '))
    setFolded(next)
  })
  const setOpen = useCallbackRef((open: ReadonlySet<unknown>) =>
    change(new Set(groups.map(({ id }) => id).filter((id) => !open.has(id)))),
  )
  /** Opens the group of a row, so that it can take the focus. */
  const reveal = useCallbackRef((id: string) => {
    const group = whereIs(groups, id)?.group
    if (group && folded.has(group)) change(new Set([...folded].filter((one) => one !== group)))
  })
  const foldAll = () => change(new Set(groups.map(({ id }) => id)))
  const openAll = () => change(new Set())
  return { long, folded, setOpen, reveal, foldAll, openAll }
}
