import { BANNER_RATIO } from '../../../lib/banners'
import { Skeleton } from '../../../ui/skeleton'
import { Stack } from '../../../ui/stack'
import { CourseGrid } from '../course-card'
import classes from './dashboard.module.css'

export function DashboardSkeleton() {
  return (
    <Stack gap="lg">
      <div className={classes.top}>
        <Skeleton height={240} className={classes.lines} />
        <div className={classes.side}>
          <Skeleton height={56} />
          <Skeleton aspectRatio={BANNER_RATIO} className={classes.lines} />
        </div>
      </div>
      <Skeleton height={52} />
      <CourseGrid>
        <Skeleton height={340} />
        <Skeleton height={340} />
        <Skeleton height={340} />
      </CourseGrid>
    </Stack>
  )
}
