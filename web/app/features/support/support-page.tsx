import { lazy } from 'react'
import { useBrand } from '../../lib/brand'
import { Late } from '../../ui/late'
import { PageHead } from '../../ui/page-head'
import { Skeleton } from '../../ui/skeleton'
import { Channels } from './channels'
import { History } from './history'
import classes from './support.module.css'
import { TEXTS } from './texts'

// Lazy, because its validation brings Zod.
const MessageForm = lazy(() => import('./message-form'))

/** A message that becomes a numbered ticket, the other channels and earlier tickets. */
export default function SupportPage() {
  const { envia_correos } = useBrand()
  return (
    <>
      <PageHead title={TEXTS.title} lead={envia_correos ? TEXTS.lead : TEXTS.leadHere} />
      <div className={classes.page}>
        <Late fallback={<Skeleton height={310} />}>
          <MessageForm />
        </Late>
        <Channels />
        <History />
      </div>
    </>
  )
}
