import { Skeleton, Stack } from '@mantine/core'
import classes from './modules.module.css'

const ROWS = ['a', 'b', 'c', 'd']

export function ModulesSkeleton() {
  return (
    <>
      <Skeleton h={20} w={220} mb="md" />
      <Skeleton h={254} radius="xl" mb={32} />
      <div className={classes.columns}>
        <Stack gap={12}>
          <Skeleton h={30} w={260} mb={4} />
          {ROWS.map((key) => (
            <Skeleton key={key} h={76} radius="lg" />
          ))}
        </Stack>
        <Stack gap={12}>
          {ROWS.map((key) => (
            <Skeleton key={key} h={72} radius="lg" />
          ))}
        </Stack>
      </div>
    </>
  )
}
