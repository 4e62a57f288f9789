import { cutText } from '@campus/contract/shorten'
import { Button, Group, Text, Textarea } from '@mantine/core'
import { useRef } from 'react'

type PlacesFieldProps = {
  label: string
  description?: string
  id: string
  error: string | undefined
  value: string
  maxLength: number
  minRows?: number
  /** What may stand in the text as `{{name}}`. */
  places: readonly { name: string; label: string }[]
  onChange: (value: string) => void
}

/** A long text with places that are filled in later; a button writes each where the cursor is. */
export function PlacesField({ places, minRows = 6, onChange, ...props }: PlacesFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const insert = (name: string) => {
    const node = field.current
    if (!node) return
    const { selectionStart, selectionEnd, value } = node
    const text = `{{${name}}}`
    onChange(cutText(value.slice(0, selectionStart) + text + value.slice(selectionEnd), props.maxLength))
    requestAnimationFrame(() => {
      node.focus()
      node.setSelectionRange(selectionStart + text.length, selectionStart + text.length)
    })
  }
  return (
    <div>
      <Textarea
        {...props}
        ref={field}
        autosize
        minRows={minRows}
        maxRows={32}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {places.length > 0 && (
        <Group gap={6} mt={6}>
          <Text size="xs" c="dimmed">
            Insertar:
          </Text>
          {places.map(({ name, label }) => (
            <Button
              key={name}
              variant="default"
              size="compact-sm"
              title={`{{${name}}}`}
              aria-label={`Insertar ${label}`}
              onClick={() => insert(name)}
            >
              {label}
            </Button>
          ))}
        </Group>
      )}
    </div>
  )
}
