import { Input } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import '@mantine/tiptap/styles.css'
import { type Editor, useEditor } from '@tiptap/react'
import { type ChangeEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { cleanPaste } from './clean-paste'
import { extensionsOf } from './extensions'
import { LinkBar } from './link-bar'
import { createMentionList } from './mention-list'
import { MentionPopup } from './mention-popup'
import { PictureBar } from './picture-bar'
import type { RichEditorProps } from './props'
import classes from './rich-editor.module.css'
import { T } from './texts'
import { Toolbar } from './toolbar'
import { type ChosenPicture, readPicture } from './upload'

const htmlOf = (editor: Editor): string => (editor.isEmpty ? '' : editor.getHTML())

type Options = RichEditorProps & { labelId: string; errorId: string; onFile: (file: File) => void }

/** The editor of one field, controlled by its HTML. */
function useHtmlEditor({ value, onChange, placeholder = '', idForo, error, autoFocus, ...rest }: Options) {
  const [mentions] = useState(createMentionList)
  const mayMention = useRef(false)
  useEffect(() => {
    mayMention.current = idForo !== undefined
  }, [idForo])
  const [extensions] = useState(() => extensionsOf(placeholder, mentions, () => mayMention.current))
  const known = useRef(value)
  const onFile = useEffectEvent(rest.onFile)
  const { labelId, errorId } = rest
  const wrong = Boolean(error)
  const told = typeof error === 'string' && error !== ''
  const editorProps = useMemo(
    () => ({
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        ...(wrong && { 'aria-invalid': 'true' }),
        ...(told && { 'aria-describedby': errorId }),
      },
      transformPastedHTML: cleanPaste,
      handlePaste: (_view: unknown, event: ClipboardEvent) => takeFile(event.clipboardData, onFile),
      handleDrop: (_view: unknown, event: DragEvent) => takeFile(event.dataTransfer, onFile),
    }),
    [labelId, errorId, wrong, told],
  )
  const editor = useEditor({
    extensions,
    content: value,
    editorProps,
    autofocus: autoFocus ? 'end' : false,
    // The page's policy takes no styles from scripts: they are in our own file.
    injectCSS: false,
    immediatelyRender: false,
    shouldRerenderOnTransaction: true,
    onUpdate: ({ editor: now }) => {
      known.current = htmlOf(now)
      onChange(known.current)
    },
  })
  useEffect(() => {
    // Only what came from outside is put in: one's own words are there already, and the caret with them.
    if (!editor || value === known.current) return
    known.current = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])
  return { editor, mentions }
}

/** A picture that is pasted or dropped is asked for its description like a chosen one; words beside it come first. */
function takeFile(data: DataTransfer | null, take: (file: File) => void): boolean {
  const file = [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'))
  if (!file || data?.types.includes('text/html')) return false
  take(file)
  return true
}

/** The picture that somebody chose, until it stands in the text. */
function usePicture() {
  const [picture, setPicture] = useState<ChosenPicture | null>(null)
  const [refused, setRefused] = useState<string>()
  async function choose(file: File | undefined): Promise<void> {
    if (!file) return
    setRefused(undefined)
    await readPicture(file).then(setPicture, (error: Error) => setRefused(error.message))
  }
  return { picture, refused, choose, close: () => setPicture(null) }
}

/** {@link RichEditorProps}; loaded by `index.tsx` when it is needed. */
export default function HtmlEditor(props: RichEditorProps) {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const [linking, setLinking] = useState(false)
  const photo = usePicture()
  const ids = { labelId: `${id}-label`, errorId: `${id}-error` }
  const { editor, mentions } = useHtmlEditor({ ...props, ...ids, onFile: photo.choose })
  const error = props.error || photo.refused
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    void photo.choose(event.currentTarget.files?.[0])
    // The same file must be able to be chosen again.
    event.currentTarget.value = ''
  }
  const insert = (picture: Parameters<Parameters<typeof PictureBar>[0]['onInsert']>[0]) => {
    photo.close()
    editor?.chain().focus().setImage(picture).run()
  }
  return (
    <div>
      <Input.Label
        component="span"
        size="md"
        id={ids.labelId}
        required={props.withAsterisk}
        onClick={() => editor?.commands.focus()}
      >
        {props.label}
      </Input.Label>
      {editor ? (
        <div className={classes.frame} ref={frame} data-wrong={Boolean(error) || undefined}>
          <RichTextEditor
            editor={editor}
            // Its styles would be one more file: ours are beside.
            withTypographyStyles={false}
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
            {photo.picture && <PictureBar picture={photo.picture} onInsert={insert} onClose={photo.close} />}
            <RichTextEditor.Content className={classes.content} />
          </RichTextEditor>
          {props.idForo !== undefined && (
            <MentionPopup editor={editor} list={mentions} idForo={props.idForo} frame={frame} />
          )}
        </div>
      ) : (
        <div className={classes.waiting} />
      )}
      <input ref={file} type="file" accept="image/*" hidden aria-label={T.pictureFile} onChange={choose} />
      {typeof error === 'string' && error && (
        <Input.Error size="md" id={ids.errorId} role="alert" mt={4}>
          {error}
        </Input.Error>
      )}
    </div>
  )
}
