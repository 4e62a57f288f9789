// biome-ignore lint/style/noRestrictedImports: this is the one place
import { Modal, type ModalProps } from '@mantine/core'
import { useOverlay } from './overlay'

/** See `useOverlay`. */
export function Dialog({ opened, onClose, ...modal }: ModalProps) {
  return <Modal {...modal} {...useOverlay(opened, onClose)} />
}
