import type { Reply } from '@campus/contract/comments'
import { IconArrowBackUp, IconEdit, IconLink, IconThumbUp, IconThumbUpFilled, IconTrash } from '@tabler/icons-react'
import { type ComponentPropsWithoutRef, memo, type ReactNode, useState } from 'react'
import { formatAgo } from '../../lib/ago'
import { formatDateTime, formatNumber } from '../../lib/format'
import { useUser } from '../../lib/session'
import { toast } from '../../lib/toasts'
import { Avatar, RoleTag } from '../../ui/avatar'
import classes from './comments.module.css'
import { anchorOf, COMMENTS } from './deep-link'
import { EditComment } from './edit-comment'
import RemoveDialog from './remove-dialog'
import { TEXTS } from './texts'
import { flipped, useLike } from './use-comments'

type ToolProps = Omit<ComponentPropsWithoutRef<'button'>, 'className' | 'type'> & { icon: ReactNode }

function Tool({ icon, children, ...button }: ToolProps) {
  return (
    <button type="button" {...button} className={classes.tool}>
      {icon}
      {children !== undefined && <span>{children}</span>}
    </button>
  )
}

async function copyLink(id: number): Promise<void> {
  const { origin, pathname } = window.location
  try {
    await navigator.clipboard.writeText(`${origin}${pathname}#${anchorOf(id)}`)
    toast(TEXTS.copied)
  } catch {
    toast(TEXTS.notCopied, { color: 'red' })
  }
}

/** Calls `then` after the next paint; at once in a hidden tab, which does not paint. */
function afterPaint(then: () => void): void {
  if (document.hidden) then()
  else requestAnimationFrame(() => setTimeout(then))
}

function LikeButton({ comment }: { comment: Reply }) {
  const toggle = useLike(comment.id_leccion, comment)
  // The button changes at once; the list and the server follow after that was painted.
  const [ahead, setAhead] = useState(false)
  const { liked, likes } = ahead ? flipped(comment) : comment
  function onClick(): void {
    if (ahead || toggle.busy) return
    setAhead(true)
    afterPaint(() => {
      setAhead(false)
      toggle.press()
    })
  }
  const Drawing = liked ? IconThumbUpFilled : IconThumbUp
  return (
    <Tool
      aria-pressed={liked}
      aria-label={`Me gusta: ${formatNumber(likes)}`}
      icon={<Drawing size={18} aria-hidden />}
      onClick={onClick}
    >
      {formatNumber(likes)}
    </Tool>
  )
}

/** The focus returns to this button when the reply closes. */
export const replyButtonOf = (id: number): string => `responder-${id}`

/** The focus returns to this button when the edit closes. */
const editButtonOf = (id: number): string => `editar-${id}`

type ToolsProps = { comment: Reply; onReply: (to: Reply) => void; onEdit: () => void; onRemove: () => void }

function Tools({ comment, onReply, onEdit, onRemove }: ToolsProps) {
  const { id, id_usuario, usuario, puede_eliminar } = comment
  const { id: me } = useUser()
  return (
    <div className={classes.tools}>
      <LikeButton comment={comment} />
      <Tool
        id={replyButtonOf(id)}
        aria-label={`${TEXTS.reply} a ${usuario?.nombre}`}
        icon={<IconArrowBackUp size={18} aria-hidden />}
        onClick={() => onReply(comment)}
      >
        {TEXTS.reply}
      </Tool>
      <Tool
        aria-label={TEXTS.copy}
        title={TEXTS.copy}
        icon={<IconLink size={18} aria-hidden />}
        onClick={() => copyLink(id)}
      />
      {id_usuario === me && (
        <Tool
          id={editButtonOf(id)}
          aria-label={TEXTS.edit}
          title={TEXTS.edit}
          icon={<IconEdit size={18} aria-hidden />}
          onClick={onEdit}
        />
      )}
      {puede_eliminar && (
        <Tool
          aria-label={TEXTS.remove}
          title={TEXTS.remove}
          icon={<IconTrash size={18} aria-hidden />}
          onClick={onRemove}
        />
      )}
    </div>
  )
}

type WordsProps = Omit<ToolsProps, 'onEdit'>

function Words({ comment, ...rest }: WordsProps) {
  const [editing, setEditing] = useState(false)
  const { id, usuario, fecha, editado_en, comentario } = comment
  function leave(): void {
    setEditing(false)
    requestAnimationFrame(() => document.getElementById(editButtonOf(id))?.focus())
  }
  return (
    <div>
      <div className={classes.by}>
        {usuario && (
          <>
            <strong>{usuario.nombre}</strong>
            <RoleTag role={usuario.tipo_cliente} />
          </>
        )}
        <time dateTime={fecha} title={formatDateTime(fecha)}>
          {formatAgo(fecha, Date.now())}
        </time>
        {editado_en && (
          <time dateTime={editado_en} title={formatDateTime(editado_en)}>
            {TEXTS.edited}
          </time>
        )}
      </div>
      {editing ? (
        <EditComment comment={comment} onClose={leave} />
      ) : (
        <p className={classes.text} data-gone={comment.eliminado || undefined}>
          {comment.eliminado ? TEXTS.removed : comentario}
        </p>
      )}
      {!editing && !comment.eliminado && <Tools comment={comment} onEdit={() => setEditing(true)} {...rest} />}
    </div>
  )
}

type CommentItemProps = {
  comment: Reply
  marked: boolean
  onReply: (to: Reply) => void
  onRemoved: (id: number) => void
}

/** Memoized, because a lesson may show hundreds of comments. */
export const CommentItem = memo(function CommentItem({ comment, marked, onReply, onRemoved }: CommentItemProps) {
  const { id, usuario } = comment
  const [asking, setAsking] = useState(false)
  function close(): void {
    setAsking(false)
    requestAnimationFrame(() => {
      if (!document.getElementById(anchorOf(id))) document.getElementById(COMMENTS)?.focus({ preventScroll: true })
    })
  }
  return (
    <article
      id={anchorOf(id)}
      className={classes.item}
      data-marked={marked || undefined}
      tabIndex={-1}
      aria-label={usuario ? `Comentario de ${usuario.nombre}` : TEXTS.removed}
    >
      <Avatar nombres={usuario?.nombres ?? ''} apellidos={usuario?.apellidos ?? ''} imagen={usuario?.imagen ?? null} />
      <Words comment={comment} onReply={onReply} onRemove={() => setAsking(true)} />
      {asking && <RemoveDialog comment={comment} onRemoved={onRemoved} onClose={close} />}
    </article>
  )
})
