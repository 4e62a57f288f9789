import { MAX_LESSON_PARTS } from '@campus/contract/course-limits'
import { MATERIAL_KINDS, type MaterialPart } from '@campus/contract/documents/lesson'
import { cutText } from '@campus/contract/shorten'
import { Button, FileButton, Group, Input, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconFileUpload, IconLink, IconNotes } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useField, useFields } from '../blocks/findings'
import { PartRow } from '../blocks/part-row'
import partClasses from '../blocks/part-row.module.css'
import { TextField } from '../blocks/text-field'
import { uploadFile } from '../blocks/upload'
import { Uploads, useUploads } from '../blocks/uploads'
import classes from './lessons.module.css'

type MaterialsProps = {
  materials: MaterialPart[]
  onChange: (change: (materials: MaterialPart[]) => MaterialPart[]) => void
}

const EMPTY = { nombre: '', texto: null, ruta: null, formato: null, tamano: null }

const nameOf = (file: File) => cutText(file.name.replace(/\.[a-z0-9]{1,5}$/i, ''), 200)

type RowProps = { material: MaterialPart; at: number; onChange: (material: MaterialPart) => void; onRemove: () => void }

function MaterialRow({ material, at, onChange, onRemove }: RowProps) {
  const field = useField()
  const of = useFields(material, onChange, 'materiales', at)
  const { tipo, texto, ruta } = material
  const uploaded = tipo === 'Archivo' || tipo === 'Otro'
  return (
    <div className={classes.material}>
      <PartRow name={`el material ${at + 1}`} onRemove={onRemove}>
        <Select
          w={110}
          aria-label={`Tipo del material ${at + 1}`}
          data={MATERIAL_KINDS.filter((kind) => uploaded === (kind === 'Archivo' || kind === 'Otro'))}
          allowDeselect={false}
          value={tipo}
          onChange={(value) => {
            const kind = MATERIAL_KINDS.find((one) => one === value)
            if (kind) onChange({ ...material, tipo: kind })
          }}
        />
        <TextInput
          flex={1}
          aria-label={`Nombre del material ${at + 1}`}
          placeholder="Nombre"
          maxLength={200}
          {...of('nombre')}
        />
      </PartRow>
      {tipo === 'Enlace' && (
        <TextInput
          type="url"
          mt={6}
          aria-label={`Dirección del material ${at + 1}`}
          placeholder="https://"
          maxLength={300}
          {...of('ruta')}
          value={ruta ?? ''}
        />
      )}
      {tipo === 'Texto' && <TextField label="Texto" {...of('texto')} value={texto ?? ''} />}
      {uploaded && (
        <Text size="xs" c="dimmed" id={field('materiales', at, 'ruta').id}>
          {ruta ? ruta.split('/').at(-1) : 'Sin archivo'}
        </Text>
      )}
    </div>
  )
}

/** Links, files, texts; files can be dropped, several at once. */
export function MaterialsField({ materials, onChange }: MaterialsProps) {
  const field = useField()
  const [over, setOver] = useState(false)
  const add = (material: MaterialPart) => onChange((before) => [...before, material])
  const uploads = useUploads(
    (file, watch) => uploadFile(file, 'material', watch),
    ({ ruta, formato, tamano }, file) =>
      add({ tipo: 'Archivo', nombre: nameOf(file), texto: null, ruta, formato, tamano }),
  )
  const full = materials.length >= MAX_LESSON_PARTS
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    uploads.start([...event.dataTransfer.files].slice(0, MAX_LESSON_PARTS - materials.length))
  }
  const own = field('materiales')
  return (
    <Input.Wrapper
      component="fieldset"
      label="Materiales"
      aria-label="Materiales"
      labelElement="div"
      description="Enlaces, archivos o textos. También puedes soltar aquí varios archivos."
      className={`${partClasses.fieldset} ${classes.drop}`}
      data-over={over || undefined}
      onDragOver={(event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      id={own.id}
      error={own.error}
    >
      <Stack gap="sm" mt="xs">
        {materials.map((material, at) => (
          <MaterialRow
            // biome-ignore lint/suspicious/noArrayIndexKey: materials have no id, and typing must not lose the focus
            key={at}
            material={material}
            at={at}
            onChange={(next) => onChange((before) => before.map((given, n) => (n === at ? next : given)))}
            onRemove={() => onChange((before) => before.filter((_, n) => n !== at))}
          />
        ))}
      </Stack>
      <Group gap="xs" mt="xs">
        <FileButton multiple onChange={uploads.start}>
          {(props) => (
            <Button {...props} variant="default" disabled={full} leftSection={<IconFileUpload size={18} aria-hidden />}>
              Subir archivos
            </Button>
          )}
        </FileButton>
        <Button
          variant="default"
          disabled={full}
          leftSection={<IconLink size={18} aria-hidden />}
          onClick={() => add({ ...EMPTY, tipo: 'Enlace', ruta: '' })}
        >
          Enlace
        </Button>
        <Button
          variant="default"
          disabled={full}
          leftSection={<IconNotes size={18} aria-hidden />}
          onClick={() => add({ ...EMPTY, tipo: 'Texto', texto: '' })}
        >
          Texto
        </Button>
      </Group>
      <Uploads {...uploads} />
    </Input.Wrapper>
  )
}
