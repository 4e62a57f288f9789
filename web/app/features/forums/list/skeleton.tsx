import { Skeleton } from '../../../ui/skeleton'
import { Stack } from '../../../ui/stack'

export function ListSkeleton() {
  return (
    <Stack gap="xs">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height={64} />
      ))}
    </Stack>
  )
}
