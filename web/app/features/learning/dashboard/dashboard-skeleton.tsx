import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import classes from './dashboard.module.css'

export function DashboardSkeleton() {
  return (
    <Stack gap="xl">
      <div className={classes.top}>
        <div className={classes.lead}>
          <Skeleton h={300} radius="xl" />
          <Skeleton h={70} radius="lg" />
        </div>
        <div className={classes.side}>
          <Skeleton h={170} radius="lg" />
          <Skeleton h={184} radius="lg" />
        </div>
      </div>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg">
        <Skeleton h={340} radius="lg" />
        <Skeleton h={340} radius="lg" />
        <Skeleton h={340} radius="lg" />
      </SimpleGrid>
    </Stack>
  )
}
