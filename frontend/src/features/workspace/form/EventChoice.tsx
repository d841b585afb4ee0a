import { Button, Menu } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useI18n } from '@/i18n/I18n';
import { formatSpan } from '@/lib/time';
import { eventsQuery, type VideoEvent } from '../events/queries';
import type { Question } from '../queries';
import { useForm } from './FormContext';
import classes from './Form.module.css';

/** Takes evidence from an event of the video: its times, and the modalities that something was noted of. */
export function EventChoice({ clip }: { clip: Question['revision']['clip'] }) {
  const { t } = useI18n();
  const { draft, act, vocabulary } = useForm();
  const query = useQuery(eventsQuery(clip.video.id));
  const inside = ({ start, end }: VideoEvent): boolean =>
    clip.segments === null || clip.segments.some((part) => part.start <= start && end <= part.end);
  const events = (query.data ?? []).filter(inside);
  if (events.length === 0) {
    return null;
  }
  const taken = new Set(draft.evidence.map(({ event }) => event));
  const take = ({ id, start, end, title, cues }: VideoEvent): void => {
    const noted = vocabulary.modalities.filter((modality) => (cues[modality] ?? '') !== '');
    act({ type: 'add_evidence', start, end, from: { event: id, modalities: noted, note: title } });
  };
  return (
    <Menu position="bottom-start" shadow="md">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<IconListDetails size={14} aria-hidden />}>
          {t('form.evidence_from_event')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.events}>
        {events.map((event) => (
          <Menu.Item key={event.id} disabled={taken.has(event.id)} onClick={() => take(event)}>
            {formatSpan(event.start, event.end)} {event.title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
