/** Built next, in this folder; the route is there already. */
export function ReviewPage() {
  return null;
}
