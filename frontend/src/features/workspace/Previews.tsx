import { useQuery } from '@tanstack/react-query';
import { Facts } from '@/components/Facts';
import { QueryView } from '@/components/QueryView';
import { TaskText } from '@/components/TaskText';
import { useI18n } from '@/i18n/I18n';
import { recordQuery } from './queries';
import classes from './form/Form.module.css';

interface PreviewProps {
  questionId: number;
  /** The saved version; the preview follows it. */
  version: number;
}

/** The record as it is or would be exported. */
export function RecordPreview({ questionId, version }: PreviewProps) {
  const { t } = useI18n();
  const query = useQuery(recordQuery(questionId, version));
  return (
    <div className={classes.form}>
      <QueryView query={query}>
        {(preview) => (
          <>
            <p className={classes.note}>{t(preview.frozen ? 'preview.frozen' : 'preview.open')}</p>
            {preview.record_json === null ? (
              <ul className={classes.findings}>
                {preview.issues.map(({ field, message }) => (
                  <li key={`${field} ${message}`} data-level="error">
                    {field}: {message}
                  </li>
                ))}
              </ul>
            ) : (
              // A long text that scrolls has to be reachable by keyboard.
              // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              <pre className={classes.pre} tabIndex={0} aria-label={t('preview.record')}>
                {JSON.stringify(JSON.parse(preview.record_json), null, 2)}
              </pre>
            )}
            {preview.record_sha256 !== null && <p className={classes.note}>SHA-256 {preview.record_sha256}</p>}
          </>
        )}
      </QueryView>
    </div>
  );
}

/** What a tested model is given of the question. */
export function ModelPreview({ questionId, version }: PreviewProps) {
  const { t } = useI18n();
  const query = useQuery(recordQuery(questionId, version));
  return (
    <div className={classes.form}>
      <QueryView query={query}>
        {({ model_view: view }) => (
          <>
            <p className={classes.note}>{t('preview.model_note')}</p>
            <p className={classes.big}>{view.question === '' ? t('questions.no_text') : view.question}</p>
            <Facts
              rows={[
                [t('questions.id'), view.question_id],
                [t('questions.video'), view.video_id],
                [t('questions.granularity'), t(`granularity.${view.granularity}`)],
                [t('questions.task'), <TaskText key="task" task={view.type} />],
              ]}
            />
            <h2 className={classes.heading}>{t('cues.title')}</h2>
            {view.subtitles === null ? (
              <p className={classes.note}>{t('preview.no_subtitles')}</p>
            ) : (
              // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              <pre className={classes.pre} tabIndex={0} aria-label={t('cues.title')}>
                {view.subtitles.join('\n')}
              </pre>
            )}
          </>
        )}
      </QueryView>
    </div>
  );
}
