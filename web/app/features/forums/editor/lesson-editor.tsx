import { CHECKS } from './check-node'
import type { RichEditorProps } from './editor-label'
import HtmlEditor from './html-editor'

/** Apart, because the forums' editor does without checks. */
const LessonEditor = (props: RichEditorProps) => <HtmlEditor {...props} checkNodes={CHECKS} />

export default LessonEditor
