import { Skeleton } from '@mantine/core'
import classes from './comments.module.css'

export function CommentsSkeleton() {
  return ['a', 'b', 'c'].map((key) => (
    <div key={key} className={classes.item}>
      <Skeleton circle height={44} />
      <div>
        <Skeleton height={18} width="40%" mb={10} />
        <Skeleton height={14} mb={8} />
        <Skeleton height={14} width="70%" mb={24} />
      </div>
    </div>
  ))
}
