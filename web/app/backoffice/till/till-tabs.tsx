import { LinkTabs } from '../blocks/link-tabs'
import { useScreenPath } from '../shell/staff'

/** One's own till, and what everybody counted, for those who may see it. */
export function TillTabs() {
  const [till, closings] = [useScreenPath('caja'), useScreenPath('caja/cierres')]
  if (!till || !closings) return null
  const tabs = [
    { to: till, text: 'Caja de hoy' },
    { to: closings, text: 'Cierres' },
  ]
  return <LinkTabs label="Caja" tabs={tabs} />
}
