import type { ShopCard } from '@campus/contract/catalogue'
import type { CourseDesk } from '@campus/contract/catalogue.staff'
import { MAX_DESCRIPTION } from '@campus/contract/course-limits'
import { type CourseDocument, LEVELS } from '@campus/contract/documents/course'
import { Group, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { CourseSaleCard } from '../../features/catalogue/catalogue'
import { Late } from '../../ui/late'
import { useField, useFields } from '../blocks/findings'
import { ImageField } from '../blocks/image-field'
import { NumberField } from '../blocks/number-field'
import type { Editor } from '../blocks/open-document'
import { TextField } from '../blocks/text-field'
import { TextList } from '../blocks/text-list'
import { isAllowed, useStaff } from '../shell/staff'
import classes from './courses.module.css'
import { offerOf } from './offer'
import { PriceForm } from './price-form'
import { TeachersField } from './teachers-field'

type TabProps = { editor: Editor<'curso'>; desk: CourseDesk; refresh: () => Promise<unknown> }

/** The card that the document makes, with the record's price. */
function saleCardOf(document: CourseDocument, desk: CourseDesk): ShopCard {
  const lessons = desk.lecciones.filter(({ id }) => document.modulos.some(({ lecciones }) => lecciones.includes(id)))
  const category = desk.categorias.find(({ id }) => id === document.id_categoria)
  return {
    id: desk.id,
    nombre: document.nombre || 'Nombre del curso',
    nivel: document.nivel ?? '',
    imagen: document.imagen,
    id_categoria: document.id_categoria ?? 0,
    categoria: category?.nombre ?? '',
    horas: document.horas ?? 0,
    fecha_inicio: document.fecha_inicio,
    ...offerOf(desk, desk.oferta, Date.now()),
    lecciones: lessons.length,
    minutos: lessons.reduce((sum, { duracion }) => sum + duracion, 0),
    certificado: desk.evaluaciones.some(({ modelo }) => modelo === 'examen'),
    ensenan: desk.docentes.slice(0, 2).map(({ nombre }) => nombre),
  }
}

function Facts({ editor, desk }: Pick<TabProps, 'editor' | 'desk'>) {
  const field = useField()
  const { document, change } = editor
  const of = useFields(document, change)
  return (
    <>
      <TextInput label="Nombre" maxLength={200} {...of('nombre')} />
      <Group grow align="flex-start">
        <Select
          label="Categoría"
          placeholder="Elige una"
          data={desk.categorias.map(({ id, nombre, oculta }) => ({
            value: String(id),
            label: oculta ? `${nombre} (oculta)` : nombre,
          }))}
          value={document.id_categoria === null ? null : String(document.id_categoria)}
          onChange={(value) => change({ ...document, id_categoria: value === null ? null : Number(value) })}
          {...field('id_categoria')}
        />
        <Select
          label="Nivel"
          placeholder="Elige uno"
          data={[...LEVELS]}
          value={document.nivel}
          onChange={(value) => change({ ...document, nivel: LEVELS.find((level) => level === value) ?? null })}
          {...field('nivel')}
        />
      </Group>
      <Group grow align="flex-start">
        <NumberField label="Horas" {...of('horas')} />
        <TextInput
          type="date"
          label="Fecha de inicio (opcional)"
          value={document.fecha_inicio ?? ''}
          onChange={(event) => change({ ...document, fecha_inicio: event.currentTarget.value || null })}
          {...field('fecha_inicio')}
        />
      </Group>
    </>
  )
}

/** *Ficha y precio*: what sells the course, with its card beside it. */
export function CardTab(props: TabProps) {
  const { editor, desk, refresh } = props
  const { document, change } = editor
  const field = useField()
  const sells = isAllowed(useStaff(), 'catalogo')
  return (
    <div className={classes.card}>
      <Stack gap="lg">
        <Facts {...props} />
        {sells && <TeachersField desk={desk} refresh={refresh} />}
        {sells && <PriceForm desk={desk} refresh={refresh} />}
        <ImageField
          label="Imagen, 16:9"
          path={['imagen']}
          altPath={['imagen_alt']}
          use="curso"
          ratio={16 / 9}
          frame="plain"
          image={document.imagen}
          alt={document.imagen_alt}
          onChange={(imagen, imagen_alt) => change({ ...document, imagen, imagen_alt })}
        />
        <TextField
          label="Descripción"
          {...field('descripcion')}
          value={document.descripcion}
          onChange={(descripcion) => change({ ...document, descripcion: descripcion.slice(0, MAX_DESCRIPTION) })}
        />
        <TextList
          label="Lo que aprenderás"
          description="De cuatro a seis resultados, uno por línea."
          one="Resultado"
          add="Agregar resultado"
          path={['aprenderas']}
          values={document.aprenderas}
          fewest={0}
          most={6}
          maxLength={160}
          onChange={(aprenderas) => change({ ...document, aprenderas })}
        />
      </Stack>
      <aside className={classes.sample} aria-label="La tarjeta del curso">
        <Text size="xs" c="dimmed" mb="xs">
          Así se ve en el catálogo
        </Text>
        <div inert>
          <Late fallback={<Skeleton h={320} radius="md" />}>
            <CourseSaleCard course={saleCardOf(document, desk)} />
          </Late>
        </div>
      </aside>
    </div>
  )
}
