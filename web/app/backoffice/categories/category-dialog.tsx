import { CategoryBody, type CategoryRow } from '@campus/contract/catalogue.staff'
import { Alert, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { client } from '../../lib/client'
import { toast } from '../../lib/toasts'
import { Dialog } from '../../ui/dialog'
import { fieldProps, RecordForm } from '../blocks/record'
import { useRecord } from '../blocks/use-record'

type Category = Pick<CategoryRow, 'id' | 'nombre' | 'activa' | 'cursos' | 'version'>

const SHOWN = 'Visible'
const HIDDEN = 'Oculta'

const textOf = ({ nombre, activa }: Pick<Category, 'nombre' | 'activa'>) => ({
  nombre,
  activa: activa ? SHOWN : HIDDEN,
})

/** Only before it is hidden, while courses have it. */
function HidingNote({ category, hidden }: { category: Category; hidden: boolean }) {
  const { activa, cursos } = category
  return (
    <div role="status">
      {hidden && activa && cursos > 0 && (
        <Alert color="yellow" icon={<IconEyeOff aria-hidden />}>
          <Text size="sm" fw={600}>
            {cursos === 1 ? 'La usa 1 curso.' : `La usan ${cursos} cursos.`}
          </Text>
          <Text size="sm">
            {`${cursos === 1 ? 'Sigue' : 'Siguen'} a la venta y en tu catálogo, pero nadie podrá filtrar por ella ` +
              'ni ponerla en otro curso. Puedes volver a mostrarla cuando quieras.'}
          </Text>
        </Alert>
      )}
    </div>
  )
}

type CategoryDialogProps = { category: Category | null; onSaved: () => void; onClose: () => void }

/** A category, or a new one. */
export default function CategoryDialog({ category, onSaved, onClose }: CategoryDialogProps) {
  const [envio] = useState(() => crypto.randomUUID())
  const record = useRecord({
    schema: CategoryBody,
    row: category ?? { nombre: '', activa: true, version: 0 },
    read: textOf,
    body: ({ nombre, activa }, version) => ({ nombre, activa: activa === SHOWN, version }),
    save: (body) =>
      category
        ? client.PUT('/api/gestion/categorias/{id}', { params: { path: { id: String(category.id) } }, body })
        : client.POST('/api/gestion/categorias', { body: { nombre: body.nombre, envio } }),
    onSaved: ({ nombre }) => {
      toast(`Guardamos «${nombre}».`)
      onSaved()
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={category ? category.nombre : 'Nueva categoría'} closedby="closerequest">
      <RecordForm record={record} label="Categoría" action={category ? 'Guardar' : 'Crear la categoría'}>
        <Stack>
          <TextInput label="Nombre" maxLength={80} data-autofocus {...fieldProps(record, 'nombre')} />
          {category && (
            <NativeSelect
              label="En la tienda"
              description="Una categoría oculta no se ofrece al buscar; sus cursos siguen a la venta."
              data={[SHOWN, HIDDEN]}
              {...fieldProps(record, 'activa')}
            />
          )}
          {category && <HidingNote category={category} hidden={record.form.values.activa === HIDDEN} />}
        </Stack>
      </RecordForm>
    </Dialog>
  )
}
