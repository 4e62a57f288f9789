import { Skeleton } from '../../ui/skeleton'
import classes from './comments.module.css'

export function CommentsSkeleton() {
  return ['a', 'b', 'c'].map((key) => (
    <div key={key} className={classes.item}>
      <Skeleton height={44} width={44} className={classes.face} />
      <div className={classes.lines}>
        <Skeleton height={18} width="40%" />
        <Skeleton height={14} />
        <Skeleton height={14} width="70%" />
      </div>
    </div>
  ))
}
