import type { FlatPost } from '@campus/contract/forums'
import {
  IconArrowBackUp,
  IconBlockquote,
  IconChevronDown,
  IconCircleCheck,
  IconCircleX,
  IconDots,
  IconEdit,
  IconFlag,
  IconHistory,
  IconLink,
  IconThumbUp,
  IconThumbUpFilled,
  IconTrash,
} from '@tabler/icons-react'
import { count, formatNumber } from '../../../lib/format'
import { Menu, MenuItem } from '../../../ui/menu'
import { nameOf, useForumFacts, useThread } from './forum-context'
import classes from './post.module.css'
import { editButtonOf, replyButtonOf } from './post-address'
import { preloadComposer } from './reply'
import { TEXTS } from './texts'

type LikeButtonProps = { name: string; liked: boolean; likes: number; onClick: () => void }

export function LikeButton({ name, liked, likes, onClick }: LikeButtonProps) {
  const Drawing = liked ? IconThumbUpFilled : IconThumbUp
  return (
    <button
      type="button"
      className={classes.tool}
      aria-pressed={liked}
      aria-label={`${name}: ${formatNumber(likes)}`}
      onClick={onClick}
    >
      <Drawing size={18} aria-hidden />
      <span>{formatNumber(likes)}</span>
    </button>
  )
}

type TextMenuProps = {
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
function TextMenu({ mine, edited, solution, onEdit, onRemove, ...on }: TextMenuProps) {
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

/** The menu of a post or of the opening text. */
export function More({ of, ...menu }: { of: string } & TextMenuProps) {
  return (
    <Menu
      width={292}
      button={(props) => (
        <button type="button" className={classes.tool} data-icon aria-label={`${TEXTS.more}: ${of}`} {...props}>
          <IconDots size={20} aria-hidden />
        </button>
      )}
    >
      <TextMenu {...menu} />
    </Menu>
  )
}

function PostMenu({ post }: { post: FlatPost }) {
  const { me, author, moderates, store, actions, answer } = useForumFacts()
  return (
    <More
      of={`respuesta de ${nameOf(post)}`}
      mine={post.usuario?.id === me}
      edited={post.editado_en !== null}
      solution={
        moderates || author === me ? { marked: post.es_solucion, onClick: () => actions.solve(post) } : undefined
      }
      onCopy={() => actions.copy(post)}
      onQuote={() => answer(post, { name: nameOf(post), html: post.contenido })}
      onEdit={() => store.setState({ editing: post.id })}
      onHistory={() => actions.history(post)}
      onRemove={() => actions.remove(post)}
      onReport={() => actions.report(post)}
    />
  )
}

type OwnToolsProps = { id?: string; onEdit: (() => void) | undefined; onRemove: () => void }

/** Only the author edits or deletes a text (docs/product/community.md 3.5). */
export function OwnTools({ id, onEdit, onRemove }: OwnToolsProps) {
  return (
    <>
      {onEdit && (
        <button
          type="button"
          id={id}
          className={classes.tool}
          data-wide
          onPointerEnter={preloadComposer}
          onClick={onEdit}
        >
          <IconEdit size={18} aria-hidden />
          {TEXTS.edit}
        </button>
      )}
      <button type="button" className={classes.tool} data-wide onClick={onRemove}>
        <IconTrash size={18} aria-hidden />
        {TEXTS.remove}
      </button>
    </>
  )
}

function Collapse({ post, below, onToggle }: { post: FlatPost; below: number; onToggle: () => void }) {
  const collapsed = useThread((state) => state.collapsed.has(post.id))
  if (below === 0) return null
  const text = count(below, 'respuesta', 'respuestas')
  return (
    <button
      type="button"
      className={classes.tool}
      aria-expanded={!collapsed}
      aria-label={`${collapsed ? 'Mostrar' : 'Ocultar'} ${text}`}
      onClick={onToggle}
    >
      <IconChevronDown size={18} aria-hidden className={classes.chevron} />
      {/* The accessible name must contain the visible text, so the space belongs to it. */}
      <span>{`${formatNumber(below)} `}</span>
      <span>{below === 1 ? 'respuesta' : 'respuestas'}</span>
    </button>
  )
}

type ToolsProps = { post: FlatPost; below: number; onToggle: () => void }

export function PostTools({ post, below, onToggle }: ToolsProps) {
  const { me, store, answer, actions } = useForumFacts()
  const live = !post.eliminado
  return (
    <div className={classes.tools}>
      {live && (
        <>
          <LikeButton name="Me gusta" liked={post.liked} likes={post.likes} onClick={() => actions.like(post)} />
          <button
            type="button"
            id={replyButtonOf(post.id)}
            className={classes.tool}
            aria-label={`${TEXTS.reply} a ${nameOf(post)}`}
            onPointerEnter={preloadComposer}
            onClick={() => answer(post)}
          >
            <IconArrowBackUp size={18} aria-hidden />
            {TEXTS.reply}
          </button>
        </>
      )}
      <Collapse post={post} below={below} onToggle={onToggle} />
      {live && post.usuario?.id === me && (
        <OwnTools
          id={editButtonOf(post.id)}
          onEdit={() => store.setState({ editing: post.id })}
          onRemove={() => actions.remove(post)}
        />
      )}
      {live && <PostMenu post={post} />}
    </div>
  )
}
