import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { PageHead } from '../../ui/page-head'
import { useScreenPath } from '../shell/staff'
import { SalesList } from './sales-list'

export default function SalesPage() {
  const register = useScreenPath('ventas/nueva')
  return (
    <>
      <PageHead
        title="Ventas"
        action={
          register && (
            <Button component={Link} to={register} leftSection={<IconPlus size={18} aria-hidden />}>
              Registrar venta
            </Button>
          )
        }
      />
      <SalesList />
    </>
  )
}
