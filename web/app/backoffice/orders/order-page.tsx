import { shortNumber } from '@campus/contract/order-rules'
import { useParams } from 'react-router'
import { PageHead } from '../../ui/page-head'
import { Panel } from '../../ui/panel'
import { isAllowed, useStaff } from '../shell/staff'
import { OpenOrder } from './open-order'
import ReviewPage from './review-page'

/** One order; those who decide about payments have it in their list. */
export default function OrderPage() {
  const staff = useStaff()
  const { numero } = useParams()
  if (!numero || isAllowed(staff, 'devoluciones')) return <ReviewPage />
  return (
    <>
      <PageHead title={`Orden ${shortNumber(numero)}`} />
      <Panel>
        <OpenOrder key={numero} numero={numero} next={null} />
      </Panel>
    </>
  )
}
