import type { DocumentKind } from '@campus/contract/documents/documents'
import type { Findings } from '@campus/contract/documents/findings'
import { type ReactNode, useState } from 'react'
import { DocumentHead } from '../blocks/document-head'
import { byPath, FindingsProvider } from '../blocks/findings'
import type { Editor } from '../blocks/open-document'
import classes from './site.module.css'

type SiteEditorProps<K extends DocumentKind> = {
  editor: Editor<K>
  title: string
  found: Findings
  previewWord?: string
  onPublished?: () => void
  children: ReactNode
}

/** The frame of a document of the site: its bar, and after a review its errors at their fields. */
export function SiteEditor<K extends DocumentKind>(props: SiteEditorProps<K>) {
  const { editor, title, found, children, ...bar } = props
  const [reviewed, setReviewed] = useState(false)
  return (
    <FindingsProvider value={byPath(reviewed ? found.errores : [])}>
      <DocumentHead editor={editor} name={title} onReviewed={() => setReviewed(true)} {...bar} />
      <div className={classes.fields}>{children}</div>
    </FindingsProvider>
  )
}
