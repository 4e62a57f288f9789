import { Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  type Icon,
  IconBlockquote,
  IconCircleCheck,
  IconCircleX,
  IconEdit,
  IconFlag,
  IconHistory,
  IconLink,
  IconTrash,
} from '@tabler/icons-react'
import type { MenuButton } from '../../../ui/late-menu'
import { OpenMenu } from '../../../ui/open-menu'
import { useForumFacts } from './forum-context'
import { TEXTS } from './texts'

type ItemProps = { icon: Icon; text: string; onClick: () => void }

const Item = ({ icon: Drawing, text, onClick }: ItemProps) => (
  <Menu.Item leftSection={<Drawing size={18} aria-hidden />} onClick={onClick}>
    {text}
  </Menu.Item>
)

export type TextMenuProps = {
  button: MenuButton
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
export default function TextMenu({ button, mine, edited, solution, onEdit, onRemove, ...on }: TextMenuProps) {
  const { moderates } = useForumFacts()
  const narrow = useMediaQuery('(width < 37.5em)', false, { getInitialValueInEffect: false })
  return (
    <OpenMenu button={button} width={292}>
      <Item icon={IconLink} text={TEXTS.copy} onClick={on.onCopy} />
      <Item icon={IconBlockquote} text={TEXTS.quote} onClick={on.onQuote} />
      {solution && (
        <Item
          icon={solution.marked ? IconCircleX : IconCircleCheck}
          text={solution.marked ? TEXTS.unmarkBest : TEXTS.markBest}
          onClick={solution.onClick}
        />
      )}
      {edited && (mine || moderates) && <Item icon={IconHistory} text={TEXTS.history} onClick={on.onHistory} />}
      {mine && narrow && onEdit && <Item icon={IconEdit} text={TEXTS.edit} onClick={onEdit} />}
      {(mine ? narrow : moderates) && <Item icon={IconTrash} text={TEXTS.remove} onClick={onRemove} />}
      {!mine && <Item icon={IconFlag} text={TEXTS.report} onClick={on.onReport} />}
    </OpenMenu>
  )
}
