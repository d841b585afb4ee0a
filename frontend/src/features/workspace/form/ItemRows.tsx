import { Button, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCurrentLocation, IconGripVertical, IconPlayerTrackNext, IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useI18n } from '@/i18n/I18n';
import { roundToMillis } from '@/lib/time';
import { IconPress, TimeField } from '@/player';
import { itemKindOf, type Item, type Keyed } from './draft';
import { FindingLines, useFindings } from './Findings';
import { useForm } from './FormContext';
import { TextArea } from './TextArea';
import classes from './Form.module.css';

/** Stages, factors or components: what the answer consists of, row by row. */
export function ItemRows() {
  const { t } = useI18n();
  const { draft, act, task, playback } = useForm();
  const kind = itemKindOf(task, draft.rubric_family);
  const { findings, id } = useFindings('items');
  const [focusKey, setFocusKey] = useState<number | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (focusKey !== null) {
      list.current?.querySelector<HTMLElement>(`[data-item="${focusKey}"] textarea`)?.focus();
    }
  }, [focusKey]);
  if (kind === null && draft.items.length === 0) {
    return null;
  }
  const shownKind = kind ?? draft.items[0]?.kind ?? 'S';
  const add = (after: number | null, here: boolean): void => {
    const item = here && shownKind === 'S' ? { anchor_time: roundToMillis(playback.getState().time) } : {};
    setFocusKey(draft.nextKey);
    act({ type: 'add_item', kind: shownKind, after, item });
  };
  const title = t(`form.items.${shownKind}`);
  return (
    <section className={classes.field} aria-label={title} data-field="items">
      <h2 className={classes.heading}>{title}</h2>
      <ol ref={list} className={classes.rows}>
        {draft.items.map((item, index) => (
          <ItemRow
            key={item.key}
            item={item}
            index={index}
            isLast={index === draft.items.length - 1}
            onNext={() => add(item.key, false)}
            onGrab={() => setDragged(item.key)}
            onOver={() => dragged !== null && dragged !== item.key && act({ type: 'move_item', key: dragged, to: index })}
            onDrop={() => setDragged(null)}
          />
        ))}
      </ol>
      <FindingLines findings={findings} id={id} />
      <div>
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => add(null, true)}>
          {t(`form.add.${shownKind}`)}
        </Button>
      </div>
      {draft.items.some((item) => item.kind === 'C') && <RuleChoice />}
      {draft.items.length > 0 && <TextArea field="details_description" label={t('form.details')} note={t('form.details_note')} rows={1} />}
    </section>
  );
}

function RuleChoice() {
  const { t } = useI18n();
  const { draft, act } = useForm();
  const { findings, id, aria } = useFindings('components_rule');
  return (
    <div className={classes.field} data-field="components_rule" role="group" aria-label={t('form.rule')} {...aria}>
      <span className={classes.label}>{t('form.rule')}</span>
      <SegmentedControl
        size="xs"
        aria-label={t('form.rule')}
        data={[
          { value: '', label: t('form.rule.none') },
          { value: 'all', label: t('form.rule.all') },
          { value: 'any', label: t('form.rule.any') },
        ]}
        value={draft.components_rule}
        onChange={(value) => act({ type: 'components_rule', rule: value })}
      />
      <FindingLines findings={findings} id={id} />
    </div>
  );
}

interface ItemRowProps {
  item: Keyed<Item>;
  index: number;
  isLast: boolean;
  onNext: () => void;
  onGrab: () => void;
  onOver: () => void;
  onDrop: () => void;
}

function ItemRow({ item, index, isLast, onNext, onGrab, onOver, onDrop }: ItemRowProps) {
  const { t } = useI18n();
  const { draft, act } = useForm();
  const path = `items.${index}`;
  const number = draft.items.slice(0, index + 1).filter(({ kind }) => kind === item.kind).length;
  const name = `${item.kind}${number}`;
  const about = useFindings(path, `${path}.kind`, `${path}.description`);
  const change = (changes: Partial<Item>): void =>
    act({ type: 'change_item', key: item.key, changes }, `${item.key} ${Object.keys(changes).join()}`);
  const move = (by: number): void => act({ type: 'move_item', key: item.key, to: index + by });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.nativeEvent.isComposing) {
      return;
    }
    const isText = event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement;
    const isTime = event.target instanceof HTMLInputElement && event.target.dataset.time === 'true';
    if (event.key === 'Enter' && isText && !isTime && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.defaultPrevented) {
      event.preventDefault();
      onNext();
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      move(event.key === 'ArrowUp' ? -1 : 1);
    }
  };
  return (
    // The row listens for Enter and Alt with arrows from its own fields.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li className={classes.item} data-item={item.key} data-field={path} aria-label={name} onKeyDown={onKeyDown} onDragOver={(event) => {
      event.preventDefault();
      onOver();
    }}>
      <span className={classes.grip} draggable aria-hidden onDragStart={onGrab} onDragEnd={onDrop}>
        <IconGripVertical size={14} />
        {name}
      </span>
      <div className={classes.itemFields}>
        <div className={classes.itemLine} data-field={`${path}.description`}>
          <Textarea
            className={classes.grow}
            size="xs"
            autosize
            minRows={1}
            maxRows={8}
            aria-label={t('form.item.description', { name })}
            placeholder={t(`form.placeholder.${item.kind}`)}
            value={item.description}
            error={about.aria['aria-invalid']}
            onChange={(event) => change({ description: event.currentTarget.value })}
            {...about.aria}
          />
        </div>
        <FindingLines findings={about.findings} id={about.id} />
        {item.kind === 'S' && <StageFields item={item} path={path} name={name} change={change} />}
      </div>
      {/* Last on the way of the Tab key: one writes a row more often than one moves it. */}
      <div className={classes.itemActs}>
        <IconPress small label={t('workspace.earlier', { name })} icon={IconArrowUp} disabled={index === 0} onPress={() => move(-1)} />
        <IconPress small label={t('workspace.later', { name })} icon={IconArrowDown} disabled={isLast} onPress={() => move(1)} />
        <IconPress small label={t('workspace.remove', { name })} icon={IconX} onPress={() => act({ type: 'remove_item', key: item.key })} />
      </div>
    </li>
  );
}

interface StageFieldsProps {
  item: Keyed<Item>;
  path: string;
  name: string;
  change: (changes: Partial<Item>) => void;
}

const STAGE_TEXTS = ['emotion', 'intensity', 'anchor'] as const;

function StageFields({ item, path, name, change }: StageFieldsProps) {
  const { t } = useI18n();
  const { playback } = useForm();
  const emotion = useFindings(`${path}.emotion`);
  const intensity = useFindings(`${path}.intensity`);
  const anchor = useFindings(`${path}.anchor`);
  const time = useFindings(`${path}.anchor_time`);
  const by = { emotion, intensity, anchor };
  return (
    <>
      <div className={classes.stage}>
        <div className={classes.stagePart} data-field={`${path}.anchor_time`}>
          <span className={classes.stageLabel} aria-hidden>
            {t('form.stage.time')}
          </span>
          <TimeField
            label={t('form.item.time', { name })}
            value={item.anchor_time}
            error={time.aria['aria-invalid'] ? t('form.time_wrong') : undefined}
            onCommit={(next) => change({ anchor_time: next })}
          />
        </div>
        {STAGE_TEXTS.map((part) => (
          <div key={part} className={classes.stagePart} data-part={part} data-field={`${path}.${part}`}>
            <span className={classes.stageLabel} aria-hidden>
              {t(`form.stage.${part}`)}
            </span>
            <TextInput
              size="xs"
              aria-label={t(`form.item.${part}`, { name })}
              placeholder={part === 'anchor' ? t('form.placeholder.anchor') : undefined}
              value={item[part]}
              error={by[part].aria['aria-invalid']}
              onChange={(event) => change({ [part]: event.currentTarget.value })}
              {...by[part].aria}
            />
          </div>
        ))}
        <div className={classes.stageTime}>
          <IconPress
            small
            label={t('form.take_time', { name })}
            icon={IconCurrentLocation}
            onPress={() => change({ anchor_time: roundToMillis(playback.getState().time) })}
          />
          <IconPress
            small
            label={t('form.go_to_time', { name })}
            icon={IconPlayerTrackNext}
            disabled={item.anchor_time === null}
            onPress={() => item.anchor_time !== null && playback.seek(item.anchor_time)}
          />
        </div>
      </div>
      {[time, emotion, intensity, anchor].map(({ findings, id }) => (
        <FindingLines key={id} findings={findings} id={id} />
      ))}
    </>
  );
}
