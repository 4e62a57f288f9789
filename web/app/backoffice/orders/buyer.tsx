import type { StaffOrder } from '@campus/contract/orders.staff'
import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import item from '../blocks/inbox-item.module.css'
import { studentPath } from '../students/paths'

export function Buyer({ comprador }: Pick<StaffOrder, 'comprador'>) {
  return (
    <>
      <h2 className={item.name}>
        <Anchor component={Link} to={studentPath(comprador.id)} inherit c="inherit" underline="hover">
          {`${comprador.nombres} ${comprador.apellidos}`}
        </Anchor>
      </h2>
      <Text c="dimmed">
        <Anchor href={`mailto:${comprador.correo}`}>{comprador.correo}</Anchor>
      </Text>
    </>
  )
}
