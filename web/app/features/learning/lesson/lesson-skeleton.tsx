import { Skeleton } from '../../../ui/skeleton'
import { Stack } from '../../../ui/stack'
import classes from './lesson.module.css'

export function LessonSkeleton() {
  return (
    <div className={classes.lesson}>
      <div className={classes.trail}>
        <Skeleton height={20} width="60%" />
      </div>
      <div className={classes.columns}>
        <div className={classes.video}>
          <Skeleton aspectRatio="16 / 9" />
        </div>
        <Stack gap="sm">
          <Skeleton height={38} width="70%" />
          <Skeleton height={36} width="60%" />
          <Skeleton height={88} />
        </Stack>
        <div className={classes.aside}>
          <Skeleton height={320} />
        </div>
        <Stack className={classes.body}>
          <Skeleton height={240} />
        </Stack>
      </div>
    </div>
  )
}
