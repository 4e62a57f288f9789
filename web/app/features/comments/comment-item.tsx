import type { Reply } from '@campus/contract/comments'
import { notifications } from '@mantine/notifications'
import { IconArrowBackUp, IconLink, IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react'
import { type ComponentPropsWithoutRef, memo, type ReactNode, useState } from 'react'
import { formatAgo } from '../../platform/ago'
import { formatDateTime, formatNumber } from '../../platform/format'
import { afterPaint } from '../../platform/painted'
import { Face, RoleTag } from '../../ui/author'
import { LOOKS, names } from '../../ui/mantine-looks'
import classes from './comments.module.css'
import { anchorOf } from './deep-link'
import { T } from './texts'
import { flipped, useLike } from './use-comments'

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

type CommentItemProps = { comment: Reply; marked: boolean; onReply: (to: Reply) => void }

/** One comment or reply with what can be done with it; drawn anew only when something of it changed. */
export const CommentItem = memo(function CommentItem({ comment, marked, onReply }: CommentItemProps) {
  const { id, usuario, fecha, comentario } = comment
  return (
    <article
      id={anchorOf(id)}
      className={classes.item}
      data-marked={marked || undefined}
      tabIndex={-1}
      aria-label={`Comentario de ${usuario.nombre}`}
    >
      <Face {...usuario} />
      <div className={classes.words}>
        <div className={classes.by}>
          <strong>{usuario.nombre}</strong>
          <RoleTag role={usuario.tipo_cliente} />
          <time dateTime={fecha} title={formatDateTime(fecha)}>
            {formatAgo(fecha, Date.now())}
          </time>
        </div>
        <p className={classes.text}>{comentario}</p>
        <div className={classes.tools}>
          <LikeButton comment={comment} />
          <Tool
            id={replyButtonOf(id)}
            aria-label={`${T.reply} a ${usuario.nombre}`}
            icon={<IconArrowBackUp size={18} aria-hidden />}
            onClick={() => onReply(comment)}
          >
            {T.reply}
          </Tool>
          <Tool
            aria-label={T.copy}
            title={T.copy}
            icon={<IconLink size={18} aria-hidden />}
            onClick={() => copyLink(id)}
          />
        </div>
      </div>
    </article>
  )
})
