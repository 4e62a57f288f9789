/** The envelope of a page of a list (contract section 1); a list without rows has one page, an empty one. */
export function pageOfRows<Row>(data: Row[], total: number, page: number, perPage: number) {
  const last_page = Math.max(1, Math.ceil(total / perPage))
  return { data, total, per_page: perPage, current_page: page, last_page }
}
