import { IconExternalLink } from '@tabler/icons-react'
import { useId } from 'react'
import { useNow } from '../../lib/now'
import { AnchorButton, Button } from '../../ui/button'
import classes from './calendar-face.module.css'
import { joinStateOf } from './join'

type JoinSessionProps = {
  session: { inicio: string; fin: string; enlace: string | null }
  /** In a row of a list: small until it opens. */
  compact?: boolean
  /** From when is said of the next one alone. */
  quiet?: boolean
}

/** The way into a live session: from 15 minutes before until its end, nothing afterwards. */
export function JoinSession({ session, compact, quiet }: JoinSessionProps) {
  const now = useNow()
  const hint = useId()
  if (now >= Date.parse(session.fin)) return null
  const join = joinStateOf(session, now)
  const common = {
    size: 'sm' as const,
    className: classes.button,
    rightSection: (join.open || !compact) && <IconExternalLink size={18} aria-hidden />,
    'aria-describedby': hint,
  }
  return (
    <div className={classes.join} data-compact={compact || undefined}>
      {join.open && session.enlace ? (
        <AnchorButton {...common} href={session.enlace} target="_blank" rel="noopener noreferrer">
          Ir a sesión
        </AnchorButton>
      ) : (
        <Button {...common} disabled>
          Ir a sesión
        </Button>
      )}
      <span
        id={hint}
        data-open={join.open || undefined}
        className={quiet && !join.open ? 'visually-hidden' : classes.hint}
      >
        {join.text}
      </span>
    </div>
  )
}
