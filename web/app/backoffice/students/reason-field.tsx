import { Textarea, type TextareaProps } from '@mantine/core'

/** Why it is done to a student. */
export const ReasonField = (props: TextareaProps) => (
  <Textarea
    description="Queda en el historial de la academia."
    autosize
    minRows={2}
    maxRows={8}
    maxLength={500}
    {...props}
  />
)
