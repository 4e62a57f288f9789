import { Button, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useState } from 'react'
import { linkAddress } from './address'
import classes from './rich-editor.module.css'
import { T } from './texts'

/** Where a link leads: asked in a row under the toolbar, so that no dialog stands over a dialog. */
export function LinkBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const has = editor.isActive('link')
  const [typed, setTyped] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [wrong, setWrong] = useState<string>()
  function leave(): void {
    onClose()
    editor.commands.focus()
  }
  function set(): void {
    const href = linkAddress(typed)
    if (!href) {
      setWrong(T.linkWrong)
      return
    }
    const { empty } = editor.state.selection
    const chain = editor.chain().focus().extendMarkRange('link')
    if (empty && !has)
      chain.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    onClose()
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    // Neither sends the form nor closes the dialog that the editor may stand in.
    event.stopPropagation()
    event.nativeEvent.stopImmediatePropagation()
    if (event.key === 'Enter') set()
    else leave()
  }
  return (
    <div className={classes.row}>
      <TextInput
        label={T.linkAddress}
        placeholder={T.linkPlaceholder}
        inputMode="url"
        autoFocus
        value={typed}
        error={wrong}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={classes.choices}>
        <Button onClick={set}>{T.linkSet}</Button>
        {has && (
          <Button
            variant="light"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              onClose()
            }}
          >
            {T.linkUnset}
          </Button>
        )}
        <Button variant="default" onClick={leave}>
          {T.cancel}
        </Button>
      </div>
    </div>
  )
}
