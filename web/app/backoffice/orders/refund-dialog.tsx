import { MEDIA, MEDIUM_NAMES, type Medium } from '@campus/contract/media'
import type { StaffOrder } from '@campus/contract/orders.staff'
import { RefundDraft, type SentRefund } from '@campus/contract/refunding'
import { MAX_REFUND_TEXT } from '@campus/contract/returned'
import { Anchor, Checkbox, Group, NativeSelect, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { client } from '../../lib/client'
import { formatMoney } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { NewDialog } from '../blocks/new-dialog'
import { NumberField } from '../blocks/number-field'
import { useRefresh } from '../blocks/use-refresh'
import { endedText } from './ended'
import classes from './orders.module.css'

type Part = { id_curso: number; nombre: string; queda: number; elegido: boolean; monto: number | null; cierra: boolean }

type Values = {
  /** By course; otherwise `monto` of the whole sale. */
  entera: boolean
  lineas: Part[]
  monto: number | null
  via: 'pasarela' | 'registrada'
  medio: Exclude<Medium, 'cortesia'>
  operacion: string
  motivo: string
}

type Form = UseFormReturnType<Values>

const RETURNED_BY = MEDIA.filter((medio) => medio !== 'cortesia').map((medio) => ({
  value: medio,
  label: medio === 'mercadopago' ? 'En el panel de MercadoPago' : MEDIUM_NAMES[medio],
}))

const inSoles = (centimos: number): number => Math.round(centimos * 100) / 100

/** What may go back of each course that something was paid for. */
function partsOf({ lineas }: StaffOrder, asked: number[] | undefined): Part[] {
  const held = lineas.filter(({ pagado, devuelto }) => pagado > devuelto)
  return held.map(({ id_curso, nombre, pagado, devuelto, cerrada_en }) => {
    const queda = inSoles(pagado - devuelto)
    const elegido = asked?.includes(id_curso) ?? held.length === 1
    return { id_curso, nombre, queda, elegido, monto: queda, cierra: cerrada_en === null }
  })
}

const chosenOf = ({ entera, lineas }: Values): Part[] => (entera ? [] : lineas.filter(({ elegido }) => elegido))

function sumOf(values: Values): number {
  if (values.entera) return values.monto ?? 0
  return inSoles(chosenOf(values).reduce((sum, { monto }) => sum + (monto ?? 0), 0))
}

function bodyOf(numero: string, responde: boolean, values: Values, envio: string): RefundDraft {
  const { entera, monto: amount, via, medio, operacion, motivo } = values
  const chosen = chosenOf(values)
  const lineas = chosen.map(({ id_curso, monto }) => ({ id_curso, monto: monto ?? 0 }))
  return {
    ...{ numero, motivo, envio, responde },
    ...(entera ? { monto: amount ?? 0 } : { lineas }),
    cierra: chosen.flatMap(({ id_curso, cierra }) => (cierra ? [id_curso] : [])),
    ...(via === 'pasarela' ? { via } : { via, medio, operacion }),
  }
}

function PartRow({ form, at, only }: { form: Form; at: number; only: boolean }) {
  const part = form.getValues().lineas[at]
  if (!part) return null
  const set = (changes: Partial<Part>) => form.setFieldValue(`lineas.${at}`, { ...part, ...changes })
  return (
    <li className={classes.part}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        {only ? (
          <Text fw={600}>{part.nombre}</Text>
        ) : (
          <Checkbox
            label={part.nombre}
            checked={part.elegido}
            onChange={(event) => set({ elegido: event.currentTarget.checked })}
          />
        )}
        {part.elegido && (
          <NumberField
            aria-label={`Soles que se devuelven de ${part.nombre}`}
            w={104}
            leftSection="S/"
            money
            data-path="monto"
            value={part.monto}
            onChange={(monto) => set({ monto })}
          />
        )}
      </Group>
      {part.elegido && (
        <Checkbox
          mt="xs"
          label="Cerrar su acceso"
          checked={part.cierra}
          onChange={(event) => set({ cierra: event.currentTarget.checked })}
        />
      )}
    </li>
  )
}

/** By course, or an amount of the whole sale. */
function What({ form, asked }: { form: Form; asked: boolean }) {
  const { entera, lineas } = form.getValues()
  const turn = () => {
    form.clearErrors()
    form.setFieldValue('entera', !entera)
  }
  const left = inSoles(lineas.reduce((sum, { queda }) => sum + queda, 0))
  const wrong = form.errors.monto ?? form.errors.lineas
  return (
    <div>
      {entera ? (
        <NumberField
          label="Soles que se devuelven"
          description={`Hasta ${formatMoney(left)}, de todos los cursos en proporción. Ninguno se cierra.`}
          leftSection="S/"
          money
          data-autofocus
          {...form.getInputProps('monto')}
          value={form.getValues().monto}
          onChange={(monto) => form.setFieldValue('monto', monto)}
        />
      ) : (
        <>
          <ul aria-label="Cursos">
            {lineas.map(({ id_curso }, at) => (
              <PartRow key={id_curso} form={form} at={at} only={lineas.length === 1} />
            ))}
          </ul>
          {wrong && (
            <Text c="red" size="sm" role="alert">
              {wrong}
            </Text>
          )}
        </>
      )}
      {lineas.length > 1 && !asked && (
        <Anchor component="button" type="button" size="sm" className={classes.turn} onClick={turn}>
          {entera ? 'Elegir por curso' : 'Otro monto'}
        </Anchor>
      )}
    </div>
  )
}

function Way({ form, online }: { form: Form; online: boolean }) {
  const { via } = form.getValues()
  return (
    <Stack gap="sm">
      {online && (
        <Radio.Group label="Cómo vuelve el dinero" {...form.getInputProps('via')}>
          <Stack gap="xs" mt="xs">
            <Radio value="pasarela" label="MercadoPago lo devuelve ahora" />
            <Radio value="registrada" label="Ya lo devolví" />
          </Stack>
        </Radio.Group>
      )}
      {via === 'registrada' && (
        <Group grow align="flex-start">
          <NativeSelect label="Cómo lo devolviste" data={RETURNED_BY} {...form.getInputProps('medio')} />
          <TextInput label="Número de operación (opcional)" maxLength={40} {...form.getInputProps('operacion')} />
        </Group>
      )}
    </Stack>
  )
}

function consequences(order: StaffOrder, values: Values): string {
  const closing = chosenOf(values).filter(({ cierra }) => cierra)
  const texts = closing.map(({ id_curso, nombre }) => {
    const line = order.lineas.find((one) => one.id_curso === id_curso)
    const certificate = line?.certificado ? ', con un certificado que deja de valer' : ''
    return `«${nombre}» se cierra con ${line?.avance ?? 0} % de avance${certificate}.`
  })
  const told = `Le avisamos a ${order.comprador.nombres}.`
  return [`Se devolverán ${formatMoney(sumOf(values))}.`, ...texts, endedText(order), told].filter(Boolean).join(' ')
}

const TEXTS: Record<SentRefund['estado'], (sent: SentRefund, name: string) => string> = {
  hecha: ({ monto }, name) => `Devolviste ${formatMoney(monto)}: le avisamos a ${name}.`,
  enviada: () => 'MercadoPago todavía no responde: seguimos pidiéndolo y te avisamos si no se puede.',
  fallida: ({ error }) => `No se devolvió el dinero. ${error ?? ''}`,
  anulada: () => 'Esta devolución ya se anuló.',
}

const tell = (sent: SentRefund, name: string): void =>
  toast(TEXTS[sent.estado](sent, name), sent.estado === 'fallida' ? { color: 'red' } : {})

type RefundDialogProps = {
  order: StaffOrder
  /** The courses whose money the buyer asked for, which it answers. */
  asked?: number[]
  onDone: () => unknown
  onClose: () => void
}

/** Money that goes back, course by course: by the gateway, or as staff did it. */
export default function RefundDialog({ order, asked, onDone, onClose }: RefundDialogProps) {
  const { numero, comprador, movimientos, en_pasarela } = order
  const refresh = useRefresh(
    '/api/gestion/ordenes',
    '/api/gestion/ordenes/{numero}',
    '/api/gestion/devoluciones',
    '/api/gestion/bandeja',
  )
  const online = en_pasarela && movimientos.some(({ tipo, medio }) => tipo === 'cobro' && medio === 'mercadopago')
  const charged = movimientos.find(({ tipo }) => tipo === 'cobro')?.medio
  const values: Values = {
    entera: false,
    lineas: partsOf(order, asked),
    monto: null,
    via: online ? 'pasarela' : 'registrada',
    medio: !charged || charged === 'cortesia' ? 'efectivo' : charged,
    operacion: '',
    motivo: asked ? 'La pidió quien compró.' : '',
  }
  return (
    <NewDialog
      title="Devolver dinero"
      action={(now) => `Devolver ${formatMoney(sumOf(now))}`}
      values={values}
      schema={RefundDraft}
      body={(now, envio) => bodyOf(numero, asked !== undefined, now, envio)}
      send={(body, password) => client.POST('/api/gestion/devoluciones', { body: { ...body, password } })}
      confirm={{ action: 'Devolver', text: (now) => consequences(order, now) }}
      onDone={async (sent: SentRefund) => {
        tell(sent, comprador.nombres)
        await refresh()
        await onDone()
        onClose()
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <What form={form} asked={asked !== undefined} />
          <Way form={form} online={online} />
          <Textarea
            label="Por qué se devuelve"
            description="Queda en el historial de la orden."
            autosize
            minRows={2}
            maxLength={MAX_REFUND_TEXT}
            {...form.getInputProps('motivo')}
          />
        </>
      )}
    </NewDialog>
  )
}
