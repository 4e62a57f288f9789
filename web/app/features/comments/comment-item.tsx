import type { Reply } from '@campus/contract/comments'
import { notifications } from '@mantine/notifications'
import { IconArrowBackUp, IconEdit, IconLink, IconThumbUp, IconThumbUpFilled, IconTrash } from '@tabler/icons-react'
import { type ComponentPropsWithoutRef, lazy, memo, type ReactNode, Suspense, useState } from 'react'
import { formatAgo } from '../../platform/ago'
import { formatDateTime, formatNumber } from '../../platform/format'
import { afterPaint } from '../../platform/painted'
import { useUser } from '../../platform/session'
import { Face, RoleTag } from '../../ui/author'
import { LOOKS, names } from '../../ui/mantine-looks'
import classes from './comments.module.css'
import { anchorOf, COMMENTS } from './deep-link'
import { EditComment } from './edit-comment'
import { T } from './texts'
import { flipped, useLike } from './use-comments'

const RemoveDialog = lazy(() => import('./remove-dialog'))

const { root, inner, section, label } = LOOKS.Button
const TOOL = names('mantine-focus-auto', 'mantine-active', classes.tool, root, LOOKS.UnstyledButton.root)

type ToolProps = Omit<ComponentPropsWithoutRef<'button'>, 'className' | 'type'> & { icon: ReactNode }

/** Mantine's quiet button without its code: a long conversation has hundreds of them. */
function Tool({ icon, children, ...button }: ToolProps) {
  return (
    <button type="button" {...button} className={TOOL}>
      <span className={inner}>
        {children === undefined ? (
          <span className={label}>{icon}</span>
        ) : (
          <>
            <span className={section} data-position="left">
              {icon}
            </span>
            <span className={label}>{children}</span>
          </>
        )}
      </span>
    </button>
  )
}

async function copyLink(id: number): Promise<void> {
  const { origin, pathname } = window.location
  try {
    await navigator.clipboard.writeText(`${origin}${pathname}#${anchorOf(id)}`)
    notifications.show({ message: T.copied, color: 'teal', role: 'status' })
  } catch {
    notifications.show({ message: T.notCopied, color: 'red', role: 'alert' })
  }
}

function LikeButton({ comment }: { comment: Reply }) {
  const toggle = useLike(comment.id_leccion, comment)
  // The button answers the finger alone; the list and the server hear of it when that was painted.
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

/** The id of the button that opens the reply to a comment: the focus returns to it. */
export const replyButtonOf = (id: number): string => `responder-${id}`

/** The id of the button that edits a comment: the focus returns to it. */
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
        aria-label={`${T.reply} a ${usuario?.nombre}`}
        icon={<IconArrowBackUp size={18} aria-hidden />}
        onClick={() => onReply(comment)}
      >
        {T.reply}
      </Tool>
      <Tool aria-label={T.copy} title={T.copy} icon={<IconLink size={18} aria-hidden />} onClick={() => copyLink(id)} />
      {id_usuario === me && (
        <Tool
          id={editButtonOf(id)}
          aria-label={T.edit}
          title={T.edit}
          icon={<IconEdit size={18} aria-hidden />}
          onClick={onEdit}
        />
      )}
      {puede_eliminar && (
        <Tool aria-label={T.remove} title={T.remove} icon={<IconTrash size={18} aria-hidden />} onClick={onRemove} />
      )}
    </div>
  )
}

type WordsProps = Omit<ToolsProps, 'onEdit'>

/** What a comment says, with what can be done with it, or the place where its author changes it. */
function Words({ comment, ...rest }: WordsProps) {
  const [editing, setEditing] = useState(false)
  const { id, usuario, fecha, editado_en, comentario } = comment
  function leave(): void {
    setEditing(false)
    requestAnimationFrame(() => document.getElementById(editButtonOf(id))?.focus())
  }
  return (
    <div className={classes.words}>
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
            {T.edited}
          </time>
        )}
      </div>
      {editing ? <EditComment comment={comment} onClose={leave} /> : <p className={classes.text}>{comentario}</p>}
      {!editing && !comment.eliminado && <Tools comment={comment} onEdit={() => setEditing(true)} {...rest} />}
    </div>
  )
}

type CommentItemProps = { comment: Reply; marked: boolean; onReply: (to: Reply) => void }

/** One comment or reply; drawn anew only when something of it changed. */
export const CommentItem = memo(function CommentItem({ comment, marked, onReply }: CommentItemProps) {
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
      aria-label={usuario ? `Comentario de ${usuario.nombre}` : T.removed}
    >
      <Face nombre={usuario?.nombre ?? ''} imagen={usuario?.imagen ?? null} />
      <Words comment={comment} onReply={onReply} onRemove={() => setAsking(true)} />
      <Suspense>{asking && <RemoveDialog comment={comment} onClose={close} />}</Suspense>
    </article>
  )
})
