import { Link } from '@tanstack/react-router';
import { Section } from '@/components/Page';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { ProblemTable } from './ProblemTable';
import type { Imported } from './queries';
import classes from './Import.module.css';

/** What an import did, or would do, and what stands in its way. */
export function Found({ found }: { found: Imported }) {
  const { t, tn } = useI18n();
  const project = useProject();
  const made = [
    tn(found.dry_run ? 'import.would' : 'import.did', found.questions),
    tn('import.clips', found.clips),
    tn('import.videos', found.videos),
    ...(found.skipped > 0 ? [tn('import.skipped', found.skipped)] : []),
  ];
  const lines = [
    tn('import.records', found.records),
    ...(found.ok ? made : [tn('import.errors', found.problem_count), t('import.nothing')]),
    ...(found.ignored.length > 0 ? [tn('import.ignored', found.ignored.length)] : []),
  ];
  return (
    <Section title={t(found.dry_run || !found.ok ? 'import.found' : 'import.done')}>
      <p className={classes.line}>{lines.join(' · ')}</p>
      {found.ok && !found.dry_run && (
        <p className={classes.line}>
          <Link to="/projects/$projectId/questions" params={{ projectId: project.id }}>
            {t('import.to_questions')}
          </Link>
        </p>
      )}
      {found.problems.length > 0 && (
        <ProblemTable title={t('import.problems')} problems={found.problems} count={found.problem_count} />
      )}
      {found.warnings.length > 0 && (
        <ProblemTable title={t('import.oddities')} problems={found.warnings} count={found.warning_count} />
      )}
    </Section>
  );
}
