import type { DocumentState } from '@campus/contract/documents/documents'
import { Badge } from '@mantine/core'
import { stateLook } from '../blocks/save-text'

/** In a list: whether visitors have what is written. */
export function StateBadge({ state }: { state: DocumentState }) {
  const { text, color } = stateLook(state, false)
  return (
    <Badge component="span" variant="light" color={color} tt="none" fw={550}>
      {text}
    </Badge>
  )
}
