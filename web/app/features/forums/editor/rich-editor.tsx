import { lazy } from 'react'
import { Late } from '../../../ui/late'
import type { RichEditorProps } from './editor-label'
import { EditorLabel } from './editor-label'
import classes from './rich-editor.module.css'

const PlainEditor = lazy(() => import('./html-editor'))
const LessonEditor = lazy(() => import('./lesson-editor'))

function Waiting({ label, withAsterisk }: RichEditorProps) {
  return (
    <div aria-busy="true">
      <EditorLabel marked={withAsterisk}>{label}</EditorLabel>
      <div className={classes.waiting} />
    </div>
  )
}

/** Lazy, because the editor weighs more than the page around it. */
export function RichEditor(props: RichEditorProps) {
  const Editor = props.checks ? LessonEditor : PlainEditor
  return (
    <Late fallback={<Waiting {...props} />}>
      <Editor {...props} />
    </Late>
  )
}
