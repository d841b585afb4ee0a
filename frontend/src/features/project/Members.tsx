import { useQuery } from '@tanstack/react-query';
import { ErrorLine } from '@/components/ErrorPanel';
import { PlainTable, Section } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { TableSkeleton } from '@/components/Skeletons';
import { SureButton } from '@/components/SureButton';
import { AgoText } from '@/components/Times';
import { useI18n } from '@/i18n/I18n';
import { membersQuery } from '@/session/members';
import { useProject } from '@/session/project';
import classes from './Project.module.css';
import { useChangeRoles, useRemoveMember, type Member } from './queries';
import { RoleBoxes } from './RoleBoxes';

export function Members() {
  const { t } = useI18n();
  const project = useProject();
  const query = useQuery(membersQuery(project.id));
  return (
    <Section title={t('project.members')} note={t('project.members_note')}>
      <QueryView query={query} skeleton={<TableSkeleton rows={4} />}>
        {({ results }) => (
          <PlainTable
            headers={[
              t('project.person'),
              t('project.roles'),
              t('project.joined'),
              <span key="action" className="le-visually-hidden">
                {t('project.remove')}
              </span>,
            ]}
          >
            {results.map((member) => (
              <MemberRow key={member.id} member={member} />
            ))}
          </PlainTable>
        )}
      </QueryView>
    </Section>
  );
}

function MemberRow({ member }: { member: Member }) {
  const { t } = useI18n();
  const change = useChangeRoles();
  const remove = useRemoveMember();
  const { id, user, roles, joined_at, ended_at } = member;
  const gone = ended_at !== null;
  const shown = change.isPending ? change.variables.roles : roles;
  return (
    <tr className={gone ? classes.gone : undefined}>
      <td>
        <span className={classes.person}>{user.name}</span>
        <span className={classes.email}>{user.email}</span>
      </td>
      <td>
        {gone ? (
          roles.map((role) => t(`role.${role}`)).join(', ')
        ) : (
          <RoleBoxes
            label={t('project.roles_of', { name: user.name })}
            value={shown}
            disabled={change.isPending}
            onChange={(next) => change.mutate({ id, roles: next })}
          />
        )}
        <ErrorLine error={change.error ?? remove.error} />
      </td>
      <td>{gone ? t('project.left') : <AgoText at={joined_at} />}</td>
      <td align="right">
        {!gone && (
          <SureButton
            size="xs"
            variant="default"
            loading={remove.isPending}
            label={t('project.remove_named', { name: user.name })}
            warning={t('project.remove_warning', { name: user.name })}
            confirm={t('project.remove_sure')}
            onSure={() => remove.mutate(id)}
          >
            {t('project.remove')}
          </SureButton>
        )}
      </td>
    </tr>
  );
}
