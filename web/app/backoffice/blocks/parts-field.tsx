import { Button, Input, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { useField } from './findings'
import classes from './part-row.module.css'

export type PartsFieldProps = {
  label: string
  /** A heading beside it says the same. */
  labelHidden?: boolean
  description?: string | undefined
  path: (string | number)[]
  /** *Agregar par* */
  add: string
  onAdd: () => void
  full: boolean
  gap?: 4 | 'md'
  list?: Ref<HTMLDivElement>
  children: ReactNode
}

/** Rows of a document with the button that adds one. */
export function PartsField(props: PartsFieldProps) {
  const { label, labelHidden = false, description, path, add, onAdd, full, gap = 4, list, children } = props
  return (
    <Input.Wrapper
      component="fieldset"
      label={labelHidden ? undefined : label}
      aria-label={label}
      labelElement="div"
      description={description}
      className={classes.fieldset}
      {...useField()(...path)}
    >
      <Stack gap={gap} mt="xs" ref={list}>
        {children}
      </Stack>
      <Button variant="subtle" mt="xs" leftSection={<IconPlus size={18} aria-hidden />} disabled={full} onClick={onAdd}>
        {add}
      </Button>
    </Input.Wrapper>
  )
}
