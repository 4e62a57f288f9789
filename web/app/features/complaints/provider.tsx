import { COMPLAINT_DAYS, COMPLAINT_KINDS, COMPLAINT_NOTES } from '@campus/contract/rules'
import { useBrand } from '../../lib/brand'
import { Panel } from '../../ui/panel'
import { ComplaintsBook } from './complaints'
import classes from './complaints.module.css'
import { TEXTS } from './texts'

/** The provider's data that Anexo I requires. */
export function Provider() {
  const { razon_social, nombre, ruc, direccion } = useBrand()
  return (
    <Panel>
      <section aria-labelledby="proveedor" className={classes.provider}>
        <span className={classes.book}>
          <ComplaintsBook size={48} />
        </span>
        <div>
          <h2 id="proveedor" className={classes.subtitle}>
            {TEXTS.provider}
          </h2>
          <dl className={classes.facts}>
            <div>
              <dt>Razón social</dt>
              <dd>{razon_social || nombre}</dd>
            </div>
            {ruc && (
              <div>
                <dt>RUC</dt>
                <dd>{ruc}</dd>
              </div>
            )}
            {direccion && (
              <div>
                <dt>Domicilio</dt>
                <dd>{direccion}</dd>
              </div>
            )}
          </dl>
        </div>
      </section>
    </Panel>
  )
}

/** What a claim and a grievance are, and the provider's deadline. */
export function Law() {
  return (
    <Panel>
      <section aria-labelledby="definiciones">
        <h2 id="definiciones" className={classes.subtitle}>
          {TEXTS.kinds}
        </h2>
        <dl className={classes.kinds}>
          {Object.values(COMPLAINT_KINDS).map(({ nombre, texto }) => (
            <div key={nombre}>
              <dt>{nombre}</dt>
              <dd>{texto}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section aria-labelledby="plazo" className={classes.law}>
        <h2 id="plazo" className={classes.subtitle}>
          Te respondemos en {COMPLAINT_DAYS} días hábiles
        </h2>
        <ul className={classes.notes}>
          {COMPLAINT_NOTES.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
    </Panel>
  )
}
