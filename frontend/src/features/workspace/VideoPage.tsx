/** Built next, in this folder; the route is there already. */
export function VideoPage() {
  return null;
}
