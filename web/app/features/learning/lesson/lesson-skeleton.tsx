import { Skeleton, Stack } from '@mantine/core'
import classes from './lesson.module.css'

export function LessonSkeleton() {
  return (
    <div className={classes.lesson}>
      <Skeleton h={20} w="60%" mt={12} mb={24} />
      <div className={classes.columns}>
        <div className={classes.video}>
          <Skeleton radius="lg" style={{ aspectRatio: '16 / 9', height: 'auto', flex: 'none' }} />
        </div>
        <Stack gap="sm">
          <Skeleton h={38} w="70%" />
          <Skeleton h={36} w="60%" />
          <Skeleton h={88} radius="lg" />
        </Stack>
        <div className={classes.aside}>
          <Skeleton h={320} radius="lg" />
        </div>
        <Stack className={classes.body}>
          <Skeleton h={240} radius="lg" />
        </Stack>
      </div>
    </div>
  )
}
