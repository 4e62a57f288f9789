import { type BrandSettings, MAX_CERTIFICATE_TEXT, NETWORKS, SettingsBody } from '@campus/contract/settings'
import { Button, ColorInput, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { Late } from '../../ui/late'
import { PageHead } from '../../ui/page-head'
import { fieldId, focusField } from '../blocks/findings'
import { LoadedScreen } from '../blocks/loaded-screen'
import { FieldGroup, fieldProps, RecordForm } from '../blocks/record'
import { useRecord } from '../blocks/use-record'
import { useRefresh } from '../blocks/use-refresh'
import { BrandPicture } from './brand-picture'
import {
  bodyOf,
  examsText,
  NETWORK_NAMES,
  type NUMBERS,
  OFFER_NAMES,
  OFFER_TEXTS,
  refundText,
  type SettingsValues,
  textOf,
} from './settings-texts'
import { ThemePreview } from './theme-preview'

const CertificateSample = lazy(() => import('./certificate-sample'))

const SETTINGS = api.queryOptions('get', '/api/gestion/marca', {})

const PICTURES = [
  { field: 'logo', which: 'logo', label: 'Logo', text: 'Completo, para correos y certificados.' },
  {
    field: 'isotipo',
    which: 'isotipo',
    label: 'Isotipo',
    text: 'Cuadrado, para la cabecera y el icono de la aplicación.',
  },
  { field: 'firma_imagen', which: 'firma', label: 'Imagen de la firma', text: 'Sobre fondo blanco o transparente.' },
] as const

type NumberField = ReturnType<typeof fieldProps> & { inputMode: 'numeric' }

/** Says what students will read while the share is typed. */
const ExamsFrom = ({ typed, field }: { typed: string; field: NumberField }) => (
  <FieldGroup
    title="Exámenes de módulo y final"
    text="Sus certificados dicen horas: pide antes las lecciones que van antes de cada examen. Un intento en marcha sigue."
  >
    <TextInput
      label="Se abren con este avance en las lecciones"
      description={examsText(typed)}
      rightSection="%"
      {...field}
    />
  </FieldGroup>
)

/** None is chosen in a new academy, whose prices stand alone until then; *Primeros pasos* leads here. */
function Offers({ field }: { field: ReturnType<typeof fieldProps> }) {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === `#${fieldId('oferta')}`) focusField('oferta')
  }, [hash])
  return (
    <div id={fieldId('oferta')}>
      <Radio.Group label="Ofertas" description="Qué se ve junto a tus precios." {...field}>
        <Stack gap="sm" mt="xs">
          {OFFER_TEXTS.map(([offer, text]) => (
            <Radio key={offer} value={offer} label={OFFER_NAMES[offer]} description={text} />
          ))}
        </Stack>
      </Radio.Group>
    </div>
  )
}

/** Says what visitors will read while the terms are typed. */
const RefundTerms = ({ days, progress }: { days: NumberField; progress: NumberField }) => (
  <FieldGroup title="Devoluciones por cambio de opinión" text={refundText(days.value, progress.value)}>
    <Group grow align="flex-start">
      <TextInput label="Días para pedirla" {...days} />
      <TextInput label="Avance máximo" rightSection="%" {...progress} />
    </Group>
  </FieldGroup>
)

/** Of what is typed when it is pressed. */
function SampleButton({ values }: { values: () => SettingsValues }) {
  const [shown, setShown] = useState<SettingsValues | null>(null)
  return (
    <>
      <Group>
        <Button
          variant="default"
          leftSection={<IconEye size={18} aria-hidden />}
          onClick={() => setShown({ ...values() })}
        >
          Ver un ejemplo
        </Button>
      </Group>
      <Late>{shown && <CertificateSample values={shown} onClose={() => setShown(null)} />}</Late>
    </>
  )
}

function SettingsForm({ settings }: { settings: BrandSettings }) {
  const queries = useQueryClient()
  // The header names the brand; the inbox lists what a new academy lacks.
  const refreshOthers = useRefresh('/api/gestion/yo', '/api/gestion/bandeja')
  // A picture raises the version too: up to here no one else saved.
  const seen = useRef(settings.version)
  const keep = (saved: BrandSettings) => {
    queries.setQueryData(SETTINGS.queryKey, { data: saved })
    void refreshOthers()
  }
  const record = useRecord({
    schema: SettingsBody,
    row: settings,
    read: textOf,
    body: (values, version) => bodyOf(values, Math.max(version, seen.current)),
    save: (body) => client.PUT('/api/gestion/marca', { body }),
    onSaved: (saved) => {
      seen.current = saved.version
      keep(saved)
    },
  })
  const onPicture = (saved: BrandSettings) => {
    if (saved.version === seen.current + 1) seen.current = saved.version
    keep(saved)
  }
  const { color_primario, color_acento, nombre, examenes_desde } = record.form.getValues()
  const field = (name: keyof SettingsValues) => fieldProps(record, name)
  const number = (name: (typeof NUMBERS)[number]) => ({ ...field(name), inputMode: 'numeric' as const })
  return (
    <RecordForm record={record} label="Ajustes">
      <FieldGroup title="La academia" text="Su nombre sale en la tienda, los correos y los certificados.">
        <TextInput label="Nombre" maxLength={120} {...field('nombre')} />
        <TextInput label="Lema" maxLength={200} {...field('lema')} />
      </FieldGroup>
      <FieldGroup
        title="Colores"
        text="Todos los ven desde que guardas; tus pantallas ya abiertas, al recargarlas. Sea cual sea el color, los textos se leen."
      >
        <Group grow align="flex-start">
          <ColorInput label="Color principal" {...field('color_primario')} />
          <ColorInput label="Color de acento" {...field('color_acento')} />
        </Group>
        <ThemePreview
          brand={nombre}
          primary={color_primario}
          accent={color_acento}
          onPrimary={(colour) => record.form.setFieldValue('color_primario', colour)}
          onAccent={(colour) => record.form.setFieldValue('color_acento', colour)}
        />
      </FieldGroup>
      <FieldGroup title="Imágenes" text="Se guardan al elegirlas.">
        {PICTURES.map(({ field: kept, ...picture }) => (
          <BrandPicture key={kept} {...picture} picture={settings[kept]} onSaved={onPicture} />
        ))}
      </FieldGroup>
      <FieldGroup title="Certificados" text="Quien los firma. Sin nombre ni cargo no llevan firma.">
        <TextInput label="Nombre de quien firma" maxLength={80} {...field('firma_nombre')} />
        <TextInput label="Cargo" maxLength={80} {...field('firma_cargo')} />
        <Textarea
          label="Texto del certificado (opcional)"
          description="Un convenio o una resolución, debajo de lo que aprobó. Vale también en los ya emitidos."
          autosize
          minRows={1}
          maxLength={MAX_CERTIFICATE_TEXT}
          {...field('texto_certificado')}
        />
        <SampleButton values={record.form.getValues} />
      </FieldGroup>
      <ExamsFrom typed={examenes_desde} field={number('examenes_desde')} />
      <FieldGroup title="Datos legales" text="Los piden el libro de reclamaciones y el pie de la tienda.">
        <TextInput label="Razón social" maxLength={200} {...field('razon_social')} />
        <TextInput label="RUC" inputMode="numeric" maxLength={20} {...field('ruc')} />
        <TextInput label="Dirección" maxLength={250} {...field('direccion')} />
      </FieldGroup>
      <FieldGroup title="Contacto" text="Cómo te escribe quien quiere estudiar contigo.">
        <TextInput label="Teléfono" inputMode="tel" maxLength={40} {...field('telefono')} />
        <TextInput label="Correo electrónico" type="email" inputMode="email" {...field('correo')} />
        {NETWORKS.map((name) => (
          <TextInput
            key={name}
            label={NETWORK_NAMES[name]}
            type="url"
            inputMode="url"
            placeholder="https://"
            {...field(name)}
          />
        ))}
      </FieldGroup>
      <FieldGroup title="Ventas" text="Lo que la tienda ofrece y promete.">
        <Offers field={field('oferta')} />
        <TextInput label="Descuento por referido" rightSection="%" {...number('descuento_referido')} />
        <TextInput
          label="Descuento en una venta"
          description="Lo más que puede rebajar quien cobra; tú no tienes límite."
          rightSection="%"
          {...number('descuento_venta')}
        />
        <TextInput
          label="Días de gracia de una cuota"
          description="Después de su día, antes de que sus cursos queden en pausa."
          {...number('dias_gracia')}
        />
      </FieldGroup>
      <RefundTerms days={number('devolucion_dias')} progress={number('devolucion_avance')} />
    </RecordForm>
  )
}

export default function SettingsPage() {
  const query = useQuery(SETTINGS)
  return (
    <LoadedScreen query={query} errorTitle="No pudimos cargar los ajustes">
      {({ data }) => (
        <>
          <PageHead title="Ajustes" lead="Se publican al guardar." />
          <SettingsForm key={data.id} settings={data} />
        </>
      )}
    </LoadedScreen>
  )
}
