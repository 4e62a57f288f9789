import { Skeleton } from '../../../ui/skeleton'
import { Stack } from '../../../ui/stack'
import classes from './modules.module.css'

export function ModulesSkeleton() {
  return (
    <>
      <div className={classes.waiting}>
        <Skeleton height={20} width={220} />
        <Skeleton className={classes.header} />
      </div>
      <div className={classes.columns}>
        <Stack>
          <Skeleton height={28} width={260} />
          <Skeleton height={470} />
        </Stack>
        <div className={classes.side}>
          <Skeleton height={360} />
          <Skeleton height={90} />
        </div>
      </div>
    </>
  )
}
