import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import { linkAddress } from './link-address'
import classes from './rich-editor.module.css'
import { TEXTS } from './texts'

/** A row below the toolbar, so that no dialog opens over a dialog. */
export function LinkBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const has = editor.isActive('link')
  const [typed, setTyped] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [error, setError] = useState<string>()
  function leave(): void {
    onClose()
    editor.commands.focus()
  }
  function set(): void {
    const href = linkAddress(typed)
    if (!href) {
      setError(TEXTS.linkWrong)
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
    // Enter must not submit the form, nor Escape close the dialog around the editor.
    event.stopPropagation()
    event.nativeEvent.stopImmediatePropagation()
    if (event.key === 'Enter') set()
    else leave()
  }
  return (
    <div className={classes.row}>
      <TextField
        label={TEXTS.linkAddress}
        placeholder={TEXTS.linkPlaceholder}
        inputMode="url"
        autoFocus
        value={typed}
        error={error}
        data-mantine-stop-propagation
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={classes.choices}>
        <Button onClick={set}>{TEXTS.linkSet}</Button>
        {has && (
          <Button
            variant="light"
            onClick={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              onClose()
            }}
          >
            {TEXTS.linkUnset}
          </Button>
        )}
        <Button variant="default" onClick={leave}>
          {TEXTS.cancel}
        </Button>
      </div>
    </div>
  )
}
