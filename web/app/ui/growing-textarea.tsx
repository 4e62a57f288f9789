import { Textarea, type TextareaProps } from '@mantine/core'
import type { CSSProperties } from 'react'
import classes from './growing-textarea.module.css'

/** Elsewhere Mantine measures the field by script on each key. */
const NATIVE_SIZING = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

type GrowingTextareaProps = Omit<TextareaProps, 'autosize' | 'classNames' | 'styles' | 'style'> & {
  minRows: number
  maxRows: number
}

export function GrowingTextarea({ minRows, maxRows, ...props }: GrowingTextareaProps) {
  if (!NATIVE_SIZING) return <Textarea {...props} autosize minRows={minRows} maxRows={maxRows} />
  const style: CSSProperties & Record<string, number> = { '--fewest': minRows, '--most': maxRows }
  return <Textarea {...props} classNames={{ input: classes.growing ?? '' }} style={style} />
}
