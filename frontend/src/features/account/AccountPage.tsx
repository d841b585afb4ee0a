import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Facts } from '@/components/Facts';
import { PageBody, Section } from '@/components/Page';
import { PageHeader } from '@/components/PageHeader';
import { useI18n } from '@/i18n/I18n';
import { useMe } from '@/session/project';
import { Digest } from './Digest';
import { Tokens } from './Tokens';

export function AccountPage() {
  const { t } = useI18n();
  const me = useMe();
  const projects = me.memberships.map(({ project, roles }) => (
    <div key={project.id}>
      <Anchor renderRoot={(props) => <Link to="/projects/$projectId" params={{ projectId: project.id }} {...props} />}>
        {project.name}
      </Anchor>{' '}
      · {roles.map((role) => t(`role.${role}`)).join(', ')}
    </div>
  ));
  return (
    <>
      <PageHeader title={t('account.title')} />
      <PageBody>
        <Section title={t('account.person')}>
          <Facts
            rows={[
              [t('account.name'), me.name],
              [t('account.email'), me.email],
              [t('account.projects'), projects.length === 0 ? null : projects],
            ]}
          />
        </Section>
        <Digest />
        <Tokens />
      </PageBody>
    </>
  );
}
