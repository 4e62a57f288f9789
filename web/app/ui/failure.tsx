import { Alert, type AlertProps } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { failureText } from '../lib/errors'

type FailureProps = AlertProps & {
  text?: string | undefined
  /** What failed, when no text of its own is said of it. */
  error?: unknown
}

/** An error message announced to screen readers. */
export function Failure({ text, error, ...alert }: FailureProps) {
  const said = text ?? (error ? failureText(error) : '')
  if (!said) return null
  return (
    <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />} {...alert}>
      {said}
    </Alert>
  )
}
