import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '@/api/queryClient';
import { I18nProvider } from '@/i18n/I18n';
import type { Role } from '@/session/queries';
import { makeRouter } from '../router';

type Answers = Record<string, { status: number; body: unknown }>;

const nothing = { count: 0, next: null, previous: null, results: [] };

const me = (roles: Role[]) => ({
  id: 1,
  email: 'ann@example.org',
  name: 'Ann',
  is_staff: false,
  is_superuser: false,
  language: null,
  has_server_pages: false,
  memberships: [
    { project: { id: 4, name: 'Sitcoms' }, roles },
    { project: { id: 5, name: 'Cooking' }, roles },
  ],
});

const counts = { draft: 0, in_review: 0, returned: 0, accepted: 0, removed: 0, withdrawn: 0, total: 0 };
const summary = {
  questions: counts,
  by_granularity: { clip: counts, episode: counts },
  by_task: [],
  videos: { awaiting_media: 0, probing: 0, ready: 0, rejected: 0, retired: 0, total: 0 },
  clips: { awaiting: 0, cutting: 0, ready: 0, failed: 0, total: 0 },
  jobs_active: 0,
};

const training = { roles: [], pages: 0, pages_read: 0, seconds: 0, hours_required: 5, runs: [], runs_left: 3, blocked: false };
const week = { begun: 0, submitted: 0, accepted: 0, returned: 0, verdicts: 0, practised: 0, seconds: 0 };

function open(address: string, answers: Answers) {
  vi.stubGlobal('fetch', (request: Request | string) => {
    const { pathname } = new URL(typeof request === 'string' ? request : request.url, 'http://localhost');
    const method = typeof request === 'string' ? 'GET' : request.method;
    const { status, body } = answers[`${method} ${pathname}`] ?? answers[pathname] ?? { status: 200, body: nothing };
    return Promise.resolve(new Response(body === null ? null : JSON.stringify(body), { status }));
  });
  const queryClient = makeQueryClient();
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = makeRouter(queryClient, history);
  render(
    <MantineProvider env="test">
      <I18nProvider initial="en">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>,
  );
  return history;
}

const asMember = (...roles: Role[]): Answers => ({
  '/api/v1/me': { status: 200, body: me(roles) },
  '/api/v1/projects/4/summary': { status: 200, body: summary },
  '/api/v1/training': { status: 200, body: training },
  '/api/v1/my-week': { status: 200, body: week },
  '/api/v1/notifications/unread': { status: 200, body: { unread: 0 } },
});

const railLinks = async (): Promise<string[]> => {
  const rail = await screen.findByRole('navigation', { name: 'Pages' });
  return within(rail).getAllByRole('link').map((link) => link.textContent);
};

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the shell', () => {
  it.each<[Role[], string[]]>([
    [['annotator'], ['Home', 'Videos', 'Questions', 'Training']],
    [['reviewer'], ['Home', 'Review', 'Training']],
    [['admin'], ['Home', 'Videos', 'Questions', 'Agreement', 'Training', 'Dashboards', 'Releases', 'Export', 'Project']],
    [
      ['annotator', 'reviewer', 'admin'],
      ['Home', 'Videos', 'Questions', 'Review', 'Agreement', 'Training', 'Dashboards', 'Releases', 'Export', 'Project'],
    ],
  ])('offers %j the pages of their roles', async (roles, pages) => {
    open('/projects/4', asMember(...roles));
    expect(await railLinks()).toEqual(pages);
  });

  it('goes to the project seen last, and to the first one before that', async () => {
    const first = open('/', asMember('annotator'));
    await waitFor(() => expect(first.location.pathname).toBe('/projects/4'));
  });

  it('sends people who are logged out to the login, and remembers where they wanted to go', async () => {
    const problem = { code: 'not_authenticated', detail: 'Log in first.', status: 401 };
    const history = open('/projects/4/questions?state=draft', { '/api/v1/me': { status: 401, body: problem } });
    expect(await screen.findByRole('heading', { name: 'Log in' })).toBeVisible();
    expect(history.location.pathname).toBe('/login');
    expect(new URLSearchParams(history.location.search).get('next')).toBe('/projects/4/questions?state=draft');
  });

  it('says so when the project is not theirs, with a way out', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    open('/projects/99', asMember('annotator'));
    expect(await screen.findByRole('alert')).toHaveTextContent('you are not a member of it');
    expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/');
  });

  it('shows a failed list as an error with a retry, in place of an endless wait', async () => {
    open('/projects/4/videos', {
      ...asMember('annotator'),
      '/api/v1/videos': { status: 400, body: { code: 'invalid', detail: 'page is a number.', status: 400 } },
    });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('page is a number.');
    expect(within(alert).getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('changes the language here and says so when the server could not be told', async () => {
    const problem = { code: 'database_busy', detail: 'Try again.', status: 503 };
    open('/projects/4', { ...asMember('annotator'), 'PATCH /api/v1/me': { status: 503, body: problem } });
    await railLinks();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: /^Language:/ }));
    await user.click(await screen.findByText('简体中文'));
    expect(await screen.findByText(/^目前仅在此浏览器中生效/)).toBeVisible();
  });

  it('finds pages by Ctrl-K and shows the keys by ?', async () => {
    const history = open('/projects/4', asMember('annotator'));
    await railLinks();
    const user = userEvent.setup();
    await user.keyboard('{Control>}k{/Control}');
    await user.type(await screen.findByRole('combobox', { name: 'Find' }), 'quest{Enter}');
    await waitFor(() => expect(history.location.pathname).toBe('/projects/4/questions'));
    await user.keyboard('?');
    expect(await screen.findByText('Keys on this page')).toBeVisible();
  });
});
