import { Button, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from '../../lib/client'
import { ApiError } from '../../lib/errors'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Loaded } from '../../ui/loaded'
import classes from './certificate-sample.module.css'
import { type SettingsValues, sampleOf } from './settings-texts'

async function draw(values: SettingsValues): Promise<string> {
  const body = sampleOf(values)
  const { data } = await client.POST('/api/gestion/marca/certificado-ejemplo', { body, parseAs: 'blob' })
  if (!(data instanceof Blob)) throw new ApiError(500, undefined)
  return URL.createObjectURL(data)
}

/** A certificate as the values that are typed now would print it. */
export default function CertificateSample({ values, onClose }: { values: SettingsValues; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['certificado-ejemplo', sampleOf(values)],
    queryFn: () => draw(values),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const address = query.data
  useEffect(() => () => URL.revokeObjectURL(address ?? ''), [address])
  return (
    <Dialog onClose={onClose} title="Así se ve un certificado" size="xl">
      <Loaded
        query={query}
        skeleton={<Skeleton className={classes.sheet} />}
        errorTitle="No pudimos dibujar el ejemplo"
      >
        {(shown) => <img src={shown} alt="Certificado de ejemplo, con lo que escribiste" className={classes.sheet} />}
      </Loaded>
      <Text size="sm" c="dimmed" mt="sm">
        Con lo que escribiste, también si no lo has guardado. El de un alumno lleva además una segunda cara con los
        contenidos.
      </Text>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cerrar
        </Button>
      </DialogActions>
    </Dialog>
  )
}
