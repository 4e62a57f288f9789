import { CHECK_WORD } from '@campus/contract/check-blocks'
import {
  type Check,
  checkProblem,
  MAX_CHECK_OPTIONS,
  MIN_CHECK_OPTIONS,
  readCheck,
  writeCheck,
} from '@campus/contract/checks'
import { IconPlus, IconX } from '@tabler/icons-react'
import { Node } from '@tiptap/core'
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button'
import { IconButton } from '../../../ui/icon-button'
import classes from './check-node.module.css'
import { TEXTS } from './texts'

const EMPTY: Check = { pregunta: '', opciones: ['', ''], correcta: 0, explicacion: '' }

/** What is typed keeps its blanks until it is read again; a change from outside (undo) takes its place. */
function useCheck({ node, updateAttributes }: NodeViewProps) {
  const text = String(node.attrs.text)
  const [typed, setTyped] = useState(() => readCheck(text))
  const check = writeCheck(typed) === text ? typed : readCheck(text)
  function change(part: Partial<Check>): void {
    const next = { ...check, ...part }
    setTyped(next)
    updateAttributes({ text: writeCheck(next) })
  }
  return { check, change }
}

function CheckForm(props: NodeViewProps) {
  const { node, deleteNode } = props
  const id = useId()
  const form = useRef<HTMLFieldSetElement>(null)
  const { check, change } = useCheck(props)
  const { pregunta, opciones, correcta, explicacion } = check
  const problem = checkProblem(check)

  const begin = useEffectEvent(() => {
    if (node.attrs.isNew) requestAnimationFrame(() => form.current?.querySelector('textarea')?.focus())
  })
  useEffect(() => begin(), [])

  const fieldOf = (at: number) => form.current?.querySelectorAll<HTMLInputElement>('li input:not([type])')[at]
  // One that was just added is drawn with the next frame.
  function focusOption(at: number): void {
    const field = fieldOf(at)
    if (field) field.focus()
    else requestAnimationFrame(() => fieldOf(at)?.focus())
  }
  const setOption = (at: number, option: string) => change({ opciones: opciones.with(at, option) })
  function add(): void {
    change({ opciones: [...opciones, ''] })
    focusOption(opciones.length)
  }
  function remove(at: number): void {
    const moved = at < correcta || correcta === opciones.length - 1 ? correcta - 1 : correcta
    change({ opciones: opciones.toSpliced(at, 1), correcta: Math.max(0, moved) })
    focusOption(Math.max(0, at - 1))
  }
  function onEnter(event: KeyboardEvent, at: number): void {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (at < opciones.length - 1) focusOption(at + 1)
    else if (opciones.length < MAX_CHECK_OPTIONS) add()
  }

  return (
    <NodeViewWrapper className={classes.check} contentEditable={false}>
      <fieldset ref={form} className={classes.form} aria-labelledby={`${id}-name`}>
        <div className={classes.head}>
          <strong id={`${id}-name`}>{TEXTS.check}</strong>
          <IconButton aria-label={TEXTS.checkRemove} title={TEXTS.checkRemove} onClick={() => deleteNode()}>
            <IconX size={18} aria-hidden />
          </IconButton>
        </div>
        <label className={classes.field}>
          <span>{TEXTS.checkQuestion}</span>
          <textarea rows={1} value={pregunta} onChange={(event) => change({ pregunta: event.target.value })} />
        </label>
        <ul className={classes.options} aria-label={TEXTS.checkOptions}>
          {opciones.map((option, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: options are no more than their place
            <li key={at}>
              <input
                type="radio"
                name={`${id}-right`}
                checked={at === correcta}
                onChange={() => change({ correcta: at })}
                aria-label={TEXTS.checkRight(at + 1)}
                title={TEXTS.checkRight(at + 1)}
              />
              <input
                value={option}
                aria-label={TEXTS.checkOption(at + 1)}
                onChange={(event) => setOption(at, event.target.value)}
                onKeyDown={(event) => onEnter(event, at)}
              />
              {opciones.length > MIN_CHECK_OPTIONS && (
                <IconButton aria-label={TEXTS.checkOptionRemove(at + 1)} onClick={() => remove(at)}>
                  <IconX size={18} aria-hidden />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
        {opciones.length < MAX_CHECK_OPTIONS && (
          <Button variant="subtle" size="sm" onClick={add} leftSection={<IconPlus size={16} aria-hidden />}>
            {TEXTS.checkAdd}
          </Button>
        )}
        <label className={classes.field}>
          <span>{TEXTS.checkWhy}</span>
          <textarea rows={1} value={explicacion} onChange={(event) => change({ explicacion: event.target.value })} />
        </label>
        <p className={classes.note}>{problem ?? TEXTS.checkNote}</p>
      </fieldset>
    </NodeViewWrapper>
  )
}

/** A check of a lesson (contract/src/checks.ts), as the server reads it. */
const CheckBlock = Node.create({
  name: 'check',
  group: 'check',
  atom: true,
  addAttributes: () => ({
    text: { default: writeCheck(EMPTY), parseHTML: (element) => element.textContent, rendered: false },
    /** Was inserted just now, so that it takes the focus. */
    isNew: { default: false, parseHTML: () => false, rendered: false },
  }),
  parseHTML: () => [
    {
      tag: 'pre',
      // Before the editor's own blocks of code.
      priority: 100,
      getAttrs: (element) => element.querySelector(`:scope > code.language-${CHECK_WORD}`) !== null && null,
    },
  ],
  renderHTML: ({ node }) => ['pre', ['code', { class: `language-${CHECK_WORD}` }, String(node.attrs.text)]],
  addNodeView: () => ReactNodeViewRenderer(CheckForm),
})

/** They stand between paragraphs, in no list or quote. */
const Doc = Node.create({ name: 'doc', topNode: true, content: '(block | check)+' })

export const CHECKS = [Doc, CheckBlock]
