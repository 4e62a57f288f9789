import { Button, Group } from '@mantine/core'
import { IconDownload, IconPlus } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Late } from '../../ui/late'
import { PageHead } from '../../ui/page-head'
import { ActMenu, MenuAct } from '../blocks/act-menu'
import { isAllowed, useScreenPath, useStaff } from '../shell/staff'
import { SalesList } from './sales-list'

const ExportDialog = lazy(() => import('./export-dialog'))

export default function SalesPage() {
  const register = useScreenPath('ventas/nueva')
  const exports = isAllowed(useStaff(), 'contabilidad')
  const [asking, setAsking] = useState(false)
  const [query] = useSearchParams()
  return (
    <>
      <PageHead
        title="Ventas"
        action={
          register && (
            <Group gap="xs" wrap="nowrap">
              <Button component={Link} to={register} leftSection={<IconPlus size={18} aria-hidden />}>
                Registrar venta
              </Button>
              {exports && (
                <ActMenu label="Más acciones" variant="default">
                  <MenuAct icon={IconDownload} label="Descargar para contabilidad…" onClick={() => setAsking(true)} />
                </ActMenu>
              )}
            </Group>
          )
        }
      />
      <SalesList />
      {asking && (
        <Late fallback={null}>
          <ExportDialog
            from={query.get('desde_dia') ?? ''}
            to={query.get('hasta_dia') ?? ''}
            onClose={() => setAsking(false)}
          />
        </Late>
      )}
    </>
  )
}
