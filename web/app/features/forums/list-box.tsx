import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'

/** The device's own list of choices, which every phone draws best. */
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
