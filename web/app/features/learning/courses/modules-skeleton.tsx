import { Skeleton } from '@mantine/core'
import classes from './modules.module.css'

export function ModulesSkeleton() {
  return (
    <>
      <Skeleton h={20} w={220} mt={12} mb={24} />
      <Skeleton h={{ base: 284, sm: 188 }} radius="xl" mb={24} />
      <div className={classes.columns}>
        <div>
          <Skeleton h={28} w={260} mb={14} />
          <Skeleton h={470} radius="lg" />
        </div>
        <div className={classes.side}>
          <Skeleton h={360} radius="lg" />
          <Skeleton h={90} radius="lg" />
        </div>
      </div>
    </>
  )
}
