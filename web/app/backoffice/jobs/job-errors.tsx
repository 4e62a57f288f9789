import type { Job } from '@campus/contract/jobs'
import { Button, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { client } from '../../lib/client'
import { count } from '../../lib/format'
import { Dialog } from '../../ui/dialog'
import { Loaded } from '../../ui/loaded'
import { useErrorFile } from './error-file'

/** *Ver errores*: the rows that could not be done, each with its reason. */
export default function JobErrors({ job, onClose }: { job: Job; onClose: () => void }) {
  const query = useInfiniteQuery({
    queryKey: ['trabajo', job.id, 'filas'],
    queryFn: async ({ pageParam, signal }) => {
      const params = { path: { id: String(job.id) }, query: pageParam ? { desde: pageParam } : {} }
      const { data } = await client.GET('/api/gestion/trabajos/{id}/filas', { params, signal })
      if (!data) throw new Error('a page without data')
      return data.data
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.siguiente,
    staleTime: 0,
  })
  const file = useErrorFile(job)
  return (
    <Dialog onClose={onClose} title="Errores del trabajo" size="lg">
      <Stack gap="md">
        <Text c="dimmed">
          {`${job.titulo}: ${count(job.errores, 'fila no se pudo hacer', 'filas no se pudieron hacer')}. ${job.hechas > job.errores ? 'Lo demás quedó hecho.' : 'No se guardó nada.'}`}
        </Text>
        <Loaded query={query} skeleton={<Skeleton height={160} />} errorTitle="No pudimos cargar los errores">
          {({ pages }) => (
            <Table aria-label="Errores" layout="auto">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th w={72}>Fila</Table.Th>
                  <Table.Th>Motivo</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {pages
                  .flatMap(({ data }) => data)
                  .map(({ fila, mensaje }) => (
                    <Table.Tr key={fila}>
                      <Table.Td>{fila}</Table.Td>
                      <Table.Td>{mensaje}</Table.Td>
                    </Table.Tr>
                  ))}
              </Table.Tbody>
            </Table>
          )}
        </Loaded>
        <Group gap="sm">
          {query.hasNextPage && (
            <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Ver más
            </Button>
          )}
          <Button
            variant="default"
            loading={file.isPending}
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => file.mutate()}
          >
            Descargar los que fallaron (CSV)
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
