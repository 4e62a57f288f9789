import { COMPLAINT_DOCUMENTS, COMPLAINT_KINDS, COMPLAINT_LENGTHS } from '@campus/contract/rules'
import { type ReactNode, useId } from 'react'
import { formatNumber } from '../../lib/format'
import { Checkbox } from '../../ui/checkbox'
import { SelectField, TextArea, TextField } from '../../ui/field'
import { RadioCards } from '../../ui/radio-cards'
import classes from './complaint-form.module.css'
import type { Field } from './sheet-draft'

export type Errors = Partial<Record<Field, string>>

const DOCUMENT_NAMES: Record<(typeof COMPLAINT_DOCUMENTS)[number], string> = {
  DNI: 'DNI',
  CE: 'Carné de extranjería',
  Pasaporte: 'Pasaporte',
  RUC: 'RUC',
}
const KINDS = (['reclamo', 'queja'] as const).map((value) => ({
  value,
  label: COMPLAINT_KINDS[value].nombre,
  text: COMPLAINT_KINDS[value].texto,
}))
const GOODS = [
  { value: 'servicio', label: 'Servicio', text: 'Un curso, una clase en vivo, un certificado, la atención.' },
  { value: 'producto', label: 'Producto', text: 'Algo que te enviamos o que descargaste.' },
]
const CHANNELS = [
  { value: 'correo', label: 'En mi correo electrónico' },
  { value: 'domicilio', label: 'En mi domicilio' },
]

function Section({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 id={id} className={classes.heading}>
        <span className={classes.number} aria-hidden>
          {number}
        </span>
        <span>{title}</span>
      </h2>
      {children}
    </section>
  )
}

const most = (characters: number) => `Hasta ${formatNumber(characters)} caracteres.`

export function Consumer({ errors }: { errors: Errors }) {
  return (
    <Section number={1} title="Identificación del consumidor">
      <div className={classes.pair}>
        <TextField name="nombres" label="Nombres" error={errors.nombres} required autoComplete="given-name" />
        <TextField name="apellidos" label="Apellidos" error={errors.apellidos} required autoComplete="family-name" />
      </div>
      <div className={classes.pair}>
        <SelectField name="tipo_documento" label="Tipo de documento" error={errors.tipo_documento} required>
          {COMPLAINT_DOCUMENTS.map((value) => (
            <option key={value} value={value}>
              {DOCUMENT_NAMES[value]}
            </option>
          ))}
        </SelectField>
        <TextField
          name="numero_documento"
          label="Número de documento"
          error={errors.numero_documento}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
      <div className={classes.pair}>
        <TextField
          name="correo"
          type="email"
          label="Correo electrónico"
          description="Aquí llegará la copia de tu hoja."
          error={errors.correo}
          required
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          name="telefono"
          type="tel"
          label="Teléfono"
          description="Opcional."
          error={errors.telefono}
          autoComplete="tel"
        />
      </div>
      <TextField
        name="domicilio"
        label="Domicilio"
        description="Dirección, distrito y ciudad."
        error={errors.domicilio}
        required
        autoComplete="street-address"
      />
      <Checkbox name="menor">Soy menor de edad</Checkbox>
      <div className={classes.guardian}>
        <TextField
          name="apoderado"
          label="Padre, madre o apoderado"
          description="Nombres y apellidos de quien te representa."
          error={errors.apoderado}
          autoComplete="off"
        />
      </div>
    </Section>
  )
}

export function Goods({ errors }: { errors: Errors }) {
  return (
    <Section number={2} title="Bien contratado">
      <RadioCards name="bien" legend="¿Qué contrataste?" options={GOODS} chosen="servicio" error={errors.bien} />
      <TextArea
        name="bien_descripcion"
        label="Descripción"
        description={`El curso o lo que compraste y, si lo tienes, el número de tu orden. ${most(COMPLAINT_LENGTHS.bien_descripcion)}`}
        error={errors.bien_descripcion}
        required
        rows={3}
      />
      <TextField
        name="monto"
        label="Monto reclamado"
        description="Opcional, en soles."
        error={errors.monto}
        inputMode="decimal"
        leftSection="S/"
        autoComplete="off"
        className={classes.amount}
      />
    </Section>
  )
}

export function Claim({ errors }: { errors: Errors }) {
  return (
    <Section number={3} title="Detalle de la reclamación y pedido">
      <RadioCards name="tipo" legend="¿Qué presentas?" options={KINDS} error={errors.tipo} />
      <TextArea
        name="detalle"
        label="Detalle"
        description={`Qué pasó y cuándo. ${most(COMPLAINT_LENGTHS.detalle)}`}
        error={errors.detalle}
        required
        rows={6}
      />
      <TextArea
        name="pedido"
        label="Pedido"
        description={`Qué solución esperas. ${most(COMPLAINT_LENGTHS.pedido)}`}
        error={errors.pedido}
        required
        rows={4}
      />
      <RadioCards
        name="canal_respuesta"
        legend="¿Dónde quieres recibir la respuesta?"
        options={CHANNELS}
        chosen="correo"
        error={errors.canal_respuesta}
      />
      <Checkbox name="conforme" required error={errors.conforme}>
        Declaro que los datos de esta hoja son verdaderos. Esta conformidad reemplaza mi firma.
      </Checkbox>
    </Section>
  )
}
