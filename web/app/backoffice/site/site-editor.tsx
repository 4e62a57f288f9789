import type { DocumentKind } from '@campus/contract/documents/documents'
import type { Findings } from '@campus/contract/documents/findings'
import { type ReactNode, useState } from 'react'
import { Breadcrumbs } from '../../ui/breadcrumbs'
import { PageHead } from '../../ui/page-head'
import { DocumentBar } from '../blocks/document-bar'
import { byPath, FindingsProvider } from '../blocks/findings'
import type { Editor } from '../blocks/open-document'
import classes from './site.module.css'

type SiteEditorProps<K extends DocumentKind> = {
  editor: Editor<K>
  title: string
  lead?: string
  /** The list that it is from. */
  from?: { text: string; to: string }
  found: Findings
  previewWord?: string
  onPublished?: () => void
  children: ReactNode
}

/** The frame of a document of the site: its bar, and after a review its errors at their fields. */
export function SiteEditor<K extends DocumentKind>(props: SiteEditorProps<K>) {
  const { editor, title, lead, from, found, children, ...bar } = props
  const [reviewed, setReviewed] = useState(false)
  return (
    <FindingsProvider value={byPath(reviewed ? found.errores : [])}>
      {from && <Breadcrumbs items={[from, { text: title }]} />}
      <PageHead title={title} lead={lead} />
      <DocumentBar editor={editor} name={title} onReviewed={() => setReviewed(true)} {...bar} />
      <div className={classes.fields}>{children}</div>
    </FindingsProvider>
  )
}
