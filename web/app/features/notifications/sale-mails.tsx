import type { SaleMails } from '@campus/contract/sale-mails'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import { toast } from '../../lib/toasts'
import { SelectField } from '../../ui/field'
import { Loaded } from '../../ui/loaded'
import { Skeleton } from '../../ui/skeleton'
import classes from './preferences.module.css'
import { TEXTS } from './texts'

const PATH = '/api/notificaciones/preferencias/ventas'
const options = api.queryOptions('get', PATH)

const CHOICES: Record<SaleMails, string> = {
  cada_venta: 'Un correo por cada venta',
  al_dia: 'Un correo al día, a las 8:00, con lo de ayer',
  nunca: 'Ninguno',
}

/** For who runs the academy. */
export function SaleMailsField() {
  const queryClient = useQueryClient()
  const query = api.useQuery('get', PATH)
  const put = (cuando: SaleMails) => queryClient.setQueryData(options.queryKey, { data: { cuando } })
  const save = api.useMutation('put', PATH, {
    scope: { id: 'preferencias' },
    meta: { errorText: TEXTS.notSaved },
    onMutate: ({ body }) => {
      const before = query.data?.data.cuando
      put(body.cuando)
      return before
    },
    onError: (_error, _sent, before) => before && put(before),
    onSuccess: () => toast(TEXTS.saved, { id: 'preferencia' }),
  })
  return (
    <div className={classes.sales}>
      <Loaded query={query} skeleton={<Skeleton height={74} />} errorTitle={TEXTS.preferencesError}>
        {({ data }) => (
          <SelectField
            label="Ventas de la academia"
            value={data.cuando}
            onChange={(event) => save.mutate({ body: { cuando: event.currentTarget.value as SaleMails } })}
          >
            {Object.entries(CHOICES).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
        )}
      </Loaded>
    </div>
  )
}
