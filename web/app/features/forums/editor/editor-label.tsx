import type { ComponentProps } from 'react'
import { RequiredMark } from '../../../ui/required-mark'
import classes from './rich-editor.module.css'

/** `value` is HTML, '' when empty. */
export type RichEditorProps = {
  label: string
  value: string
  onChange: (html: string) => void
  placeholder?: string
  /** The forum whose people may be mentioned with @. */
  idForo?: number
  /** True marks the field as invalid when its message is shown elsewhere. */
  error?: string | boolean | null
  withAsterisk?: boolean
  /** A lesson may ask between its paragraphs. */
  checks?: boolean
  autoFocus?: boolean
  /** Stores an inserted picture and returns its address; by default among the forums' pictures. */
  upload?: (file: File) => Promise<string>
}

export function EditorLabel({ marked, children, ...props }: ComponentProps<'span'> & { marked?: boolean | undefined }) {
  return (
    <span {...props} className={classes.label}>
      <span>{children}</span>
      {marked && <RequiredMark />}
    </span>
  )
}
