import { useI18n } from '@/i18n/I18n';
import { formatSeconds, formatSpan } from '@/lib/time';
import { spanToPrepared, toPrepared, type Playback } from '@/player';
import type { PracticeItem } from './queries';
import classes from './Practice.module.css';

interface Props {
  item: PracticeItem;
  playback: Playback;
}

/** What is to be judged: answer, its parts with their times, and the evidence. */
export function PracticeReference({ item, playback }: Props) {
  const { t } = useI18n();
  const { answer, answer_details } = item.reference;
  return (
    <>
      <div>
        <h2 className={classes.label}>{t('verdict.answer')}</h2>
        <Answer answer={answer} />
      </div>
      {answer_details !== null && answer_details.items.length > 0 && (
        <div>
          <h2 className={classes.label}>{t('training.parts')}</h2>
          <ol className={classes.list}>
            {answer_details.items.map(({ id, description, emotion, anchor }) => (
              <li key={id} className={classes.item}>
                <b>{id}</b>
                <div>
                  {emotion !== undefined && <b>{emotion} </b>}
                  <StageTime item={item} id={id} playback={playback} />
                  <p className={classes.text}>{description}</p>
                  {anchor !== undefined && anchor !== null && <p className={classes.dim}>{anchor}</p>}
                </div>
              </li>
            ))}
          </ol>
        </div>
      )}
      <Evidence item={item} playback={playback} />
    </>
  );
}

function Answer({ answer }: { answer: PracticeItem['reference']['answer'] }) {
  const { t } = useI18n();
  if (typeof answer === 'string') {
    return <p className={classes.text}>{answer}</p>;
  }
  if (Array.isArray(answer)) {
    return <p className={classes.text}>{answer.join(', ')}</p>;
  }
  return (
    <>
      <p className={classes.text}>
        <span className={classes.dim}>{t('verdict.before')}</span> {answer.before.join(', ')}
      </p>
      <p className={classes.text}>
        <span className={classes.dim}>{t('verdict.after')}</span> {answer.after.join(', ')}
      </p>
    </>
  );
}

function StageTime({ item, id, playback }: Props & { id: string }) {
  const original = item.reference.stage_times.find((each) => each.id === id)?.time;
  if (original === undefined) {
    return null;
  }
  const at = toPrepared(original, item.media.segments);
  return at === null ? (
    <span className={classes.dim}>{formatSeconds(original)}</span>
  ) : (
    <button type="button" className={classes.time} onClick={() => playback.seek(at)}>
      {formatSeconds(at)}
    </button>
  );
}

function Evidence({ item, playback }: Props) {
  const { t } = useI18n();
  const { evidence } = item.reference;
  if (evidence.length === 0) {
    return null;
  }
  return (
    <div>
      <h2 className={classes.label}>{t('verdict.evidence')}</h2>
      <ol className={classes.list}>
        {evidence.map(({ start, end, modalities, note }, index) => {
          const [played] = spanToPrepared({ start, end }, item.media.segments);
          return (
            <li key={`${start} ${end}`} className={classes.item}>
              <b>{index + 1}</b>
              <div>
                {played === undefined ? (
                  <span className={classes.dim}>{t('training.not_played', { span: formatSpan(start, end) })}</span>
                ) : (
                  <button type="button" className={classes.time} onClick={() => playback.seek(played.start)}>
                    {formatSpan(played.start, played.end)}
                  </button>
                )}{' '}
                <span className={classes.dim}>
                  {modalities.map((modality) => t(`verdict.modality.${modality}`)).join(', ')}
                </span>
                {note !== '' && <p className={classes.text}>{note}</p>}
              </div>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
