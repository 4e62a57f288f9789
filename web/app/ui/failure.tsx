import { Alert, type AlertProps } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

/** An error message announced to screen readers. */
export function Failure({ text, ...alert }: AlertProps & { text: string | undefined }) {
  if (!text) return null
  return (
    <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />} {...alert}>
      {text}
    </Alert>
  )
}
