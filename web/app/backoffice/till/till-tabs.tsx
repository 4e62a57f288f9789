import { LinkTabs } from '../blocks/link-tabs'
import { useScreenPath } from '../shell/staff'

/** The sales, and the cash of those who take it. */
export function TillTabs() {
  const [till, closings] = [useScreenPath('caja'), useScreenPath('caja/cierres')]
  const tabs = [
    { to: '/gestion/ventas', text: 'Ventas' },
    ...(till ? [{ to: till, text: 'Caja de hoy' }] : []),
    ...(closings ? [{ to: closings, text: 'Cierres' }] : []),
  ]
  return tabs.length > 1 ? <LinkTabs label="Ventas" tabs={tabs} /> : null
}
