import { Group, SegmentedControl } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'
import classes from './document.module.css'

const PHONE = { name: 'Teléfono', width: 360, height: 740 }
const COMPUTER = { name: 'Computadora', width: 1440, height: 900 }
const DEVICES = [PHONE, { name: 'Tableta', width: 768, height: 1024 }, COMPUTER]

/** Gives the frame's document the page's styles, so that media queries see the frame's width. */
function dress(inner: Document): () => void {
  const root = inner.documentElement
  for (const { name, value } of document.documentElement.attributes) root.setAttribute(name, value)
  root.removeAttribute('data-stage')
  const copy = (nodes: Iterable<Node>) => {
    for (const node of nodes) {
      if (!(node instanceof Element) || !node.matches('link[rel="stylesheet"], style')) continue
      const own = inner.importNode(node, true)
      if (node instanceof HTMLStyleElement) (own as HTMLStyleElement).nonce = node.nonce
      inner.head.append(own)
    }
  }
  copy(document.querySelectorAll('link[rel="stylesheet"], style'))
  // Late parts bring their styles with them.
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) copy(addedNodes)
  })
  observer.observe(document.head, { childList: true })
  return () => observer.disconnect()
}

/** Draws its children as a phone, a tablet and a computer would. */
export function FrameSwitch({ title, children }: { title: string; children: ReactNode }) {
  const [device, setDevice] = useState(() => (window.innerWidth < 768 ? PHONE : COMPUTER))
  const { width, height } = device
  const [body, setBody] = useState<HTMLElement | null>(null)
  const { ref, width: room } = useElementSize()
  const arrive = useCallback(
    (frame: HTMLIFrameElement | null) => {
      const inner = frame?.contentDocument
      if (!inner) return
      const undress = dress(inner)
      inner.title = title
      // A dialog around the frame hears no keys of it.
      inner.addEventListener('keydown', ({ key }) => {
        if (key === 'Escape') frame.closest('dialog')?.requestClose()
      })
      setBody(inner.body)
      return undress
    },
    [title],
  )
  const scale = room > 0 ? Math.min(1, room / width) : 1
  return (
    <>
      <Group justify="center" mb="md">
        <SegmentedControl
          aria-label="Tamaño de la pantalla"
          data={DEVICES.map(({ name }) => name)}
          value={device.name}
          onChange={(chosen) => setDevice(DEVICES.find(({ name }) => name === chosen) ?? PHONE)}
        />
      </Group>
      <div ref={ref} className={classes.stage} style={{ height: height * scale }}>
        <iframe
          ref={arrive}
          title={title}
          className={classes.frame}
          width={width}
          height={height}
          style={{
            transform: `scale(${scale})`,
            marginInlineStart: Math.max(0, (room - width * scale) / 2),
          }}
        />
      </div>
      {body && createPortal(children, body)}
    </>
  )
}
