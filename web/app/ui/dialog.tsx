// biome-ignore lint/style/noRestrictedImports: this is the one place
import { Button, Group, Modal, type ModalProps, Text } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useOverlay } from './overlay'

const CHOSEN = ['checkbox', 'radio', 'range', 'color', 'file', 'search', 'password'].map((type) => `[type="${type}"]`)
const WRITTEN = `textarea, [contenteditable="true"], input:not(${CHOSEN.join()}, [aria-haspopup])`

const hasText = (field: Element) =>
  field.isConnected && ('value' in field ? String(field.value) : (field.textContent ?? '')).trim() !== ''

type DialogProps = ModalProps & {
  /** What is written in it outlives it, or is worth nothing. */
  keeps?: boolean
}

/** Asks before it closes over what was written in it; see also `useOverlay`. */
export function Dialog({ keeps = false, opened, onClose, ...modal }: DialogProps) {
  const fields = useRef(new Set<Element>())
  const [asking, setAsking] = useState(false)
  const overlay = useOverlay(opened, () => {
    if (!keeps && [...fields.current].some(hasText)) setAsking(true)
    else onClose()
  })
  const remember = ({ target }: FormEvent) => {
    if (target instanceof Element && target.matches(WRITTEN)) fields.current.add(target)
  }
  // Its own act closed it meanwhile.
  if (!opened && asking) setAsking(false)
  return (
    <>
      <Modal onInput={remember} {...modal} {...overlay} />
      {asking && <Discard onDiscard={onClose} onClose={() => setAsking(false)} />}
    </>
  )
}

function Discard({ onDiscard, onClose }: { onDiscard: () => void; onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title="¿Descartar lo que escribiste?" centered withCloseButton={false}>
      <Text>Si cierras ahora, se pierde.</Text>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button
          variant="default"
          onClick={() => {
            onClose()
            onDiscard()
          }}
        >
          Descartar
        </Button>
        <Button data-autofocus onClick={onClose}>
          Seguir escribiendo
        </Button>
      </Group>
    </Dialog>
  )
}
