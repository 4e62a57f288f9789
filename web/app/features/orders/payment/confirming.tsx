import type { Order } from '@campus/contract/orders'
import { Panel } from '../../../ui/panel'
import { BoughtCourses } from './bought-courses'
import classes from './celebration.module.css'
import { TEXTS } from './texts'

/** Back from the gateway: nothing is owed and nothing is paid until the answer is sure. */
export function Confirming({ order }: { order: Order | undefined }) {
  return (
    <Panel>
      <div className={classes.stage}>
        <span className={classes.turning} />
        <div role="status">
          <h2 className={classes.title}>{TEXTS.confirming}</h2>
          <p className={classes.text}>{TEXTS.confirmingText}</p>
        </div>
        {order && <BoughtCourses lines={order.lineas} />}
      </div>
    </Panel>
  )
}
