import { type ReactNode, Suspense } from 'react'
import { lazily } from '../../platform/lazily'
import { warmRichEditor } from '../../ui/rich-editor/warm'
import classes from './forum.module.css'
import { T } from './texts'
import type { Wrong } from './wrong'

export type WriteFormProps = {
  /** What the form is for, to screen readers. */
  name: string
  label: string
  value: string
  onChange: (html: string) => void
  idForo: number
  wrong: Wrong | null
  busy: boolean
  send: string
  onSend: () => void
  onCancel?: (() => void) | undefined
  autoFocus?: boolean
  children?: ReactNode
}

const load = () => import('./write-form')

/** Its files did not come. What was written stays in its draft. */
const NoForm = () => (
  <p className={classes.note} role="alert">
    {T.noDialog}
  </p>
)
const LateForm = lazily(load, NoForm)

/** Fetches what is needed to write before it is asked for. */
export function warmWriting(): void {
  load().catch(() => undefined)
  warmRichEditor()
}

/** Where a text is written and sent; it comes when somebody is about to write. */
export function WriteForm(props: WriteFormProps) {
  return (
    <Suspense fallback={<div className={classes.waiting} aria-busy="true" />}>
      <LateForm {...props} />
    </Suspense>
  )
}
