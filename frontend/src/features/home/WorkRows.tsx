import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { StateChip } from '@/components/StateChip';
import { TaskText } from '@/components/TaskText';
import { AgoText } from '@/components/Times';
import { useI18n } from '@/i18n/I18n';
import classes from './Home.module.css';
import { feedbackQuery, type AssignmentRow, type QuestionRow } from './queries';

/** A question of mine that waits for me; a returned one with the first line of its reviewers. */
export function QuestionWork({ question }: { question: QuestionRow }) {
  const { t } = useI18n();
  const { id, public_id, project, state, question_text, task, granularity, video, changed_at } = question;
  return (
    <li>
      <Link
        className={classes.row}
        to="/projects/$projectId/questions/$questionId"
        params={{ projectId: project, questionId: id }}
      >
        <span>
          <StateChip state={state} />
        </span>
        <span className={classes.text}>
          <span className={classes.title}>{question_text === '' ? t('questions.no_text') : question_text}</span>
          {state === 'returned' && <FirstLine questionId={id} />}
          <span className={classes.meta}>
            {public_id} · {granularity === 'clip' ? 'G1' : 'G2'} <TaskText task={task} /> · {video.title}
          </span>
        </span>
        <span className={classes.when}>
          <AgoText at={changed_at} />
        </span>
      </Link>
    </li>
  );
}

function FirstLine({ questionId }: { questionId: number }) {
  const { t } = useI18n();
  const { data } = useQuery(feedbackQuery(questionId));
  const rejections = data?.rounds[0]?.verdicts.filter(({ decision }) => decision === 'reject') ?? [];
  const said = rejections.map(({ comment, reasons }) => comment.split('\n')[0] ?? reasons[0]?.title ?? '');
  const text = said.find((line) => line !== '') ?? rejections[0]?.reasons[0]?.title;
  return text === undefined ? null : <span className={classes.feedback}>{t('home.feedback', { text })}</span>;
}

/** An item that I hold for review. */
export function ReviewWork({ assignment }: { assignment: AssignmentRow }) {
  const { t, dateTime } = useI18n();
  const { id, project, question, question_id, task, granularity, lease_expires_at } = assignment;
  return (
    <li>
      <Link
        className={classes.row}
        to="/projects/$projectId/review"
        params={{ projectId: project }}
        search={{ assignment: id }}
      >
        <span>
          <StateChip state="in_review" />
        </span>
        <span className={classes.text}>
          <span className={classes.title}>{question}</span>
          <span className={classes.meta}>
            {question_id} · {granularity === 'clip' ? 'G1' : 'G2'} <TaskText task={task} />
          </span>
        </span>
        <span className={classes.when}>{t('home.due', { when: dateTime(lease_expires_at) })}</span>
      </Link>
    </li>
  );
}
