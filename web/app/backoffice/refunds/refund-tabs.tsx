import { LinkTabs } from '../blocks/link-tabs'

const TABS = [
  { to: '/gestion/devoluciones', text: 'Por atender' },
  { to: '/gestion/devoluciones/hechas', text: 'Hechas' },
]

export const RefundTabs = () => <LinkTabs label="Devoluciones" tabs={TABS} />
