import { Input } from '@mantine/core'
import { Suspense } from 'react'
import { lazily } from '../../platform/lazily'
import type { RichEditorProps } from './props'
import classes from './rich-editor.module.css'

const NO_EDITOR =
  'No se pudo cargar el editor. Revisa tu conexión y vuelve a abrir la página: lo que escribiste está guardado.'

/** What was written stays with whoever holds it: only the tools are missing. */
const NoEditor = ({ label, withAsterisk }: RichEditorProps) => (
  <Input.Wrapper label={label} withAsterisk={withAsterisk} labelElement="div" size="md" error={NO_EDITOR} />
)
const Editor = lazily(() => import('./editor'), NoEditor)

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
