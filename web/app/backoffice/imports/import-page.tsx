import { Button, Group, List, Stack, Text } from '@mantine/core'
import { IconDownload, IconFileUpload } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { useBrand } from '../../lib/brand'
import { client } from '../../lib/client'
import { newEnvio } from '../../lib/envio'
import { saveFile } from '../../lib/save-file'
import { FileButton } from '../../ui/file-button'
import { PageHead } from '../../ui/page-head'
import { Panel } from '../../ui/panel'
import { answerOf } from '../blocks/answer-of'
import { formCall, type Watch } from '../blocks/upload'
import { Uploads, useUploads } from '../blocks/uploads'
import { exampleFile } from './example'
import { reportPath } from './paths'

function send(file: File, watch: Watch): Promise<{ id: number }> {
  const body = { tipo: 'personas' as const, envio: newEnvio() }
  return answerOf(client.POST('/api/gestion/importaciones', { ...formCall('archivo', file, watch, body), body }))
}

const INVITED = 'Quien no tiene cuenta recibe un correo para crear su contraseña.'
const COPIED = 'Todavía no salen correos: a quien no tiene cuenta, cópiale el enlace desde su ficha.'

/** Chooses a file of people; what it would do is said before anything is written. */
export default function ImportPage() {
  const navigate = useNavigate()
  const invited = useBrand().envia_correos ? INVITED : COPIED
  const uploads = useUploads(send, ({ id }) => navigate(reportPath(id)))
  return (
    <>
      <PageHead
        title="Importar una lista"
        lead="Primero te decimos qué hará cada fila. No se guarda nada hasta que lo confirmes."
      />
      <Panel pad="large">
        <Stack gap="md" align="flex-start">
          <Text>Sube un archivo CSV con una persona por fila, tal como lo guarda Excel o Google Sheets.</Text>
          <List spacing={4}>
            <List.Item>
              Obligatorias: <strong>correo</strong>, <strong>nombres</strong> y <strong>apellidos</strong>.
            </List.Item>
            <List.Item>
              Para matricular: <strong>curso</strong> (su nombre o su número), y si quieres <strong>grupo</strong> y{' '}
              <strong>vence</strong>.
            </List.Item>
            <List.Item>
              También leemos <strong>tipo_documento</strong>, <strong>numero_documento</strong>,{' '}
              <strong>telefono</strong>, <strong>pais</strong> y <strong>ciudad</strong>.
            </List.Item>
          </List>
          <Text c="dimmed">
            <span>{invited}</span>{' '}
            <span>Quien ya tiene cuenta conserva su nombre y sus datos: solo se completa lo que le falta.</span>
          </Text>
          <Group>
            <FileButton
              accept=".csv,.txt,.tsv,text/csv"
              loading={uploads.busy}
              leftSection={<IconFileUpload size={18} aria-hidden />}
              onChoose={(file) => uploads.start([file])}
            >
              Elegir archivo
            </FileButton>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              onClick={() => saveFile(exampleFile(), 'ejemplo-de-lista.csv')}
            >
              Descargar un ejemplo
            </Button>
          </Group>
          <Uploads {...uploads} />
        </Stack>
      </Panel>
    </>
  )
}
