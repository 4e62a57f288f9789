import type { ComponentProps } from 'react'
import { RequiredMark } from '../../../ui/required-mark'
import classes from './rich-editor.module.css'

export function EditorLabel({ marked, children, ...props }: ComponentProps<'span'> & { marked?: boolean | undefined }) {
  return (
    <span {...props} className={classes.label}>
      <span>{children}</span>
      {marked && <RequiredMark />}
    </span>
  )
}
