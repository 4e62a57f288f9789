import { Skeleton, Stack } from '@mantine/core'

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export function RowsSkeleton() {
  return (
    <Stack gap={1}>
      {PLACES.map((place) => (
        <Skeleton key={place} height={44} radius="xs" />
      ))}
    </Stack>
  )
}
