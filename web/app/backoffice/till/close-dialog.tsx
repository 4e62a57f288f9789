import { MAX_REFUND_TEXT } from '@campus/contract/returned'
import { CloseTillBody } from '@campus/contract/till'
import { Text, Textarea } from '@mantine/core'
import { client } from '../../lib/client'
import { ApiError } from '../../lib/errors'
import { formatMoney } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { NewDialog } from '../blocks/new-dialog'
import { NumberField } from '../blocks/number-field'
import { useRefresh } from '../blocks/use-refresh'
import { differenceText } from './words'

type Values = { contado: number | null; nota: string }

type CloseDialogProps = {
  /** The cash that there should be, in soles. */
  expected: number
  onClose: () => void
}

/** The counted cash, with what is missing or left over before it is closed. */
export default function CloseDialog({ expected, onClose }: CloseDialogProps) {
  const refresh = useRefresh('/api/gestion/caja', '/api/gestion/caja/cierres')
  const differs = ({ contado }: Values) => contado !== null && differenceText(contado - expected) !== null
  /** Another sale came meanwhile: the sum that is expected is read again. */
  const changed = (error: unknown): Record<string, string> => {
    const text = error instanceof ApiError ? error.errors.esperado?.[0] : undefined
    if (!text) return {}
    void refresh()
    return { contado: text }
  }
  return (
    <NewDialog
      title="Cerrar caja"
      action="Cerrar caja"
      values={{ contado: null, nota: '' } as Values}
      schema={CloseTillBody}
      body={(values, envio) => ({
        ...{ esperado: expected, contado: values.contado ?? Number.NaN, envio },
        ...(differs(values) && { nota: values.nota }),
      })}
      send={(body) => client.POST('/api/gestion/caja/cierres', { body })}
      refused={changed}
      onDone={async ({ diferencia }) => {
        toast(`Cerraste tu caja. ${differenceText(diferencia) ?? 'Cuadra.'}`)
        await refresh()
        onClose()
      }}
      onClose={onClose}
    >
      {(form) => {
        const values = form.getValues()
        const difference = values.contado === null ? null : (differenceText(values.contado - expected) ?? 'Cuadra.')
        return (
          <>
            <Text>{`En efectivo deberías tener ${formatMoney(expected)}.`}</Text>
            <NumberField
              label="Efectivo contado"
              leftSection="S/"
              money
              data-autofocus
              {...form.getInputProps('contado')}
              value={values.contado}
              onChange={(contado) => form.setFieldValue('contado', contado)}
            />
            <Text role="status" fw={600}>
              {difference ?? ''}
            </Text>
            {differs(values) && (
              <Textarea
                label="Por qué no cuadra"
                autosize
                minRows={2}
                maxLength={MAX_REFUND_TEXT}
                {...form.getInputProps('nota')}
              />
            )}
          </>
        )
      }}
    </NewDialog>
  )
}
