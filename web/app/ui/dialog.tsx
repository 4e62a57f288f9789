import { IconX } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from './button'
import classes from './dialog.module.css'
import { IconButton } from './icon-button'
import { Layer } from './layer'

const CHOSEN = ['checkbox', 'radio', 'range', 'color', 'file', 'search', 'password'].map((type) => `[type="${type}"]`)
const WRITTEN = `textarea, [contenteditable="true"], input:not(${CHOSEN.join()}, [aria-haspopup])`

const hasText = (field: Element) =>
  field.isConnected && ('value' in field ? String(field.value) : (field.textContent ?? '')).trim() !== ''

type DialogProps = {
  title: string
  /** 440, 620 or 780 px wide, as its content, or the whole window. */
  size?: 'md' | 'lg' | 'xl' | 'auto' | 'full'
  /** A drawer at this side of the window. */
  side?: 'left' | 'right'
  /** As in HTML: without `any` no press beside it closes it, with `none` only its own buttons do. */
  closedby?: 'any' | 'closerequest' | 'none'
  /** What is written in it outlives it, or is worth nothing. */
  keeps?: boolean
  onClose: () => void
  children: ReactNode
}

/** Is open as long as it is drawn, and asks before it closes over what was written in it. */
export function Dialog({ title, size = 'md', side, closedby = 'any', keeps = false, onClose, children }: DialogProps) {
  const fields = useRef(new Set<Element>())
  const [asking, setAsking] = useState(false)
  const close = () => {
    if (closedby === 'none') return
    if (!keeps && [...fields.current].some(hasText)) setAsking(true)
    else onClose()
  }
  const remember = ({ target }: FormEvent) => {
    if (target instanceof Element && target.matches(WRITTEN)) fields.current.add(target)
  }
  return (
    <>
      <Layer
        label={title}
        className={side ? classes.drawer : classes.dialog}
        look={side ?? size}
        closedby={closedby}
        onInput={remember}
        onClose={close}
      >
        <div className={classes.head}>
          <h2>{title}</h2>
          {closedby !== 'none' && (
            <IconButton className={classes.close} aria-label="Cerrar" onClick={close}>
              <IconX size={20} aria-hidden />
            </IconButton>
          )}
        </div>
        <div className={classes.body}>{children}</div>
      </Layer>
      {asking && <Discard onDiscard={onClose} onClose={() => setAsking(false)} />}
    </>
  )
}

/** The row of its buttons, in view however long the rest is. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>
}

function Discard({ onDiscard, onClose }: { onDiscard: () => void; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="¿Descartar lo que escribiste?">
      Si cierras ahora, se pierde.
      <DialogActions>
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
      </DialogActions>
    </Dialog>
  )
}
