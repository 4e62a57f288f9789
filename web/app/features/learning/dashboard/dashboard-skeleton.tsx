import { SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { BANNER_RATIO } from '../../../lib/banners'
import classes from './dashboard.module.css'

export function DashboardSkeleton() {
  return (
    <Stack gap="lg">
      <div className={classes.top}>
        <Skeleton h={240} radius="xl" />
        <div className={classes.side}>
          <Skeleton mih={56} radius="lg" />
          <Skeleton h="auto" radius="xl" style={{ aspectRatio: BANNER_RATIO }} />
        </div>
      </div>
      <Skeleton h={52} radius="lg" />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing={{ base: 'md', md: 'lg' }}>
        <Skeleton h={340} radius="lg" />
        <Skeleton h={340} radius="lg" />
        <Skeleton h={340} radius="lg" />
      </SimpleGrid>
    </Stack>
  )
}
