import type { ComponentProps, CSSProperties } from 'react'
import { TextArea } from './field'
import classes from './growing-textarea.module.css'

const NATIVE_SIZING = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')

/** Where the styles cannot: it is called after each change. */
function grow(field: HTMLTextAreaElement | null) {
  if (!field || NATIVE_SIZING) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight + 2}px`
}

type GrowingTextareaProps = ComponentProps<typeof TextArea> & { minRows: number; maxRows: number }

export function GrowingTextarea({ minRows, maxRows, ref, ...props }: GrowingTextareaProps) {
  const style: CSSProperties & Record<string, number> = { '--fewest': minRows, '--most': maxRows }
  const place = (field: HTMLTextAreaElement | null) => {
    grow(field)
    if (typeof ref === 'function') return ref(field)
    if (ref) ref.current = field
  }
  return <TextArea {...props} ref={place} className={classes.growing} style={style} />
}
