import { Input } from '@mantine/core'
import { lazy } from 'react'
import { Late } from '../../../ui/late'
import classes from './rich-editor.module.css'
import type { RichEditorProps } from './rich-editor-props'

const Editor = lazy(() => import('./html-editor'))

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

/** Lazy, because the editor weighs more than the page around it. */
export function RichEditor(props: RichEditorProps) {
  return (
    <Late fallback={<Waiting {...props} />}>
      <Editor {...props} />
    </Late>
  )
}
