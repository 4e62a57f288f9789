import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import classes from './dashboard.module.css'

/** The dashboard's shape while it comes. */
export function DashboardSkeleton() {
  return (
    <Stack gap="xl">
      <div className={classes.top}>
        <Skeleton h={300} radius="xl" />
        <div className={classes.side}>
          <SimpleGrid cols={2} spacing="md">
            <Skeleton h={100} radius="lg" />
            <Skeleton h={100} radius="lg" />
          </SimpleGrid>
          <Skeleton h={184} radius="lg" />
        </div>
      </div>
      <Skeleton radius="xl" style={{ aspectRatio: '1600 / 560', height: 'auto' }} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg">
        <Skeleton h={340} radius="lg" />
        <Skeleton h={340} radius="lg" />
        <Skeleton h={340} radius="lg" />
      </SimpleGrid>
    </Stack>
  )
}
