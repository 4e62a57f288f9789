import {
  IconBlockquote,
  IconCircleCheck,
  IconCircleX,
  IconEdit,
  IconFlag,
  IconHistory,
  IconLink,
  IconTrash,
} from '@tabler/icons-react'
import { MenuItem } from '../../../ui/menu'
import { useForumFacts } from './forum-context'
import { TEXTS } from './texts'

export type TextMenuProps = {
  mine: boolean
  edited: boolean
  /** For who may choose the best answer. */
  solution?: { marked: boolean; onClick: () => void } | undefined
  onQuote: () => void
  onCopy: () => void
  onEdit: (() => void) | undefined
  onHistory: () => void
  onRemove: () => void
  onReport: () => void
}

/** What a post and the opening text offer alike; on phones their own buttons too, for which there is no room. */
export function TextMenu({ mine, edited, solution, onEdit, onRemove, ...on }: TextMenuProps) {
  const { moderates } = useForumFacts()
  const narrow = window.matchMedia('(width < 37.5em)').matches
  return (
    <>
      <MenuItem icon={IconLink} onClick={on.onCopy}>
        {TEXTS.copy}
      </MenuItem>
      <MenuItem icon={IconBlockquote} onClick={on.onQuote}>
        {TEXTS.quote}
      </MenuItem>
      {solution && (
        <MenuItem icon={solution.marked ? IconCircleX : IconCircleCheck} onClick={solution.onClick}>
          {solution.marked ? TEXTS.unmarkBest : TEXTS.markBest}
        </MenuItem>
      )}
      {edited && (mine || moderates) && (
        <MenuItem icon={IconHistory} onClick={on.onHistory}>
          {TEXTS.history}
        </MenuItem>
      )}
      {mine && narrow && onEdit && (
        <MenuItem icon={IconEdit} onClick={onEdit}>
          {TEXTS.edit}
        </MenuItem>
      )}
      {(mine ? narrow : moderates) && (
        <MenuItem icon={IconTrash} onClick={onRemove}>
          {TEXTS.remove}
        </MenuItem>
      )}
      {!mine && (
        <MenuItem icon={IconFlag} onClick={on.onReport}>
          {TEXTS.report}
        </MenuItem>
      )}
    </>
  )
}
