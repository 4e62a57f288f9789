import { Input } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { RichEditorProps } from './props'
import classes from './rich-editor.module.css'

const Editor = lazy(() => import('./editor'))

/** Fetches the editor before it is asked for, so that it stands at once. */
export const warmRichEditor = (): void => void import('./editor').catch(() => undefined)

function Waiting({ label, withAsterisk }: RichEditorProps) {
  return (
    <div aria-busy="true">
      <Input.Label component="span" size="md" required={withAsterisk}>
        {label}
      </Input.Label>
      <div className={classes.waiting} />
    </div>
  )
}

/** Where formatted text is written. The editor comes when it is needed: it weighs more than the page around it. */
export function RichEditor(props: RichEditorProps) {
  return (
    <Suspense fallback={<Waiting {...props} />}>
      <Editor {...props} />
    </Suspense>
  )
}
