import { SalesPeriod } from '@campus/contract/receipts'
import { Group, TextInput } from '@mantine/core'
import { client } from '../../lib/client'
import { count, formatDate } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { NewDialog } from '../blocks/new-dialog'
import { today } from '../sales/sale-draft'

type ExportDialogProps = { from: string; to: string; onClose: () => void }

const dayText = (day: string): string => formatDate(`${day}T12:00:00Z`)

/** A file of the period's money, which the browser downloads as the server makes it. */
export default function ExportDialog({ from, to, onClose }: ExportDialogProps) {
  return (
    <NewDialog
      title="Descargar para contabilidad"
      action="Descargar"
      values={{ desde_dia: from || `${today().slice(0, 8)}01`, hasta_dia: to || today() }}
      schema={SalesPeriod}
      body={(values) => values}
      send={(body, password) => client.POST('/api/gestion/ventas/exportar', { body: { ...body, password } })}
      confirm={{
        action: 'Descargar',
        text: ({ desde_dia, hasta_dia }) =>
          `El archivo tiene cada cobro y devolución del ${dayText(desde_dia)} al ${dayText(hasta_dia)}, con nombres y documentos de quienes compraron.`,
      }}
      onDone={({ enlace, filas }) => {
        const link = document.createElement('a')
        link.href = enlace
        link.download = ''
        link.click()
        toast(`La descarga empezó: ${count(filas, 'movimiento', 'movimientos')}.`)
      }}
      onClose={onClose}
    >
      {(form) => (
        <Group grow align="flex-start">
          <TextInput type="date" label="Desde" data-autofocus {...form.getInputProps('desde_dia')} />
          <TextInput type="date" label="Hasta" {...form.getInputProps('hasta_dia')} />
        </Group>
      )}
    </NewDialog>
  )
}
