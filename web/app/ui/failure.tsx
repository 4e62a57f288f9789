import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

/** What went wrong, in the server's words, where screen readers hear it. */
export function Failure({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />}>
      {text}
    </Alert>
  )
}
