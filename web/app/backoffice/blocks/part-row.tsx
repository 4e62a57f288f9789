import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './part-row.module.css'

/** One of several parts of a document, with the button that removes it. */
export function PartRow({
  children,
  name,
  inline,
  onRemove,
}: {
  children: ReactNode
  name: string
  /** Its fields stay in one line on phones. */
  inline?: boolean
  onRemove: (() => void) | undefined
}) {
  return (
    <div className={classes.row}>
      <div className={classes.fields} data-inline={inline}>
        {children}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.remove}
        size={44}
        aria-label={`Quitar ${name}`}
        disabled={!onRemove}
        onClick={onRemove}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}
