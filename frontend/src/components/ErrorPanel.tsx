import { Anchor, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ApiError } from '@/api/problems';
import { useI18n } from '@/i18n/I18n';
import { problemText, restOfProblem } from './problemText';
import classes from './States.module.css';

interface ErrorPanelProps {
  error: unknown;
  /** Tries again; without it the panel offers to reload the page. What is not there or not allowed leads home. */
  onRetry?: () => void;
}

/** Stands where the content would have stood, says what went wrong, and offers the way out. */
export function ErrorPanel({ error, onRetry }: ErrorPanelProps) {
  const i18n = useI18n();
  const { title, detail, code } = problemText(error, i18n);
  const isFinal = error instanceof ApiError && (error.status === 403 || error.status === 404);
  return (
    <div className={`${classes.box ?? ''} ${classes.error ?? ''}`} role="alert">
      <h2 className={classes.head}>
        <IconAlertTriangle size={18} aria-hidden />
        {title}
      </h2>
      <p className={classes.text}>{detail}</p>
      <p className={classes.code}>{code}</p>
      <div className={classes.action}>
        {isFinal ? (
          // A plain link: this panel also stands where there is no router.
          <Button variant="default" component="a" href="/">
            {i18n.t('action.back_home')}
          </Button>
        ) : (
          <Button variant="default" onClick={onRetry ?? (() => window.location.reload())}>
            {i18n.t(onRetry === undefined ? 'action.reload' : 'action.retry')}
          </Button>
        )}
      </div>
    </div>
  );
}

interface ErrorLineProps {
  error: unknown;
  /** Names of the fields that show their own messages, so that nothing is said twice. */
  fields?: readonly string[];
}

/** An error beside what caused it, such as over a form's button. Shows nothing when there is none. */
export function ErrorLine({ error, fields = [] }: ErrorLineProps) {
  const i18n = useI18n();
  if (error === null || error === undefined) {
    return null;
  }
  const text = restOfProblem(error, fields, i18n);
  if (text === null) {
    return null;
  }
  return (
    <div className={classes.inline} role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        {text} <WayOut error={error} />
      </span>
    </div>
  );
}

/** A plain link to what has to be done first, where an error names it: this line also stands where no router is. */
function WayOut({ error }: { error: unknown }) {
  const { t } = useI18n();
  if (!(error instanceof ApiError) || error.code !== 'not_qualified') {
    return null;
  }
  return (
    <Anchor href={`/projects/${String(error.extra.project)}/training`} inherit>
      {t('training.to_training')}
    </Anchor>
  );
}
