import type { Reply } from '@campus/contract/comments'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowBackUp, IconLink, IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react'
import { formatAgo } from '../../platform/ago'
import { formatDateTime, formatNumber } from '../../platform/format'
import { RoleTag } from '../../ui/author'
import { Face } from './author'
import classes from './comments.module.css'
import { anchorOf } from './deep-link'
import { T } from './texts'
import { useLike } from './use-comments'

const TOOL = { variant: 'subtle', color: 'gray', size: 'compact-md', h: 44, px: 10 } as const

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
  const Drawing = comment.liked ? IconThumbUpFilled : IconThumbUp
  return (
    <Button
      {...TOOL}
      color={comment.liked ? 'brand' : 'gray'}
      aria-pressed={comment.liked}
      aria-label={`Me gusta: ${formatNumber(comment.likes)}`}
      leftSection={<Drawing size={18} aria-hidden />}
      onClick={toggle}
    >
      {formatNumber(comment.likes)}
    </Button>
  )
}

/** The id of the button that opens the reply to a comment: the focus returns to it. */
export const replyButtonOf = (id: number): string => `responder-${id}`

type CommentItemProps = { comment: Reply; marked: boolean; onReply: () => void }

/** One comment or reply with what can be done with it. */
export function CommentItem({ comment, marked, onReply }: CommentItemProps) {
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
          <Button
            {...TOOL}
            id={replyButtonOf(id)}
            aria-label={`${T.reply} a ${usuario.nombre}`}
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            onClick={onReply}
          >
            {T.reply}
          </Button>
          <Button {...TOOL} px={13} aria-label={T.copy} title={T.copy} onClick={() => copyLink(id)}>
            <IconLink size={18} aria-hidden />
          </Button>
        </div>
      </div>
    </article>
  )
}
