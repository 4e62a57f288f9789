import { type Coupon, CouponBody, NewCoupon } from '@campus/contract/coupons'
import { MultiSelect, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { newEnvio } from '../../lib/envio'
import { toast } from '../../lib/toasts'
import { Dialog } from '../../ui/dialog'
import { foundOptions } from '../blocks/found-options'
import { fieldProps, RecordForm } from '../blocks/record'
import { type RecordState, useRecord } from '../blocks/use-record'
import { type CouponValues, EMPTY, idsIn, newCoupon, termsOf, valuesOf } from './coupon-draft'
import classes from './coupons.module.css'

type Record = RecordState<CouponValues>
type PartProps = { record: Record; coupon: Coupon | null }

/** One code that is written, or many that are made afterwards; said once, at the beginning. */
function Code({ record }: { record: Record }) {
  const { form } = record
  return (
    <div className={classes.group}>
      <SegmentedControl
        fullWidth
        aria-label="Códigos"
        data={[
          { value: 'uno', label: 'Un código' },
          { value: 'varios', label: 'Códigos de un uso' },
        ]}
        value={form.values.tipo}
        onChange={(tipo) => form.setFieldValue('tipo', tipo as CouponValues['tipo'])}
      />
      {form.values.tipo === 'uno' ? (
        <TextInput
          label="Código"
          description="Lo que la persona escribe en el carrito. Solo letras y números."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          {...fieldProps(record, 'codigo')}
        />
      ) : (
        <p className={classes.note}>Los creas después, en la página del cupón: cada código vale para una compra.</p>
      )}
    </div>
  )
}

function Off({ record, coupon }: PartProps) {
  const { form } = record
  const { clase } = form.values
  const fixed = coupon?.estrenado ?? false
  return (
    <div className={classes.group}>
      {!fixed && (
        <SegmentedControl
          fullWidth
          aria-label="Qué descuenta"
          data={[
            { value: 'porcentaje', label: 'Un porcentaje' },
            { value: 'monto', label: 'Un monto' },
          ]}
          value={clase}
          onChange={(chosen) => form.setFieldValue('clase', chosen as CouponValues['clase'])}
        />
      )}
      <TextInput
        label="Descuento"
        leftSection={clase === 'monto' ? 'S/' : undefined}
        rightSection={clase === 'porcentaje' ? '%' : undefined}
        inputMode={clase === 'monto' ? 'decimal' : 'numeric'}
        autoComplete="off"
        maxLength={40}
        disabled={fixed}
        {...fieldProps(record, clase === 'monto' ? 'descuento' : 'porcentaje')}
        {...(fixed && { description: 'Ya hay compras con este cupón: para otro descuento, crea otro.' })}
      />
    </div>
  )
}

/** Those on sale, and those of the coupon that no longer are. */
function Courses({ record, coupon }: PartProps) {
  const { form } = record
  const sold = api.useQuery('get', '/api/gestion/ventas/cursos').data?.data.cursos ?? []
  const known = [...(coupon?.cursos ?? []), ...sold]
  const names = new Map(known.map(({ id, nombre }) => [String(id), nombre]))
  return (
    <MultiSelect
      label="Cursos"
      placeholder={form.values.cursos === '' ? 'Todos los cursos' : ''}
      searchable
      disabled={coupon?.estrenado ?? false}
      filter={foundOptions}
      scrollAreaProps={{ viewportProps: { tabIndex: -1 } }}
      nothingFoundMessage="Ningún curso a la venta con ese nombre."
      data={[...names].map(([value, label]) => ({ value, label }))}
      value={idsIn(form.values.cursos).filter((id) => names.has(id))}
      onChange={(ids) => form.setFieldValue('cursos', ids.join())}
      error={form.errors.cursos}
    />
  )
}

function Limits({ record }: { record: Record }) {
  return (
    <>
      <div className={classes.pair}>
        <TextInput type="date" label="Desde" {...fieldProps(record, 'desde')} />
        <TextInput type="date" label="Hasta" {...fieldProps(record, 'hasta')} />
      </div>
      <div className={classes.pair}>
        {record.form.values.tipo === 'uno' && (
          <TextInput
            label="Usos en total"
            placeholder="Sin límite"
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            {...fieldProps(record, 'usos')}
          />
        )}
        <TextInput
          label="Usos por persona"
          placeholder="Sin límite"
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          {...fieldProps(record, 'usos_persona')}
        />
      </div>
    </>
  )
}

type CouponDialogProps = { coupon: Coupon | null; onSaved: (coupon: Coupon) => void; onClose: () => void }

/** A coupon, or a new one. */
export default function CouponDialog({ coupon, onSaved, onClose }: CouponDialogProps) {
  const [envio] = useState(newEnvio)
  const record = useRecord({
    schema: coupon ? CouponBody : NewCoupon,
    row: coupon ?? (EMPTY as unknown as Coupon),
    read: valuesOf,
    body: (values: CouponValues, version) => ({ ...newCoupon(values, envio), version }),
    save: (body, values) =>
      coupon
        ? client.PUT('/api/gestion/cupones/{id}', {
            params: { path: { id: String(coupon.id) } },
            body: { ...termsOf(values), version: body.version },
          })
        : client.POST('/api/gestion/cupones', { body: newCoupon(values, envio) }),
    onSaved: (saved: Coupon) => {
      toast(coupon ? `Guardamos «${saved.nombre}».` : `El cupón «${saved.nombre}» está listo.`)
      onSaved(saved)
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={coupon ? 'Cambiar el cupón' : 'Nuevo cupón'} closedby="closerequest">
      <RecordForm record={record} label="Cupón" action={coupon ? 'Guardar' : 'Crear el cupón'}>
        <Stack>
          <TextInput
            label="Nombre"
            description="Solo lo ve tu equipo."
            maxLength={80}
            data-autofocus
            {...fieldProps(record, 'nombre')}
          />
          {!coupon && <Code record={record} />}
          <Off record={record} coupon={coupon} />
          <Courses record={record} coupon={coupon} />
          <Limits record={record} />
        </Stack>
      </RecordForm>
    </Dialog>
  )
}
