import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'

/** Native, because phones show their own list best. */
export function ListBox(props: NativeSelectProps) {
  return (
    <NativeSelect
      size="md"
      rightSection={<IconChevronDown size={20} aria-hidden />}
      rightSectionPointerEvents="none"
      {...props}
    />
  )
}
