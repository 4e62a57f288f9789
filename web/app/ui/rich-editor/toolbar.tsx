import { RichTextEditor } from '@mantine/tiptap'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconCode,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhoto,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react'
import type { Editor } from '@tiptap/react'
import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import classes from './rich-editor.module.css'
import { T } from './texts'

type Tool = {
  label: string
  icon: ComponentType<{ size?: number }>
  keys?: string
  mark?: string
  off?: (editor: Editor) => boolean
  act: (editor: Editor) => unknown
}

/** In code, a whole block where several lines are chosen. */
function toggleCode(editor: Editor): void {
  const { from, to } = editor.state.selection
  const lines = editor.isActive('codeBlock') || editor.state.doc.textBetween(from, to, '\n').includes('\n')
  const chain = editor.chain().focus()
  if (lines || from === to) chain.toggleCodeBlock().run()
  else chain.toggleCode().run()
}

const focused = (editor: Editor) => editor.chain().focus()
const GROUPS: Tool[][] = [
  [
    { label: T.bold, icon: IconBold, keys: 'Control+B', mark: 'bold', act: (e) => focused(e).toggleBold().run() },
    {
      label: T.italic,
      icon: IconItalic,
      keys: 'Control+I',
      mark: 'italic',
      act: (e) => focused(e).toggleItalic().run(),
    },
    {
      label: T.underline,
      icon: IconUnderline,
      keys: 'Control+U',
      mark: 'underline',
      act: (e) => focused(e).toggleUnderline().run(),
    },
    { label: T.strike, icon: IconStrikethrough, mark: 'strike', act: (e) => focused(e).toggleStrike().run() },
  ],
  [
    { label: T.bullets, icon: IconList, mark: 'bulletList', act: (e) => focused(e).toggleBulletList().run() },
    { label: T.numbers, icon: IconListNumbers, mark: 'orderedList', act: (e) => focused(e).toggleOrderedList().run() },
    { label: T.quote, icon: IconBlockquote, mark: 'blockquote', act: (e) => focused(e).toggleBlockquote().run() },
    { label: T.code, icon: IconCode, mark: 'code', act: toggleCode },
  ],
]
const HISTORY: Tool[] = [
  {
    label: T.undo,
    icon: IconArrowBackUp,
    keys: 'Control+Z',
    off: (e) => !e.can().undo(),
    act: (e) => focused(e).undo().run(),
  },
  {
    label: T.redo,
    icon: IconArrowForwardUp,
    keys: 'Control+Y',
    off: (e) => !e.can().redo(),
    act: (e) => focused(e).redo().run(),
  },
]

/** One stop of Tab; arrows, Home and End go through it (WAI-ARIA toolbar). */
function useRoving() {
  const bar = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const buttons = () => [...(bar.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])]
  useEffect(() => {
    for (const [index, button] of buttons().entries()) button.tabIndex = index === at ? 0 : -1
  })
  function onKeyDown(event: KeyboardEvent): void {
    const all = buttons()
    const from = all.findIndex((button) => button.tabIndex === 0)
    const to = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: all.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = (to + all.length) % all.length
    setAt(next)
    all[next]?.focus()
  }
  return { bar, onKeyDown }
}

type ToolbarProps = { editor: Editor; linking: boolean; picturing: boolean; onLink: () => void; onPicture: () => void }

/** What can be done with the words. */
export function Toolbar({ editor, linking, picturing, onLink, onPicture }: ToolbarProps) {
  const { bar, onKeyDown } = useRoving()
  const tool = ({ label, icon: Drawing, keys, mark, off, act }: Tool) => {
    const active = mark !== undefined && (editor.isActive(mark) || (mark === 'code' && editor.isActive('codeBlock')))
    return (
      <RichTextEditor.Control
        key={label}
        aria-label={label}
        title={label}
        aria-keyshortcuts={keys}
        active={active}
        aria-pressed={mark ? active : undefined}
        // Disabled would take it out of the row of keys: it only says that it does nothing now.
        aria-disabled={off?.(editor) || undefined}
        className={classes.tool}
        onClick={() => act(editor)}
      >
        <Drawing size={20} />
      </RichTextEditor.Control>
    )
  }
  return (
    <RichTextEditor.Toolbar
      ref={bar}
      role="toolbar"
      aria-label={T.toolbar}
      onKeyDown={onKeyDown}
      className={classes.bar}
    >
      {GROUPS.map((tools) => (
        <RichTextEditor.ControlsGroup key={tools[0]?.label} className={classes.group}>
          {tools.map(tool)}
        </RichTextEditor.ControlsGroup>
      ))}
      <RichTextEditor.ControlsGroup className={classes.group}>
        <RichTextEditor.Control
          aria-label={T.link}
          title={T.link}
          aria-keyshortcuts="Control+K"
          aria-expanded={linking}
          active={editor.isActive('link')}
          className={classes.tool}
          onClick={onLink}
        >
          <IconLink size={20} />
        </RichTextEditor.Control>
        <RichTextEditor.Control
          aria-label={T.picture}
          title={T.picture}
          aria-expanded={picturing}
          className={classes.tool}
          onClick={onPicture}
        >
          <IconPhoto size={20} />
        </RichTextEditor.Control>
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup className={classes.group}>{HISTORY.map(tool)}</RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  )
}
