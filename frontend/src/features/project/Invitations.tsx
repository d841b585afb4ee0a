import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CopyField } from '@/components/CopyField';
import { ErrorLine } from '@/components/ErrorPanel';
import { PlainTable, Section } from '@/components/Page';
import { fieldMessages } from '@/components/problemText';
import { QueryView } from '@/components/QueryView';
import { TableSkeleton } from '@/components/Skeletons';
import { AgoText } from '@/components/Times';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import type { Role } from '@/session/queries';
import classes from './Project.module.css';
import { invitationsQuery, useInvite, useRevokeInvitation, type Invitation } from './queries';
import { RoleBoxes } from './RoleBoxes';

export function Invitations() {
  const { t } = useI18n();
  const project = useProject();
  const query = useQuery(invitationsQuery(project.id));
  return (
    <Section title={t('project.invitations')} note={t('project.invitations_note')}>
      <Invite />
      <QueryView query={query} skeleton={<TableSkeleton rows={2} />}>
        {({ results }) =>
          results.length > 0 && (
            <PlainTable
              headers={[
                t('project.for'),
                t('project.roles'),
                t('project.invitation_state'),
                <span key="action" className="le-visually-hidden">
                  {t('project.revoke')}
                </span>,
              ]}
            >
              {results.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} />
              ))}
            </PlainTable>
          )
        }
      </QueryView>
    </Section>
  );
}

function Invite() {
  const i18n = useI18n();
  const { t } = i18n;
  const project = useProject();
  const invite = useInvite(project.id);
  const form = useForm<{ email: string; roles: Role[] }>({
    initialValues: { email: '', roles: ['annotator'] },
    validate: { roles: (value) => (value.length === 0 ? t('project.needs_role') : null) },
  });
  return (
    <form
      className={classes.invite}
      noValidate
      onSubmit={form.onSubmit((values) =>
        invite.mutate(values, {
          // The roles stay: the next link is mostly for the same kind of person.
          onSuccess: () => form.setFieldValue('email', ''),
          onError: (error) => form.setErrors(fieldMessages(error, i18n)),
        }),
      )}
    >
      <RoleBoxes
        label={t('project.roles')}
        value={form.values.roles}
        onChange={(roles) => form.setFieldValue('roles', roles)}
      />
      {form.errors.roles !== undefined && <span role="alert">{form.errors.roles}</span>}
      <TextInput
        label={t('login.email')}
        description={t('project.email_note')}
        type="email"
        maw={360}
        {...form.getInputProps('email')}
      />
      <ErrorLine error={invite.error} fields={['email', 'roles']} />
      <div>
        <Button type="submit" loading={invite.isPending}>
          {t('project.invite')}
        </Button>
      </div>
      {invite.data !== undefined && (
        <CopyField label={t('project.link')} description={t('project.link_note')} value={invite.data.link} />
      )}
    </form>
  );
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { t, date } = useI18n();
  const revoke = useRevokeInvitation();
  const { id, email, roles, expires_at, accepted_at, accepted_by_name, revoked_at } = invitation;
  const [openedAt] = useState(Date.now);
  const expired = Date.parse(expires_at) < openedAt;
  const open = accepted_at === null && revoked_at === null && !expired;
  return (
    <tr className={open ? undefined : classes.gone}>
      <td>{email === '' ? t('project.anybody') : email}</td>
      <td>{roles.map((role) => t(`role.${role}`)).join(', ')}</td>
      <td>
        {accepted_at !== null ? (
          <>
            {accepted_by_name === null ? t('project.accepted') : t('project.accepted_by', { name: accepted_by_name })}{' '}
            <AgoText at={accepted_at} />
          </>
        ) : revoked_at !== null ? (
          t('project.revoked')
        ) : expired ? (
          t('project.expired')
        ) : (
          t('project.open_until', { date: date(expires_at) })
        )}
        <ErrorLine error={revoke.error} />
      </td>
      <td align="right">
        {open && (
          <Button size="xs" variant="default" loading={revoke.isPending} onClick={() => revoke.mutate(id)}>
            {t('project.revoke')}
          </Button>
        )}
      </td>
    </tr>
  );
}
