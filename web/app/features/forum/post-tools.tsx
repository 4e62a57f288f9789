import type { FlatPost } from '@campus/contract/forums'
import {
  type Icon,
  IconArrowBackUp,
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
import { count, formatNumber } from '../../platform/format'
import { Dropdown } from '../../ui/dropdown'
import items from '../../ui/dropdown.module.css'
import { nameOf, useForumFacts } from './forum-context'
import classes from './post.module.css'
import { T } from './texts'
import { useThread, useThreadStore } from './thread-state'
import { warmWriting } from './writing'

/** The id of the button that answers a post: the focus returns to it. */
export const replyButtonOf = (id: number): string => `responder-${id}`

/** The id of the button that edits a post: the focus returns to it. */
export const editButtonOf = (id: number): string => `editar-${id}`

function LikeButton({ post }: { post: FlatPost }) {
  const { actions } = useForumFacts()
  const Drawing = post.liked ? IconThumbUpFilled : IconThumbUp
  return (
    <button
      type="button"
      className={classes.tool}
      aria-pressed={post.liked}
      aria-label={`Me gusta: ${formatNumber(post.likes)}`}
      onClick={() => actions.like(post)}
    >
      <Drawing size={18} aria-hidden />
      {formatNumber(post.likes)}
    </button>
  )
}

type ItemProps = { icon: Icon; text: string; onClick: () => void }

function Item({ icon: Drawing, text, onClick }: ItemProps) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} className={items.item} onClick={onClick}>
      <Drawing size={18} aria-hidden />
      {text}
    </button>
  )
}

function More({ post }: { post: FlatPost }) {
  const { me, author, moderates, actions } = useForumFacts()
  const mine = post.usuario?.id === me
  const chosen = (act: (post: FlatPost) => void, close: () => void) => () => {
    close()
    act(post)
  }
  return (
    <Dropdown
      role="menu"
      label={`Opciones de la respuesta de ${nameOf(post)}`}
      width={292}
      button={(button) => (
        <button
          {...button}
          type="button"
          className={classes.tool}
          data-icon
          aria-label={`${T.more}: respuesta de ${nameOf(post)}`}
        >
          <IconDots size={20} aria-hidden />
        </button>
      )}
    >
      {({ opened, close }) =>
        opened && (
          <>
            <Item icon={IconLink} text={T.copy} onClick={chosen(actions.copy, close)} />
            {(moderates || author === me) && (
              <Item
                icon={post.es_solucion ? IconCircleX : IconCircleCheck}
                text={post.es_solucion ? T.unmarkBest : T.markBest}
                onClick={chosen(actions.solve, close)}
              />
            )}
            {post.editado_en && (mine || moderates) && (
              <Item icon={IconHistory} text={T.history} onClick={chosen(actions.history, close)} />
            )}
            {!mine && moderates && <Item icon={IconTrash} text={T.remove} onClick={chosen(actions.remove, close)} />}
            {!mine && <Item icon={IconFlag} text={T.report} onClick={chosen(actions.report, close)} />}
          </>
        )
      }
    </Dropdown>
  )
}

/** Only the author changes or takes out a post (storefront.md section 6). */
function OwnTools({ post }: { post: FlatPost }) {
  const { actions } = useForumFacts()
  const store = useThreadStore()
  return (
    <>
      <button
        type="button"
        id={editButtonOf(post.id)}
        className={classes.tool}
        data-small
        aria-label={T.edit}
        title={T.edit}
        onPointerEnter={warmWriting}
        onClick={() => store.set({ editing: post.id })}
      >
        <IconEdit size={18} aria-hidden />
        <span>{T.edit}</span>
      </button>
      <button
        type="button"
        className={classes.tool}
        data-small
        aria-label={T.remove}
        title={T.remove}
        onClick={() => actions.remove(post)}
      >
        <IconTrash size={18} aria-hidden />
        <span>{T.remove}</span>
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
      {/* The space is for the name that is read aloud: what is seen has to stand in it. */}
      {`${formatNumber(below)} `}
      <span>{below === 1 ? 'respuesta' : 'respuestas'}</span>
    </button>
  )
}

type ToolsProps = { post: FlatPost; below: number; onToggle: () => void }

/** What can be done with a post. */
export function PostTools({ post, below, onToggle }: ToolsProps) {
  const { me, answer } = useForumFacts()
  const live = !post.eliminado
  return (
    <div className={classes.tools}>
      {live && (
        <>
          <LikeButton post={post} />
          <button
            type="button"
            id={replyButtonOf(post.id)}
            className={classes.tool}
            aria-label={`${T.reply} a ${nameOf(post)}`}
            onPointerEnter={warmWriting}
            onClick={() => answer(post)}
          >
            <IconArrowBackUp size={18} aria-hidden />
            {T.reply}
          </button>
        </>
      )}
      <Collapse post={post} below={below} onToggle={onToggle} />
      {live && post.usuario?.id === me && <OwnTools post={post} />}
      {live && <More post={post} />}
    </div>
  )
}
