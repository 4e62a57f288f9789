import type { Job } from '@campus/contract/jobs'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../lib/client'
import { saveFile } from '../../lib/save-file'

/** The rows that could not be done, as a file to be corrected. */
export const useErrorFile = ({ id }: Pick<Job, 'id'>) =>
  useMutation({
    meta: { errorText: 'No pudimos preparar el archivo.' },
    mutationFn: () =>
      client.GET('/api/gestion/trabajos/{id}/errores', { params: { path: { id: String(id) } }, parseAs: 'blob' }),
    onSuccess: ({ data }) => {
      if (data) saveFile(data as unknown as Blob, `errores-${id}.csv`)
    },
  })
