import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { api, unwrap, type Schema } from '@/api/client';
import { ApiError } from '@/api/problems';
import { ErrorLine } from '@/components/ErrorPanel';
import { fieldMessages, problemText } from '@/components/problemText';
import { QueryView } from '@/components/QueryView';
import { useI18n } from '@/i18n/I18n';
import { meQuery } from '@/session/queries';
import { Entrance } from './Entrance';
import classes from './Entrance.module.css';
import { PasswordField } from './PasswordField';

const route = getRouteApi('/invitations/$token');

const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/v1/invitations/by-token/{token}', { params: { path: { token } }, signal })),
  });

/** Where an invitation link leads: a new person makes an account, a person logged in only agrees. */
export function InvitationPage() {
  const { t } = useI18n();
  const { token } = route.useParams();
  const query = useQuery(invitationQuery(token));
  const title = query.data === undefined ? t(isOver(query.error) ? 'invitation.over' : 'invitation.title') : t('invitation.to', { project: query.data.project_name });
  return (
    <Entrance title={title} text={query.data !== undefined && <Roles roles={query.data.roles} />}>
      {isOver(query.error) ? (
        <Over error={query.error} />
      ) : (
        <QueryView query={query}>{(invitation) => <Acceptance token={token} invitation={invitation} />}</QueryView>
      )}
    </Entrance>
  );
}

type Invitation = Schema<'OpenInvitation'>;

const isOver = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 404;

/** The link was used, has run out or never was one: most people who come here have their account already. */
function Over({ error }: { error: ApiError }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <>
      <p className={classes.text} role="alert">
        {problemText(error, i18n).detail}
      </p>
      <p className={classes.text}>{t('invitation.over_text')}</p>
      <Button fullWidth renderRoot={(props) => <Link to="/login" {...props} />}>
        {t('login.submit')}
      </Button>
    </>
  );
}

function Roles({ roles }: { roles: Invitation['roles'] }) {
  const { t, language } = useI18n();
  const names = new Intl.ListFormat(language, { type: 'conjunction' }).format(roles.map((role) => t(`role.${role}`)));
  return t('invitation.roles', { roles: names });
}

function Acceptance({ token, invitation }: { token: string; invitation: Invitation }) {
  const i18n = useI18n();
  const { t } = i18n;
  const router = useRouter();
  const queries = useQueryClient();
  const isNew = invitation.needs_account;
  const needed = (value: string): string | null => (isNew && value.trim() === '' ? t('field.required') : null);
  const form = useForm({
    initialValues: { email: invitation.email, name: '', password: '' },
    validate: { email: needed, name: needed, password: needed },
  });
  const accept = useMutation({
    mutationFn: (values: { email: string; name: string; password: string }) =>
      unwrap(
        api.POST('/api/v1/invitations/by-token/{token}/acceptance', {
          params: { path: { token } },
          body: isNew ? values : { name: '', password: '' },
        }),
      ),
    onSuccess: async (me) => {
      queries.clear();
      queries.setQueryData(meQuery.queryKey, me);
      await router.invalidate();
      await router.navigate({ to: '/' });
    },
    onError: (error) => form.setErrors(fieldMessages(error, i18n)),
  });
  return (
    <form className={classes.form} onSubmit={form.onSubmit((values) => accept.mutate(values))} noValidate>
      {isNew && (
        <>
          <TextInput
            label={t('login.email')}
            type="email"
            autoComplete="username"
            readOnly={invitation.email !== ''}
            {...form.getInputProps('email')}
          />
          <TextInput
            label={t('invitation.name')}
            description={t('invitation.name_note')}
            autoComplete="name"
            {...form.getInputProps('name')}
          />
          <PasswordField
            description={t('invitation.password_note')}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
        </>
      )}
      <ErrorLine error={accept.error} fields={isNew ? ['email', 'name', 'password'] : []} />
      <Button type="submit" loading={accept.isPending} fullWidth>
        {t(isNew ? 'invitation.create' : 'invitation.join')}
      </Button>
      {isNew && (
        <Button
          variant="subtle"
          onClick={() => void router.navigate({ to: '/login', search: { next: `/invitations/${token}` } })}
        >
          {t('invitation.have_account')}
        </Button>
      )}
    </form>
  );
}
