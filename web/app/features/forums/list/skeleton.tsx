import { Skeleton, Stack } from '@mantine/core'

export function ListSkeleton() {
  return (
    <Stack gap="xs">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height={64} radius="lg" />
      ))}
    </Stack>
  )
}
