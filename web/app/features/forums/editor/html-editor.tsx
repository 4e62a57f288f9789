import type { AnyExtension } from '@tiptap/core'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { type ChangeEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { cleanPaste, type PastedPictures, picturesIn } from './clean-paste'
import type { RichEditorProps } from './editor-label'
import { EditorLabel } from './editor-label'
import { extensionsOf } from './extensions'
import { LinkBar } from './link-bar'
import { createMentionList } from './mention-list'
import { MentionPopup } from './mention-popup'
import { PictureBar } from './picture-bar'
import classes from './rich-editor.module.css'
import { TEXTS } from './texts'
import { Toolbar } from './toolbar'
import { type ChosenPicture, readPicture, uploadPicture } from './upload'

/** `checkNodes`: what `check-node.tsx` offers, for a text that may ask. */
type EditorProps = RichEditorProps & { checkNodes?: AnyExtension[] }

const htmlOf = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML())

type Options = EditorProps & {
  labelId: string
  errorId: string
  onFile: (file: File) => void
  onPictures: (pictures: PastedPictures) => void
}

function useHtmlEditor({
  value,
  onChange,
  placeholder = '',
  idForo,
  error,
  autoFocus,
  checkNodes: checks,
  ...rest
}: Options) {
  const [mentions] = useState(createMentionList)
  const mayMention = useRef(false)
  useEffect(() => {
    mayMention.current = idForo !== undefined
  }, [idForo])
  const [extensions] = useState(() =>
    extensionsOf({ placeholder, mentions, mayMention: () => mayMention.current, checks }),
  )
  const lastValue = useRef(value)
  const onFile = useEffectEvent(rest.onFile)
  const onPictures = useEffectEvent(rest.onPictures)
  const { labelId, errorId } = rest
  const invalid = Boolean(error)
  const hasMessage = typeof error === 'string' && error !== ''
  const editorProps = useMemo(
    () => ({
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        ...(invalid && { 'aria-invalid': 'true' }),
        ...(hasMessage && { 'aria-describedby': errorId }),
      },
      transformPastedHTML: (html: string) => {
        onPictures(picturesIn(html))
        return cleanPaste(html)
      },
      handlePaste: (_view: unknown, event: ClipboardEvent) => takeFile(event.clipboardData, onFile),
      handleDrop: (_view: unknown, event: DragEvent) => takeFile(event.dataTransfer, onFile),
    }),
    [labelId, errorId, invalid, hasMessage],
  )
  const editor = useEditor({
    extensions,
    content: value,
    editorProps,
    autofocus: autoFocus ? 'end' : false,
    // The content security policy forbids injected styles, so ours are in a file.
    injectCSS: false,
    immediatelyRender: false,
    shouldRerenderOnTransaction: true,
    onUpdate: ({ editor: now }) => {
      lastValue.current = htmlOf(now)
      onChange(lastValue.current)
    },
  })
  useEffect(() => {
    // Setting the text that the editor already has would move the caret.
    if (!editor || value === lastValue.current) return
    lastValue.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  return { editor, mentions }
}

/** A pasted or dropped picture gets a description like a chosen one; pasted text wins. */
function takeFile(data: DataTransfer | null, take: (file: File) => void): boolean {
  const file = [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'))
  if (!file || data?.types.includes('text/html')) return false
  take(file)
  return true
}

/** The chosen picture until it is inserted. */
function usePicture() {
  const [picture, setPicture] = useState<ChosenPicture | null>(null)
  const [rejected, setRejected] = useState<string>()
  async function choose(file: File | undefined): Promise<void> {
    if (!file) return
    setRejected(undefined)
    await readPicture(file).then(setPicture, (error: Error) => setRejected(error.message))
  }
  /** The first one of a pasted text is described and uploaded like a chosen one; of the others it is said. */
  async function takePasted({ files: [first, ...others], unreachable }: PastedPictures): Promise<void> {
    await choose(first)
    if (unreachable > 0) setRejected(TEXTS.pictureUnreachable)
    else if (others.length > 0) setRejected((problem) => problem ?? TEXTS.picturesLeft)
  }
  return { picture, rejected, choose, takePasted, close: () => setPicture(null) }
}

/** Loaded by `index.tsx` when it is needed. */
export default function HtmlEditor(props: EditorProps) {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const [linking, setLinking] = useState(false)
  const photo = usePicture()
  const ids = { labelId: `${id}-label`, errorId: `${id}-error` }
  const { editor, mentions } = useHtmlEditor({ ...props, ...ids, onFile: photo.choose, onPictures: photo.takePasted })
  const error = props.error || photo.rejected
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    void photo.choose(event.currentTarget.files?.[0])
    // Otherwise choosing the same file again would fire no event.
    event.currentTarget.value = ''
  }
  const insert = (picture: Parameters<Parameters<typeof PictureBar>[0]['onInsert']>[0]) => {
    photo.close()
    editor?.chain().focus().setImage(picture).run()
  }
  return (
    <div>
      <EditorLabel id={ids.labelId} marked={props.withAsterisk} onClick={() => editor?.commands.focus()}>
        {props.label}
      </EditorLabel>
      {editor ? (
        <div className={classes.frame} ref={frame} data-invalid={Boolean(error) || undefined}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of its field and its buttons */}
          <div
            className={classes.editor}
            onKeyDown={(event) => {
              if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
              event.preventDefault()
              setLinking(true)
            }}
          >
            <Toolbar
              editor={editor}
              linking={linking}
              picturing={photo.picture !== null}
              onLink={() => setLinking(!linking)}
              onPicture={() => file.current?.click()}
            />
            {linking && <LinkBar editor={editor} onClose={() => setLinking(false)} />}
            {photo.picture && (
              <PictureBar
                picture={photo.picture}
                upload={props.upload ?? uploadPicture}
                onInsert={insert}
                onClose={photo.close}
              />
            )}
            <EditorContent editor={editor} className={classes.content} />
          </div>
          {props.idForo !== undefined && (
            <MentionPopup editor={editor} list={mentions} idForo={props.idForo} frame={frame} />
          )}
        </div>
      ) : (
        <div className={classes.waiting} />
      )}
      <input ref={file} type="file" accept="image/*" hidden aria-label={TEXTS.pictureFile} onChange={choose} />
      {typeof error === 'string' && error && (
        <p id={ids.errorId} role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
