import { BrandBody, type InstalledBrand } from '@campus/contract/settings'
import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { client } from '../../lib/client'
import { toast } from '../../lib/toasts'
import { Dialog } from '../../ui/dialog'
import { fieldProps, RecordForm } from '../blocks/record'
import { useRecord } from '../blocks/use-record'
import { bodyOf, CLOSED, OPEN, textOf } from './brand-texts'

type BrandDialogProps = { brand: InstalledBrand; onSaved: () => void; onClose: () => void }

/** What the platform decides of a brand; the rest is its own *Ajustes*. */
export default function BrandDialog({ brand, onSaved, onClose }: BrandDialogProps) {
  const params = { path: { id: String(brand.id) } }
  const record = useRecord({
    schema: BrandBody,
    row: brand,
    read: textOf,
    body: bodyOf,
    save: (body) => client.PUT('/api/gestion/marcas/{id}', { params, body }),
    onSaved: ({ nombre }) => {
      toast(`Guardamos «${nombre}».`)
      onSaved()
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={brand.nombre} closedby="closerequest">
      <RecordForm record={record} label="Marca" action="Guardar">
        <Stack>
          <TextInput label="Nombre" maxLength={120} data-autofocus {...fieldProps(record, 'nombre')} />
          <Textarea
            label="Dominios"
            description="Uno por línea, como campus.academia.pe. Sin dominio se entra por la dirección común."
            autosize
            minRows={2}
            spellCheck={false}
            {...fieldProps(record, 'dominios')}
          />
          <NativeSelect
            label="Estado"
            description="En una marca cerrada nadie entra ni compra; nada se borra."
            data={[OPEN, CLOSED]}
            {...fieldProps(record, 'activa')}
          />
        </Stack>
      </RecordForm>
    </Dialog>
  )
}
