import { ApiError } from '../../lib/errors'

/** What a call was answered with. */
export async function answerOf<Data>(call: Promise<{ data?: { data: Data } | undefined }>): Promise<Data> {
  const { data } = await call
  if (!data) throw new ApiError(500, undefined)
  return data.data
}
