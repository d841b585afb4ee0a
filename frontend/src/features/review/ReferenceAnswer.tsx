import { useQuery } from '@tanstack/react-query';
import { vocabularyQuery } from '@/api/vocabulary';
import { useI18n } from '@/i18n/I18n';
import type { ReferenceOf } from './queries';
import classes from './Verdict.module.css';

/** The reference answer in the form of its task: labels, labels before and after, or text. */
export function ReferenceAnswer({ answer }: { answer: ReferenceOf['answer'] }) {
  const { t } = useI18n();
  if (typeof answer === 'string') {
    return <p className={classes.text}>{answer}</p>;
  }
  if (Array.isArray(answer)) {
    return <Labels names={answer} />;
  }
  return (
    <>
      <h3 className={classes.small}>{t('verdict.before')}</h3>
      <Labels names={answer.before} />
      <h3 className={classes.small}>{t('verdict.after')}</h3>
      <Labels names={answer.after} />
    </>
  );
}

/** Labels with what they mean, since a verdict hangs on it. */
function Labels({ names }: { names: readonly string[] }) {
  const { data } = useQuery(vocabularyQuery);
  return (
    <dl className={classes.labels}>
      {names.map((name) => {
        const label = data?.labels.find((each) => each.name.toLowerCase() === name);
        return (
          <div key={name}>
            <dt>{label?.display ?? name}</dt>
            <dd>{label?.definition}</dd>
          </div>
        );
      })}
    </dl>
  );
}
