import { PageHead } from '../../ui/page-head'
import { Channels } from './channels'
import { History } from './history'
import { MessageForm } from './message-form'
import classes from './support.module.css'
import { T } from './texts'

/** Help: a message that becomes a numbered ticket, the other channels and what was asked before. */
export default function SupportPage() {
  return (
    <>
      <PageHead title={T.title} lead={T.lead} />
      <div className={classes.page}>
        <MessageForm />
        <Channels />
        <History />
      </div>
    </>
  )
}
