const COOKIE = 'csrftoken';

function fromCookie(): string | null {
  for (const part of document.cookie.split('; ')) {
    const [name, value] = part.split('=', 2);
    if (name === COOKIE && value !== undefined && value !== '') {
      return decodeURIComponent(value);
    }
  }
  return null;
}

/** The token to send with every write. The page comes with the cookie; when it has gone, the server sets it anew. */
export async function csrfToken(): Promise<string> {
  const present = fromCookie();
  if (present !== null) {
    return present;
  }
  await globalThis.fetch('/api/v1/csrf', { credentials: 'same-origin' });
  return fromCookie() ?? '';
}
