const MARK = 'longemo.reloaded';
const AT_MOST_EVERY = 60_000;

/**
 * After an upgrade of the server, a tab opened before it asks for parts of the page that are gone. The page then
 * loads itself anew; not more often than once a minute, so that a part that is really missing shows as an error.
 */
export function reloadWhenOutdated(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(MARK) ?? 0);
    if (Date.now() - last > AT_MOST_EVERY) {
      event.preventDefault();
      sessionStorage.setItem(MARK, String(Date.now()));
      window.location.reload();
    }
  });
}
