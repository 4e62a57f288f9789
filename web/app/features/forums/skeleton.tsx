import { Skeleton, Stack } from '@mantine/core'

/** Cards that are coming. */
export function ListSkeleton() {
  return (
    <Stack gap="md">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height={196} radius="lg" />
      ))}
    </Stack>
  )
}
