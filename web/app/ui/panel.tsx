import { Paper, type PaperProps } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './panel.module.css'

/** The surface of all content. */
export function Panel({
  children,
  interactive = false,
  ...rest
}: PaperProps & { children: ReactNode; interactive?: boolean }) {
  return (
    <Paper radius="lg" {...rest} className={classes.panel} data-interactive={interactive || undefined}>
      {children}
    </Paper>
  )
}
