import type { Complaint } from '@campus/contract/complaints.staff'
import { COMPLAINT_KINDS } from '@campus/contract/rules'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { formatDateTime, formatDay, formatMoney } from '../../lib/format'
import { Facts } from '../../ui/facts'
import { AgeMark } from '../blocks/inbox'
import item from '../blocks/inbox-item.module.css'
import { dueOf } from './due'

/** The whole sheet, as the consumer filled it in. */
export function Sheet({ complaint }: { complaint: Complaint }) {
  const { nombres, apellidos, tipo, numero, creado_en, vence, estado, pdf } = complaint
  const { detalle, pedido, bien, bien_descripcion, monto, canal_respuesta } = complaint
  const { tipo_documento, numero_documento, correo, telefono, domicilio, apoderado } = complaint
  const mail = <Anchor href={`mailto:${correo}`}>{correo}</Anchor>
  const phone = telefono && <Anchor href={`tel:${telefono.replaceAll(' ', '')}`}>{telefono}</Anchor>
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <h2 className={item.name}>{`${nombres} ${apellidos}`}</h2>
          <Text c="dimmed">{`${COMPLAINT_KINDS[tipo].nombre} N.º ${numero} · ${formatDateTime(creado_en)}`}</Text>
          <Group gap={8} mt={4}>
            <AgeMark age={dueOf(complaint, Date.now())} />
            {(estado === 'pendiente' || estado === 'por_vencer') && (
              <Text size="sm" c="dimmed">{`Último día: ${formatDay(vence)}`}</Text>
            )}
          </Group>
        </div>
        <Button
          component="a"
          href={pdf}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          leftSection={<IconFileText size={18} aria-hidden />}
        >
          Abrir la hoja en PDF
        </Button>
      </Group>
      <Facts
        facts={[
          ['Detalle', detalle],
          ['Pedido', pedido],
          [bien === 'servicio' ? 'Servicio' : 'Producto', bien_descripcion],
          ['Monto', monto === null ? 'No lo indicó' : formatMoney(monto)],
          ['Respuesta en', canal_respuesta === 'correo' ? 'Su correo' : 'Su domicilio'],
        ]}
      />
      <Text component="h3" mt={24} size="lg" fw={650}>
        Consumidor
      </Text>
      <Facts
        facts={[
          apoderado && ['Apoderado', `${apoderado} (el consumidor es menor de edad)`],
          [tipo_documento, numero_documento],
          ['Correo', mail],
          phone && ['Teléfono', phone],
          ['Domicilio', domicilio],
        ]}
      />
    </>
  )
}
