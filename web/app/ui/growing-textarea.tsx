import { Textarea, type TextareaProps } from '@mantine/core'
import type { CSSProperties } from 'react'
import classes from './growing-textarea.module.css'

/** Where the browser makes a field as tall as its text by itself, nothing has to be measured by script on each key. */
const BY_ITSELF = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

type GrowingTextareaProps = Omit<TextareaProps, 'autosize' | 'classNames' | 'styles' | 'style'> & {
  minRows: number
  maxRows: number
}

/** A text field as tall as what stands in it. */
export function GrowingTextarea({ minRows, maxRows, ...props }: GrowingTextareaProps) {
  if (!BY_ITSELF) return <Textarea {...props} autosize minRows={minRows} maxRows={maxRows} />
  const style: CSSProperties & Record<string, number> = { '--fewest': minRows, '--most': maxRows }
  return <Textarea {...props} classNames={{ input: classes.growing ?? '' }} style={style} />
}
