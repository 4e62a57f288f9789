import pg from 'pg'

/** Counts and ids, which are exact as numbers (`Id` of the contract), come as such and not as texts. */
pg.defaults.parseInt8 = true

/** A connection of its own, without the limits of a request. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  settings: pg.ClientConfig = {},
): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'campus', ...settings })
  // Without a listener a lost connection would end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>, mode = ''): Promise<T> {
  await client.query(`BEGIN ${mode}`)
  try {
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}
