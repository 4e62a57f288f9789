import { Button, Group, Text, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { count } from '../../lib/format'
import classes from './courses.module.css'
import { namesOf } from './outline'

type ComposerProps = {
  /** *Agregar lección* */
  action: string
  label: string
  one: string
  many: string
  opened?: boolean
  onAdd: (names: string[]) => Promise<void>
}

/** New names, one per line: pasting several lines makes several at once. */
export function Composer({ action, label, one, many, opened = false, onAdd }: ComposerProps) {
  const [open, setOpen] = useState(opened)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const names = namesOf(text)
  const add = async () => {
    if (names.length === 0 || busy) return
    setBusy(true)
    await onAdd(names).then(
      () => setText(''),
      () => undefined,
    )
    setBusy(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false)
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    void add()
  }
  if (!open)
    return (
      <Button variant="subtle" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        {action}
      </Button>
    )
  return (
    <div className={classes.composer}>
      <Textarea
        aria-label={label}
        placeholder={`${label}. Enter la agrega; pega varias líneas para crear varias.`}
        autosize
        minRows={1}
        maxRows={12}
        autoFocus
        // Disabled it would lose the focus, and the next name could not be typed.
        readOnly={busy}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Group gap="xs" mt={6}>
        <Button loading={busy} disabled={names.length === 0} onClick={() => void add()}>
          {names.length > 1 ? `Agregar ${count(names.length, one, many)}` : 'Agregar'}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => setOpen(false)}>
          Listo
        </Button>
        {names.length > 1 && (
          <Text size="xs" c="dimmed">
            Una por línea
          </Text>
        )}
      </Group>
    </div>
  )
}
