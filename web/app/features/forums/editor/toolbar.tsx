import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconCode,
  IconHelpSquareRounded,
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
import { IconButton } from '../../../ui/icon-button'
import classes from './rich-editor.module.css'
import { TEXTS } from './texts'

type Tool = {
  label: string
  icon: ComponentType<{ size?: number }>
  keys?: string
  mark?: string
  off?: (editor: Editor) => boolean
  act: (editor: Editor) => unknown
}

/** Several selected lines become one code block. */
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
    { label: TEXTS.bold, icon: IconBold, keys: 'Control+B', mark: 'bold', act: (e) => focused(e).toggleBold().run() },
    {
      label: TEXTS.italic,
      icon: IconItalic,
      keys: 'Control+I',
      mark: 'italic',
      act: (e) => focused(e).toggleItalic().run(),
    },
    {
      label: TEXTS.underline,
      icon: IconUnderline,
      keys: 'Control+U',
      mark: 'underline',
      act: (e) => focused(e).toggleUnderline().run(),
    },
    { label: TEXTS.strike, icon: IconStrikethrough, mark: 'strike', act: (e) => focused(e).toggleStrike().run() },
  ],
  [
    { label: TEXTS.bullets, icon: IconList, mark: 'bulletList', act: (e) => focused(e).toggleBulletList().run() },
    {
      label: TEXTS.numbers,
      icon: IconListNumbers,
      mark: 'orderedList',
      act: (e) => focused(e).toggleOrderedList().run(),
    },
    { label: TEXTS.quote, icon: IconBlockquote, mark: 'blockquote', act: (e) => focused(e).toggleBlockquote().run() },
    { label: TEXTS.code, icon: IconCode, mark: 'code', act: toggleCode },
  ],
]
const CHECK: Tool = {
  label: TEXTS.check,
  icon: IconHelpSquareRounded,
  act: (e) => e.commands.insertContent({ type: 'check', attrs: { isNew: true } }),
}
const HISTORY: Tool[] = [
  {
    label: TEXTS.undo,
    icon: IconArrowBackUp,
    keys: 'Control+Z',
    off: (e) => !e.can().undo(),
    act: (e) => focused(e).undo().run(),
  },
  {
    label: TEXTS.redo,
    icon: IconArrowForwardUp,
    keys: 'Control+Y',
    off: (e) => !e.can().redo(),
    act: (e) => focused(e).redo().run(),
  },
]

/** One tab stop; arrows, Home and End move inside it (WAI-ARIA toolbar). */
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

export function Toolbar({ editor, linking, picturing, onLink, onPicture }: ToolbarProps) {
  const { bar, onKeyDown } = useRoving()
  const tool = ({ label, icon: Drawing, keys, mark, off, act }: Tool) => {
    const active = mark !== undefined && (editor.isActive(mark) || (mark === 'code' && editor.isActive('codeBlock')))
    return (
      <IconButton
        key={label}
        aria-label={label}
        title={label}
        aria-keyshortcuts={keys}
        data-active={active || undefined}
        aria-pressed={mark ? active : undefined}
        // `disabled` would take it out of the arrow keys' order.
        aria-disabled={off?.(editor) || undefined}
        className={classes.tool}
        onClick={() => act(editor)}
      >
        <Drawing size={20} />
      </IconButton>
    )
  }
  return (
    <div ref={bar} role="toolbar" aria-label={TEXTS.toolbar} onKeyDown={onKeyDown} className={classes.bar}>
      {GROUPS.map((tools) => (
        <div key={tools[0]?.label} className={classes.group}>
          {tools.map(tool)}
        </div>
      ))}
      <div className={classes.group}>
        <IconButton
          aria-label={TEXTS.link}
          title={TEXTS.link}
          aria-keyshortcuts="Control+K"
          aria-expanded={linking}
          data-active={editor.isActive('link') || undefined}
          className={classes.tool}
          onClick={onLink}
        >
          <IconLink size={20} />
        </IconButton>
        <IconButton
          aria-label={TEXTS.picture}
          title={TEXTS.picture}
          aria-expanded={picturing}
          className={classes.tool}
          onClick={onPicture}
        >
          <IconPhoto size={20} />
        </IconButton>
      </div>
      {editor.schema.nodes.check && <div className={classes.group}>{tool(CHECK)}</div>}
      <div className={classes.group}>{HISTORY.map(tool)}</div>
    </div>
  )
}
