import { IconAlertCircle } from '@tabler/icons-react'
import { failureText } from '../lib/errors'
import { Alert } from './alert'

const SPACE = { sm: '0.75rem', md: '1rem', lg: '1.25rem' } as const

type FailureProps = {
  title?: string
  text?: string | undefined
  /** What failed, when no text of its own is said of it. */
  error?: unknown
  /** The space above and below. */
  mt?: keyof typeof SPACE
  mb?: keyof typeof SPACE
}

/** An error message announced to screen readers. */
export function Failure({ title, text, error, mt, mb }: FailureProps) {
  const said = text ?? (error ? failureText(error) : '')
  if (!said) return null
  const space = { marginTop: mt && SPACE[mt], marginBottom: mb && SPACE[mb] }
  return (
    <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />} title={title} style={space}>
      {said}
    </Alert>
  )
}
