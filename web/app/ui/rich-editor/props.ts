/** What a field for formatted text takes; `value` is HTML, '' when nothing is written. */
export type RichEditorProps = {
  label: string
  value: string
  onChange: (html: string) => void
  placeholder?: string
  /** The forum whose people may be mentioned with @. */
  idForo?: number
  /** True marks the field as wrong where its text stands elsewhere. */
  error?: string | boolean | null
  withAsterisk?: boolean
  autoFocus?: boolean
}
