import { Button, Textarea } from '@mantine/core';
import { IconBook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '@/components/EmptyState';
import { ErrorLine } from '@/components/ErrorPanel';
import { Buttons, FormBody, Section } from '@/components/Page';
import { QueryView } from '@/components/QueryView';
import { useI18n } from '@/i18n/I18n';
import { useProject } from '@/session/project';
import { projectQuery, type Project } from '@/session/queries';
import classes from './Project.module.css';
import { useChangeProject } from './queries';

/** The guideline that annotators and reviewers read; each saved change is its next version. */
export function Guideline() {
  const { t } = useI18n();
  const project = useProject();
  const query = useQuery(projectQuery(project.id));
  const [editing, setEditing] = useState(false);
  const editButton = (
    <Button variant="default" onClick={() => setEditing(true)}>
      {t('project.guideline_edit')}
    </Button>
  );
  const version = query.data?.guideline_version ?? 0;
  return (
    <Section
      title={t('project.tab.guideline')}
      note={version === 0 ? t('project.guideline_note') : t('project.guideline_version', { version })}
      action={!editing && version > 0 && editButton}
    >
      <QueryView query={query}>
        {(data) =>
          editing ? (
            <EditGuideline project={data} onDone={() => setEditing(false)} />
          ) : data.guideline_text === '' ? (
            <EmptyState inset
              icon={IconBook}
              title={t('project.guideline_none')}
              text={t('project.guideline_none_text')}
              action={editButton}
            />
          ) : (
            <pre className={classes.text}>{data.guideline_text}</pre>
          )
        }
      </QueryView>
    </Section>
  );
}

function EditGuideline({ project, onDone }: { project: Project; onDone: () => void }) {
  const { t } = useI18n();
  const change = useChangeProject(project.id);
  const [text, setText] = useState(project.guideline_text);
  return (
    <FormBody wide>
      <Textarea
        aria-label={t('project.tab.guideline')}
        autosize
        minRows={16}
        maxRows={40}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ErrorLine error={change.error} />
      <Buttons>
        <Button
          loading={change.isPending}
          disabled={text === project.guideline_text}
          onClick={() => change.mutate({ guideline_text: text }, { onSuccess: onDone })}
        >
          {t('project.guideline_save')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('action.cancel')}
        </Button>
      </Buttons>
    </FormBody>
  );
}
